import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../harness/fixtures";

/** A fenced block of a page, under its heading. */
interface Block {
  readonly page: string;
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

export const blocks = pages.flatMap((page): Block[] => {
  let heading = "";
  return [
    ...readFileSync(join(root, page), "utf8").matchAll(/^#{1,6} ([^\n]*)$|^( *)```(\w*)\n(.*?)^ *```$/gmsu),
  ].flatMap(([, title, indent = "", language = "", text = ""]) => {
    if (title === undefined)
      return [{ page, heading, language, text: text.replaceAll(new RegExp(`^${indent}`, "gmu"), "") }];
    heading = title;
    return [];
  });
});

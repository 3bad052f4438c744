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

/** Blocks that other tests run as they stand, in a process of their own. */
export const elsewhere: readonly (readonly [page: string, heading: string])[] = [
  ["docs/architecture.md", "The way of the data"], // a drawing
  ["docs/adding-a-client.md", "1. The file: `src/request/clients/<family>/<client>.ts`"], // an outline, not code
  ["docs/adding-a-rule.md", "Cases"], // test/rules.test.ts reads such markers
  ["docs/engine.md", "The engine"], // a drawing
  ["docs/engine.md", "The value graph"], // test/generate/trace.test.ts
  ["docs/engine.md", "The life of one value"], // the same
  ["docs/debugging.md", "An example"], // the same
  ["docs/ci.md", "lint-staged"], // test/hooks/lint-staged.test.ts
  ["docs/case-studies.md", "A Crossplane Provider"], // other people's repositories
  ["docs/case-studies.md", "A GitHub App"], // the same
  ["docs/case-studies.md", "Two revisions of YouTube"], // the same
  ["docs/ci.md", "Without Node"], // it takes containers, which the tests do not have
  ["docs/scale.md", "Turborepo"], // test/scale/turborepo.test.ts
];

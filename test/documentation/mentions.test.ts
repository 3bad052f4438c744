import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { root } from "../harness/fixtures";

const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md"],
  ...globSync(["docs/**/*.md", "editors/**/*.md", "site/*.md"], { cwd: root, ignore: ["**/node_modules/**"] }).sort(),
];

/** Code of a page, in spans and in indented or fenced blocks, line by line. */
function codeOf(page: string): readonly { readonly text: string; readonly line: number }[] {
  let isFenced = false;
  return readFileSync(join(root, page), "utf8")
    .split("\n")
    .flatMap((text, index) => {
      const line = index + 1;
      if (/^\s*```/u.test(text)) {
        isFenced = !isFenced;
        return [];
      }
      if (isFenced || /^ {4}\S/u.test(text)) return [{ text, line }];
      return [...text.matchAll(/`([^`]+)`/gu)].map(([, span = ""]) => ({ text: span, line }));
    });
}

/** Folders of the repository in which pages name files. Their own examples have others, such as `src/api.ts`. */
const own = readdirSync(join(root, "src"), { withFileTypes: true }).map(({ name }) => `src/${name}`);
const roots = [...own, "test", "rules", "bench", "fixtures", "schemas", "release", "docs", "editors", ".ci", ".github"];
const rootPattern = new RegExp(
  `(?<![\\w./-])(?:${roots.map((each) => each.replaceAll(".", "\\.")).join("|")})/[\\w./{},*-]+`,
  "gu",
);

/** What a page says will come to be, is built, or lies in another repository. */
const placeholders = /<|…|\/dist\/|^test\/(?:language|built-ins)\b/u;

function isThere(path: string): boolean {
  const plain = path.replace(/[.,]+$/u, "");
  if (/[*{}]/u.test(plain)) return globSync([plain, `${plain}/**`], { cwd: root, dot: true }).length > 0;
  return existsSync(join(root, plain));
}

const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object }).scripts;
const commands = new Set([
  "help",
  ...readdirSync(join(root, "src/hosts/cli/commands")).map((name) => name.replace(/\.ts$/u, "")),
]);

/** @returns what a page names and is not there, each with its line. */
function missingIn(page: string, find: (text: string) => readonly string[]): readonly string[] {
  return codeOf(page).flatMap(({ text, line }) => find(text).map((name) => `${page}:${line} ${name}`));
}

describe("what the pages name is there", () => {
  it.each(pages)("%s: files of the repository", (page) => {
    const missing = missingIn(page, (text) =>
      [...text.matchAll(rootPattern)]
        .map(([path]) => path)
        .filter((path) => !placeholders.test(text) && !isThere(path)),
    );
    expect(missing).toEqual([]);
  });

  it.each(pages)("%s: scripts and commands", (page) => {
    const missing = missingIn(page, (text) => [
      ...[...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/gu)]
        .map(([, name = ""]) => name)
        .filter((name) => !(name in scripts)),
      ...[...text.matchAll(/(?:^|npx |bin\/|[;&|(] ?)restraint ([a-z]+)\b/gu)]
        .map(([, name = ""]) => name)
        .filter((name) => !commands.has(name)),
    ]);
    expect(missing).toEqual([]);
  });
});

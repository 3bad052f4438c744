import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../hosts/cli/program";

const places = ["src/a.ts", "rules/a.ts", "bench/a.mjs", "test/a.ts", "docs/a.md", "fixtures/a.ts"];
const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"];

/** Checks a package that holds these files. */
function check(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly stderr: string } {
  const every = { ...Object.fromEntries([...places, ...pages].map((path) => [path, ""])), ...files };
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, "words.mjs"), makeFolder(every)], {
    encoding: "utf8",
  });
  return { status, stderr };
}

test("the package as it is uses the project's words", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, "words.mjs")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each([
  ["a comment", { "src/a.ts": "// It is judged.\n" }, "src/a.ts:1: `judged`: write check\n"],
  ["a name", { "rules/a.ts": "\nconst isMendable = 1;\n" }, "rules/a.ts:2: `Mendable`: write fix, fixable\n"],
  ["a page", { "docs/a.md": "Two faults.\n" }, "docs/a.md:1: `faults`: write problem\n"],
  ["a page of the root", { "README.md": "A slip: one slip away\n" }, "README.md:1: `one slip`: write one typo away\n"],
  ["a fixture", { "fixtures/a.ts": "// Mends it\n" }, "fixtures/a.ts:1: `Mends`: write fix, fixable\n"],
])("a word of %s that the project does not use is named", (_, files, expected) => {
  expect(check(files)).toEqual({ status: 1, stderr: expected });
});

test("words that only hold such a word are taken", () => {
  expect(check({ "src/a.ts": 'export default "amend, recommended";\n' })).toEqual({ status: 0, stderr: "" });
});

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../hosts/cli/program";

/** Checks a package that holds these files. */
function check(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly stderr: string } {
  const every = { "src/a.ts": "", "rules/a.ts": "", "bench/a.mjs": "", "test/a.ts": "", ...files };
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, "sizes.mjs"), makeFolder(every)], {
    encoding: "utf8",
  });
  return { status, stderr };
}

const numbers = Array.from({ length: 400 }, (_, index) => index);
const table = `export const table = [\n${numbers.map((each) => `  ${each},\n`).join("")}];\n`;

test("the package as it is keeps to the sizes", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, "sizes.mjs")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each([
  ["300 lines", { "src/b.ts": "call();\n".repeat(300) }],
  ["400 lines of one thing", { "src/b.ts": `export function f() {\n${"  call();\n".repeat(398)}}\n` }],
  ["a table of any length", { "src/b.ts": `import type { A } from "./a";\ntype B = A;\n${table}` }],
  ["a table that a function without statements gives", { "src/b.ts": table.replace("= [", "= () => [") }],
  ["20 files", Object.fromEntries(numbers.slice(0, 19).map((each) => [`src/b${each}.ts`, ""]))],
  ["cases of a test, which are no source", { "test/cases/long.yaml": "a:\n".repeat(400) }],
])("%s are taken", (_, files) => {
  expect(check(files)).toEqual({ status: 0, stderr: "" });
});

test.each([
  ["statements", { "rules/b.ts": "call();\n".repeat(301) }, "rules/b.ts: 301 lines, 300 at most: part it by subject\n"],
  [
    "several things",
    { "src/b.ts": `${"export function f() {}\n".repeat(4)}${"call();\n".repeat(297)}` },
    "src/b.ts: 301 lines, 300 at most: part it by subject\n",
  ],
  [
    "a table beside a function",
    { "src/b.ts": `${table}function f() {}\n` },
    "src/b.ts: 403 lines, 400 at most: part it by subject\n",
  ],
  [
    "a function with statements in a table",
    { "src/b.ts": `${table}const f = () => {\n};\n` },
    "src/b.ts: 404 lines, 400 at most: part it by subject\n",
  ],
  ["a script", { "bench/b.mjs": "call();\n".repeat(301) }, "bench/b.mjs: 301 lines, 300 at most: part it by subject\n"],
  [
    "21 files",
    Object.fromEntries(numbers.slice(0, 21).map((each) => [`test/inner/b${each}.ts`, ""])),
    "test/inner: 21 files, 20 at most: group them by subject\n",
  ],
])("%s beyond the size are named", (_, files, expected) => {
  expect(check(files)).toEqual({ status: 1, stderr: expected });
});

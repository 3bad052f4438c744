import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixableTable, makeFolder, runProgram } from "../program";

const code = 'await fetch("https://api.example.com/v1/things?fields=data/id");\nexport {};\n';
const files = { "table.yaml": fixableTable, "code.mjs": code };
const textsOf = (folder: string): readonly string[] =>
  Object.keys(files).map((name) => readFileSync(join(folder, name), "utf8"));

test("what --fix would change is a diff that git applies, and nothing is changed", () => {
  const [folder, fixed] = [makeFolder(files), makeFolder(files)];
  const { stdout, status } = runProgram(folder, ["check", ".", "--fix-dry-run"]);
  expect(textsOf(folder)).toEqual(Object.values(files));
  expect(status).toBe(0);
  expect(stdout).toContain("2 would be fixed");
  runProgram(fixed, ["check", ".", "--fix"]);
  expect(textsOf(fixed)).not.toEqual(Object.values(files));
  const diff = stdout.slice(0, stdout.indexOf("No findings"));
  const { stderr } = spawnSync("git", ["apply", "-p1", "-"], { cwd: folder, input: diff, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(textsOf(folder)).toEqual(textsOf(fixed));
});

test("programs get it file by file; the standard input has no file to change", () => {
  const folder = makeFolder(files);
  const { stdout } = runProgram(folder, ["check", ".", "--fix-dry-run", "--format", "json"]);
  const { diffs, summary } = JSON.parse(stdout) as {
    diffs: readonly { file: string; diff: string }[];
    summary: object;
  };
  expect(diffs.map(({ file, diff }) => [file, /^\+ .*/mu.exec(diff)?.[0]])).toEqual([
    ["code.mjs", undefined],
    ["table.yaml", expect.stringContaining("tableName") as string],
  ]);
  expect(summary).toMatchObject({ fixed: 2, isDry: true });
  expect(runProgram(folder, ["check", "--fix-dry-run", "--stdin-filename", "a.yaml"], { input: "" }).status).toBe(2);
});

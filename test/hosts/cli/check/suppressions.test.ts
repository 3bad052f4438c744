import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { summarise, type RunReport } from "../../../../src/hosts/cli/check/report";
import { applySuppressions } from "../../../../src/hosts/cli/check/suppressions";
import { badCode, checkJson, makeFolder, runProgram } from "../program";
import { checked, finding } from "../formats/sample";

const runOf = (...rules: readonly string[]): RunReport => ({
  files: [checked("a.ts", { findings: rules.map((rule) => finding({ rule })) })],
  problems: [],
  notes: [],
});

const folder = (): string => mkdtempSync(join(tmpdir(), "restraint-suppressions-"));
const rulesIn = (run: RunReport): readonly string[] =>
  run.files.flatMap(({ findings }) => findings.map(({ rule }) => rule));

test("what is there is allowed for, and more of it is reported as a whole", () => {
  const cwd = folder();
  expect(rulesIn(applySuppressions(runOf("a", "a", "b"), { suppressExisting: true }, cwd))).toEqual([]);
  expect(JSON.parse(readFileSync(join(cwd, "restraint-suppressions.json"), "utf8"))).toEqual({
    "a.ts": { a: { count: 2 }, b: { count: 1 } },
  });
  const same = applySuppressions(runOf("a", "a", "b"), {}, cwd);
  expect(rulesIn(same)).toEqual([]);
  expect(same.notes).toEqual(["3 errors are suppressed by restraint-suppressions.json."]);
  expect(rulesIn(applySuppressions(runOf("a", "a", "a", "b", "c"), {}, cwd))).toEqual(["a", "a", "a", "c"]);
});

test("warnings are never allowed for, as in ESLint", () => {
  const cwd = folder();
  const run: RunReport = {
    files: [checked("a.ts", { findings: [finding({ severity: "warn" })] })],
    problems: [],
    notes: [],
  };
  expect(rulesIn(applySuppressions(run, { suppressExisting: true }, cwd))).toHaveLength(1);
});

test("what is no longer needed fails the run until it is taken out", () => {
  const cwd = folder();
  applySuppressions(runOf("a", "a", "b"), { suppressExisting: true }, cwd);
  const better = runOf("a");
  // Both are of one file.
  expect(summarise(applySuppressions(better, {}, cwd)).unreadable).toBe(1);
  expect(applySuppressions(better, { passOnUnprunedSuppressions: true }, cwd).problems).toEqual([]);
  expect(applySuppressions(better, { pruneSuppressions: true }, cwd).problems).toEqual([]);
  expect(applySuppressions(better, {}, cwd).problems).toEqual([]);
  // Pruning allows for nothing new.
  expect(rulesIn(applySuppressions(runOf("a", "a"), { pruneSuppressions: true }, cwd))).toEqual(["a", "a"]);
});

test("a file of another form, or one that is named and not there, is a mistake", () => {
  const cwd = folder();
  expect(() => applySuppressions(runOf(), { suppressionsLocation: "x.json" }, cwd)).toThrow(/does not exist/u);
  for (const text of ["[]", "{", '{"a.ts": {"a": 1}}', '{"a.ts": {"a": {"count": "1"}}}']) {
    writeFileSync(join(cwd, "restraint-suppressions.json"), text);
    expect(() => applySuppressions(runOf(), {}, cwd)).toThrow(/no file of suppressions/u);
  }
});

test("the program writes and reads it", () => {
  const project = makeFolder({ "a.ts": badCode });
  expect(runProgram(project, ["check", "--no-types", "--suppress-existing"]).status).toBe(0);
  expect(checkJson(project, ["--no-types"]).findings).toEqual([]);
  writeFileSync(join(project, "b.ts"), badCode);
  expect(checkJson(project, ["--no-types"]).findings.map(({ file }) => file)).toEqual(["b.ts"]);
});

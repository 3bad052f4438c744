import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../../../rules/index";
import { makeFolder, runProgram } from "./program";

test("help names every command", () => {
  const { stdout } = runProgram(makeFolder({}), ["--help"]);
  for (const file of readdirSync(join(__dirname, "../../../src/hosts/cli/commands")))
    expect(stdout).toContain(`\n  ${file.replace(".ts", "")} `);
});

test("explain prints a rule's page, and of a slip the rule that was meant", () => {
  const { status, stdout } = runProgram(makeFolder({}), ["explain", "restraint/no-array-in-patch"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^# .*no-array-in-patch/u);
  expect(stdout).not.toContain("<!--");
  expect(runProgram(makeFolder({}), ["explain", "no-aray-in-patch"])).toEqual({
    status: 2,
    stdout: "",
    stderr: "restraint: there is no rule no-aray-in-patch. Did you mean no-array-in-patch?\n",
  });
});

test("explain says where the rules are listed when nothing is near, and lists them without a rule", () => {
  expect(runProgram(makeFolder({}), ["explain", "nosuch"])).toEqual({
    status: 2,
    stdout: "",
    stderr: "restraint: there is no rule nosuch. `restraint rules` lists them.\n",
  });
  const alone = runProgram(makeFolder({}), ["explain"]);
  expect(alone).toMatchObject({ status: 0, stderr: "" });
  expect(alone.stdout).toBe(runProgram(makeFolder({}), ["rules"]).stdout);
});

test("rules lists every rule, for people and for programs", () => {
  const { status, stdout } = runProgram(makeFolder({}), ["rules"]);
  expect(status).toBe(0);
  const lines = stdout.split("\n");
  for (const { id, docs } of rules)
    expect(
      lines.filter((line) => line.startsWith(`${id} `) && line.endsWith(docs.summary)),
      id,
    ).toHaveLength(1);
  const list = JSON.parse(runProgram(makeFolder({}), ["rules", "--format", "json"]).stdout) as object[];
  expect(list).toHaveLength(rules.length);
  expect(list).toContainEqual(
    expect.objectContaining({ id: "no-data-prefix", severity: "error", preset: "recommended", fixable: true }),
  );
});

test("check - says how the standard input is checked", () => {
  expect(runProgram(makeFolder({}), ["check", "-"], { input: "" })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("--stdin-filename") as string,
  });
});

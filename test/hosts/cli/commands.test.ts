import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Log, Replacement, Run } from "sarif";
import { expect, test } from "vitest";
import { unreadable } from "../../../../src/hosts/cli/check/report";
import { sarif } from "../../../../src/hosts/cli/formats/sarif";
import { goodTable, makeFolder, fixableTable, runProgram } from "../program";
import { finding, checked, outputOf } from "./sample";

// The schema is written in draft 4's successor, which that package's own copy of ajv understands.
const matchers = createRequire(createRequire(__filename).resolve("@microsoft/jest-sarif"));
const Ajv = matchers("ajv") as new (options: object) => {
  validate(schema: object, data: unknown): boolean;
  errors: unknown;
};
const folder = dirname(matchers.resolve("@microsoft/jest-sarif"));
const schema = JSON.parse(readFileSync(join(folder, "schemas/sarif-2.1.0-rtm.5.json"), "utf8")) as object;

function schemaErrors(log: unknown): unknown {
  const ajv = new Ajv({ unknownFormats: "ignore", schemaId: "auto", meta: true, validateSchema: false });
  return ajv.validate(schema, log) ? null : ajv.errors;
}

const files = [
  checked("src/ä b.ts", {
    findings: [
      finding({
        related: [{ line: 1, column: 2, message: "read here" }],
        changes: [{ description: "Remove it", edits: [{ line: 1, column: 1, endLine: 2, endColumn: 1, text: "" }] }],
      }),
      finding({ rule: "unused-directive", severity: "warn" }),
    ],
  }),
  unreadable("b.yaml", { line: 2, column: 3, message: "bad" }),
];

test("fits the official schema", () => {
  const output = outputOf(files, {
    problems: [{ file: "restraint.config.yaml", severity: "warn", message: "near miss" }],
  });
  expect(schemaErrors(JSON.parse(sarif(output)))).toBeNull();
  expect(schemaErrors(JSON.parse(sarif(outputOf([]))))).toBeNull();
});

test("the schema is really asked", () => {
  expect(schemaErrors({ version: "2.1.0" })).not.toBeNull();
  expect(
    schemaErrors({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "x" } }, results: [{ level: "fatal", message: { text: "" } }] }],
    }),
  ).not.toBeNull();
});

/** @returns the only run of a log. */
function runOf(text: string): Run {
  const [run, ...others] = (JSON.parse(text) as Log).runs;
  if (run === undefined || others.length > 0) throw new Error("A log has one run.");
  return run;
}

test("names rules, places and failures", () => {
  const { tool, results = [], invocations = [] } = runOf(sarif(outputOf(files)));
  const { rules = [] } = tool.driver;
  expect(rules.map((rule) => rule.id)).toEqual(["no-array-in-patch", "unused-directive"]);
  expect(rules[0]?.fullDescription?.text).toBeTruthy();
  expect(results.map(({ ruleIndex, level }) => [ruleIndex, level])).toEqual([
    [0, "error"],
    [1, "warning"],
  ]);
  expect(results[0]?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: "src/%C3%A4%20b.ts", uriBaseId: "ROOT" },
    region: { startLine: 2, startColumn: 5, endLine: 2, endColumn: 10 },
  });
  expect(invocations[0]?.executionSuccessful).toBe(false);
});

/** Makes a replacement within one line. */
function replace(lines: string[], { deletedRegion: at, insertedContent }: Replacement): void {
  const { startLine = 0, endLine, startColumn = 1, endColumn = 1 } = at;
  expect(endLine).toBe(startLine);
  const text = lines[startLine - 1] ?? "";
  lines[startLine - 1] = text.slice(0, startColumn - 1) + (insertedContent?.text ?? "") + text.slice(endColumn - 1);
}

test("leads to the page of a rule, and gives changes that other tools can apply", () => {
  const folder = makeFolder({ "a.yaml": fixableTable });
  const { stdout } = runProgram(folder, ["check", "--format", "sarif"]);
  const { tool, results = [] } = runOf(stdout);
  expect(schemaErrors(JSON.parse(stdout))).toBeNull();
  expect(tool.driver.rules?.map(({ id, helpUri }) => [id, helpUri?.endsWith(`/docs/rules/${id}.md`)])).toEqual([
    ["no-unknown-kind-fields", true],
  ]);
  const [fix] = results[0]?.fixes ?? [];
  expect(fix?.description?.text).toBe("Apply the automatic fix");
  const [change] = fix?.artifactChanges ?? [];
  expect(change?.artifactLocation.uri).toBe("a.yaml");
  const lines = fixableTable.split("\n");
  for (const replacement of change?.replacements ?? []) replace(lines, replacement);
  expect(lines.join("\n")).toBe(goodTable);
});

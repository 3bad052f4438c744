import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Log } from "sarif";
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

test("names rules, places and failures", () => {
  const [run] = (JSON.parse(sarif(outputOf(files))) as Log).runs;
  expect(run?.tool.driver.rules?.map((rule) => rule.id)).toEqual(["no-array-in-patch", "unused-directive"]);
  expect(run?.tool.driver.rules?.[0]?.fullDescription?.text).toBeTruthy();
  expect(run?.results?.map(({ ruleIndex, level }) => [ruleIndex, level])).toEqual([
    [0, "error"],
    [1, "warning"],
  ]);
  expect(run?.results?.[0]?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: "src/%C3%A4%20b.ts", uriBaseId: "ROOT" },
    region: { startLine: 2, startColumn: 5, endLine: 2, endColumn: 10 },
  });
  expect(run?.invocations?.[0]?.executionSuccessful).toBe(false);
});

test("leads to the page of a rule, and gives changes that other tools can apply", () => {
  const folder = makeFolder({ "a.yaml": fixableTable });
  const { stdout } = runProgram(folder, ["check", "--format", "sarif"]);
  const [run] = (JSON.parse(stdout) as Log).runs;
  expect(schemaErrors(JSON.parse(stdout))).toBeNull();
  expect(run?.tool.driver.rules?.map(({ id, helpUri }) => [id, helpUri?.endsWith(`/docs/rules/${id}.md`)])).toEqual([
    ["no-unknown-kind-fields", true],
  ]);
  const fix = run?.results?.[0]?.fixes?.[0];
  expect(fix?.description?.text).toBe("Apply the automatic fix");
  const [change] = fix?.artifactChanges ?? [];
  expect(change?.artifactLocation.uri).toBe("a.yaml");
  const lines = fixableTable.split("\n");
  for (const { deletedRegion: at, insertedContent } of change?.replacements ?? []) {
    const line = (at.startLine ?? 0) - 1;
    expect(at.endLine).toBe(at.startLine);
    const text = lines[line] ?? "";
    lines[line] =
      text.slice(0, (at.startColumn ?? 1) - 1) + (insertedContent?.text ?? "") + text.slice((at.endColumn ?? 1) - 1);
  }
  expect(lines.join("\n")).toBe(goodTable);
});

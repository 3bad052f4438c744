import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

const configuration = "groups: { a: { name: timestream.example.dev } }\n";
const schemaFile = ".vscode/restraint-kinds.schema.json";
const read = (folder: string, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;

describe("restraint kinds --write-schemas", () => {
  it("writes the schema of all kinds, and keeps the other settings", () => {
    const own = { "editor.tabSize": 2, "yaml.schemas": { "./other.json": "other/*.yaml" } };
    const folder = makeFolder({ "restraint.config.yaml": configuration, ".vscode/settings.json": JSON.stringify(own) });
    const { status, stdout } = runProgram(folder, ["kinds", "--write-schemas"]);
    expect([status, stdout]).toEqual([0, `wrote ${schemaFile}\nwrote .vscode/settings.json\n`]);
    expect(read(folder, ".vscode/settings.json")).toEqual({
      ...own,
      "yaml.schemas": { "./other.json": "other/*.yaml", [`./${schemaFile}`]: ["*.yaml", "*.yml"] },
    });
    const validate = new Ajv({ strict: false, formats: { int64: true } }).compile(read(folder, schemaFile));
    const table = { apiVersion: "timestream.example.dev/v1alpha1", kind: "Table", spec: { resource: {} } };
    expect(validate(table)).toBe(false);
    for (const foreign of [[1, 2], "text", { kind: "Table", apiVersion: "other/v1" }])
      expect(validate(foreign)).toBe(true);
  });

  it("leaves settings alone that are no plain JSON, and says what to do", () => {
    const folder = makeFolder({ "restraint.config.yaml": configuration, ".vscode/settings.json": "{ // mine\n}" });
    const { status, stderr } = runProgram(folder, ["kinds", "--write-schemas"]);
    expect(status).toBe(2);
    expect(stderr).toContain('add "yaml.schemas"');
    expect(existsSync(join(folder, schemaFile))).toBe(false);
  });
});

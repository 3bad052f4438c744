import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { root } from "../../../harness/fixtures";
import { makeFolder, runProgram } from "../program";

function diff(format: string, ...args: readonly string[]): string {
  const folder = makeFolder({});
  cpSync(join(root, "fixtures/projects/usage"), folder, { recursive: true });
  return runProgram(folder, ["diff", "widgets.json", "widgets-2.json", "src", "--format", format, ...args]).stdout;
}

interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number; readonly startColumn: number };
    };
  }[];
  readonly relatedLocations: readonly object[];
}

describe("the formats of restraint diff", () => {
  it("is JSON by the schema that is published", () => {
    const schema = JSON.parse(readFileSync(join(root, "schemas/restraint.diff.schema.json"), "utf8")) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    const printed = JSON.parse(diff("json", "--all")) as Record<string, unknown>;
    expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...printed, changes: [{ id: "a" }] })).toBe(false);
  });

  it("writes further reports into files", () => {
    const folder = makeFolder({});
    cpSync(join(root, "fixtures/projects/usage"), folder, { recursive: true });
    const args = ["diff", "widgets.json", "widgets-2.json", "src"];
    const { stdout } = runProgram(folder, [...args, "--report", "markdown=a.md", "--report", "sarif=a.sarif"]);
    expect(stdout).toContain("breaking changes and");
    expect(readFileSync(join(folder, "a.md"), "utf8")).toBe(
      runProgram(folder, [...args, "--format", "markdown"]).stdout,
    );
    expect(readFileSync(join(folder, "a.sarif"), "utf8")).toContain('"version": "2.1.0"');
    expect(runProgram(folder, [...args, "--report", "junit=a.xml"])).toMatchObject({ status: 2, stdout: "" });
  });

  it("shows in SARIF the places of the code that are hit: the read of a field, the call that sends", () => {
    const log = JSON.parse(diff("sarif")) as { readonly runs: readonly [{ readonly results: readonly Result[] }] };
    const places = log.runs[0].results.map(({ ruleId, level, locations }) => {
      const [{ physicalLocation } = { physicalLocation: undefined }] = locations;
      const { startLine = 0, startColumn = 0 } = physicalLocation?.region ?? {};
      return `${level} ${ruleId} ${physicalLocation?.artifactLocation.uri ?? ""}:${startLine}:${startColumn}`;
    });
    expect(places).toEqual([
      "error request-parameter-removed src/page.ts:4:26",
      "error response-optional-property-removed src/page.ts:5:25",
    ]);
    expect(log.runs[0].results.map(({ relatedLocations }) => relatedLocations.length)).toEqual([1, 2]);
  });

  it("is a comment in Markdown", () => {
    const text = diff("markdown");
    expect(text).toMatch(/^### Restraint: 1 call hit\n\n/u);
    expect(text).toContain("**`GET /widgets/{id}`** request-parameter-removed (query limit): The parameter is gone");
    expect(text).toContain("- ❌ `src/page.ts:4:26` in `Page.show`");
    expect(text).toContain("5 breaking changes, 5 safe. 3 breaking changes hit nobody here.");
  });
});

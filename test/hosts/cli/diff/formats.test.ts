import { cpSync } from "node:fs";
import { join } from "node:path";
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

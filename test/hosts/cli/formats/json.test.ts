import { expect, test } from "vitest";
import { unreadable } from "../../../../src/hosts/cli/check/report";
import { json } from "../../../../src/hosts/cli/formats/json";
import { finding, checked, outputOf } from "./sample";

test("gives findings in the published shape, and the figures", () => {
  const printed: unknown = JSON.parse(
    json(
      outputOf([
        checked("a.ts", { findings: [finding({ suggestions: ["x"] })] }),
        unreadable("b.yaml", { line: 3, column: 1, message: "bad" }),
      ]),
    ),
  );
  expect(printed).toEqual({
    findings: [
      {
        file: "a.ts",
        rule: "no-array-in-patch",
        severity: "error",
        message: "This array replaces the whole one.",
        start: 20,
        end: 25,
        line: 2,
        column: 5,
        endLine: 2,
        endColumn: 10,
        fixable: false,
      },
    ],
    problems: [{ file: "b.yaml", line: 3, column: 1, severity: "error", message: "bad" }],
    notes: [],
    summary: {
      files: 2,
      checked: 1,
      skipped: 0,
      unreadable: 1,
      mistakes: 0,
      documents: { checked: 0, skipped: 0 },
      errors: 1,
      warnings: 0,
      fixable: 0,
      fixed: 0,
      suppressed: 0,
      coverage: { compared: 0, unlisted: 0, others: {}, unknown: 0 },
    },
  });
});

import { expect, test } from "vitest";
import { unreadable } from "../../../../src/hosts/cli/check/report";
import { gitlab } from "../../../../src/hosts/cli/formats/gitlab";
import { checked, finding, outputOf } from "./sample";

interface Issue {
  readonly fingerprint: string;
}

const issuesOf = (...findings: readonly ReturnType<typeof finding>[]): readonly Issue[] =>
  JSON.parse(gitlab(outputOf([checked("src/a.ts", { findings })]))) as readonly Issue[];

test("is a report of GitLab's code quality, with what could not be checked", () => {
  const output = gitlab(
    outputOf(
      [checked("src/a.ts", { findings: [finding()] }), unreadable("b.yaml", { line: 3, message: "is cut off" })],
      {
        problems: [{ file: "restraint.config.yaml", line: 1, column: 1, severity: "error", message: "Unknown key." }],
      },
    ),
  );
  expect(JSON.parse(output)).toEqual([
    {
      description: "This array replaces the whole one.",
      check_name: "no-array-in-patch",
      fingerprint: expect.stringMatching(/^[\da-f]{64}$/u) as string,
      severity: "major",
      location: { path: "src/a.ts", lines: { begin: 2, end: 2 } },
    },
    expect.objectContaining({ check_name: "unreadable", severity: "blocker" }),
    expect.objectContaining({ check_name: "configuration", severity: "blocker" }),
  ]);
});

test("a finding keeps its fingerprint where lines move, and two alike have two", () => {
  const [first, second] = issuesOf(finding(), finding({ line: 9 }));
  const [moved] = issuesOf(finding({ line: 7, endLine: 7 }));
  expect(moved?.fingerprint).toBe(first?.fingerprint);
  expect(second?.fingerprint).not.toBe(first?.fingerprint);
});

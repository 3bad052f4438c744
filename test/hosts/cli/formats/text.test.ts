import { expect, test } from "vitest";
import { emptyReport, unreadable } from "../../../../src/hosts/cli/check/report";
import { text } from "../../../../src/hosts/cli/formats/text";
import { finding, checked, outputOf } from "./sample";

test("shows place, message, code and figures", () => {
  expect(
    text(
      outputOf([
        checked("src/a.ts", { findings: [finding()] }),
        emptyReport("b.yaml"),
        unreadable("c.yaml", { message: "is a binary file" }),
      ]),
    ),
  ).toBe(`\
error no-array-in-patch  src/a.ts:2:5
  This array replaces the whole one.
  1 │ const body = {
  2 │   a: [b, c]
    │     ^^^^^

1 error, 0 warnings
1 file checked, 1 skipped, 1 unreadable
`);
});

test("says that a finding is fixable, and of others what is suggested", () => {
  const shown = text(
    outputOf([
      checked("a.ts", {
        findings: [finding({ fixable: true, suggestions: ["other"] }), finding({ suggestions: ["Insert a tag"] })],
      }),
    ]),
  );
  expect(shown).toContain("  🔧 fixable with `--fix`");
  expect(shown).toContain("  💡 Insert a tag");
  expect(shown).not.toContain("other");
  expect(shown).toContain("2 errors, 0 warnings; 1 fixable with `--fix`");
});

test("marks stand under what they mark where characters are wide, combining or tabs", () => {
  const lines = [{ number: 10, text: "\tx: 日本 é🙂[a]", mark: [10, 13] as const }];
  const [, mark] = text(outputOf([checked("a.ts", { findings: [finding({ frame: { lines } })] })]))
    .split("\n")
    .filter((line) => line.includes("│"));
  expect(mark).toBe(`     │ ${" ".repeat(12)}^^^`);
});

test("says no findings only where everything was looked at", () => {
  expect(text(outputOf([checked("a.ts")]))).toMatch(/^No findings\n/u);
  expect(text(outputOf([]))).toMatch(/^Nothing to check\n/u);
  expect(text(outputOf([checked("a.ts"), unreadable("b.yaml", { message: "?" })]))).toMatch(
    /^No findings in what could be checked\n/u,
  );
});

test("names what was skipped only when asked to", () => {
  const files = [{ ...emptyReport("chart.yaml"), skipped: [{ line: 3, reason: "template", detail: "{{ }}" }] }];
  expect(text(outputOf(files))).not.toContain("template");
  expect(text(outputOf(files, { verbose: true }))).toContain("skipped chart.yaml:3: template ({{ }})");
});

test("colours only when asked to", () => {
  const files = [checked("a.ts", { findings: [finding()] })];
  expect(text(outputOf(files))).not.toContain("\u001B[");
  expect(text(outputOf(files, { colours: true }))).toContain("\u001B[31m");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { fitFrame } from "../../../../src/hosts/cli/check/fit-frame";
import { emptyReport, unreadable } from "../../../../src/hosts/cli/check/report";
import { wantsColours } from "../../../../src/hosts/cli/colours";
import { displayWidth } from "../../../../src/hosts/cli/columns";
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
1 file checked; 1 unreadable; 1 file holds nothing to check (\`--verbose\`)
0 requests compared
`);
});

test("names the request of a finding", () => {
  const shown = text(outputOf([checked("a.ts", { findings: [finding({ request: "PATCH /orders/{id}" })] })]));
  expect(shown).toContain("error no-array-in-patch  a.ts:2:5  PATCH /orders/{id}\n");
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

test("keeps to the columns of a terminal: words stay whole, and the mark stays under what is marked", () => {
  const line = `  ${"a".repeat(60)} tags: ["sale"], ${"b".repeat(60)}`;
  const mark = [line.indexOf("["), line.indexOf("]") + 1] as const;
  const found = finding({
    message: "PATCH replaces the whole array `tags`: items that this array lacks are lost. Send it with the tag.",
    suggestions: ["Insert the tag that was read before, which is in scope here"],
    frame: {
      lines: [
        { number: 9, text: "const short = 1;" },
        { number: 10, text: line, mark },
      ],
    },
  });
  for (const width of [40, 60, 80, 100, 200]) {
    const lines = text(outputOf([checked("a.ts", { findings: [found] })], { width })).split("\n");
    expect(Math.max(...lines.map(displayWidth)), String(width)).toBeLessThanOrEqual(width);
    const at = lines.findIndex((each) => each.includes("^"));
    const marks = /\^+/u.exec(lines[at] ?? "");
    expect(lines[at - 1]?.slice(marks?.index, (marks?.index ?? 0) + 8), String(width)).toBe('["sale"]');
    expect(lines.join(" ").replace(/\s+/gu, " ")).toContain(found.message);
  }
});

test("fits frames into any width, whatever the characters", () => {
  const unit = fc.constantFrom("a", " ", "\t", "é", "e\u0301", "日", "🙂", "x".repeat(30));
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 30 }),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 15, max: 90 }),
      (line, from, length, width) => {
        const starts = Array.from(line).reduce<number[]>(
          (all, character) => [...all, (all.at(-1) ?? 0) + character.length],
          [0],
        );
        const start = starts[from % starts.length] ?? 0;
        const end = Math.max(start + 1, starts[(from % starts.length) + (length % 5)] ?? line.length);
        const [fitted] = fitFrame([{ number: 1, text: `${line} `, mark: [start, end] }], width);
        expect(displayWidth(fitted?.text ?? "")).toBeLessThanOrEqual(width);
        const [first = 0, last = 0] = fitted?.mark ?? [];
        expect(first).toBeLessThan(last);
        expect(last).toBeLessThanOrEqual(Math.max(width, 1));
        // What is marked first is seen under the mark, unless an ellipsis stands for it.
        const marked = Array.from(`${line} `.slice(start).replaceAll("\t", " "))[0] ?? "";
        const shown = columnsOf(fitted?.text ?? "")[first];
        if (!/\p{Mark}/u.test(marked)) expect(["…", marked]).toContain(shown);
      },
    ),
  );
});

/** @returns the character at each column of a terminal. */
function columnsOf(line: string): readonly string[] {
  return Array.from(line).flatMap((character) => Array.from({ length: displayWidth(character) }, () => character));
}

test("--color and --no-color decide before FORCE_COLOR, which decides before NO_COLOR, and that before the terminal", () => {
  const [terminal, pipe] = [{ isTTY: true }, { isTTY: false }];
  expect(wantsColours(pipe, true, { NO_COLOR: "1" })).toBe(true);
  expect(wantsColours(terminal, false, { FORCE_COLOR: "1" })).toBe(false);
  expect(wantsColours(pipe, undefined, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
  expect(wantsColours(terminal, undefined, { NO_COLOR: "1" })).toBe(false);
  expect(wantsColours(terminal, undefined, {})).toBe(true);
  expect(wantsColours(pipe, undefined, {})).toBe(false);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src/rule/edits";
import { locateText } from "../../src/value/located-text";
import type { StringPart, StringValue, TextPart } from "../../src/value/value";
import { runsOf } from "../harness/runs";

const stringOf = (parts: readonly StringPart[]): StringValue => ({
  kind: "string",
  parts,
  range: { start: 0, end: 99 },
});
const textAt = (start: number, text: string): TextPart => ({
  kind: "text",
  text,
  range: { start, end: start + text.length },
});
const hole = (start: number, end: number): StringPart => ({
  kind: "hole",
  value: { kind: "unknown", reason: "test", range: { start, end } },
});

describe("a located text", () => {
  test("finds pieces in literals that follow one another", () => {
    const located = locateText(stringOf([textAt(1, "ab"), hole(5, 6), textAt(8, "cd")]));
    expect(located.text).toBe("ab\uFFFCcd");
    expect(located.holes).toEqual([2]);
    expect(located.sourceRange({ start: 1, end: 4 })).toEqual({ start: 2, end: 9 });
    expect(located.sourceRange({ start: 2, end: 3 })).toEqual({ start: 5, end: 6 });
    expect(located.replace({ start: 1, end: 4 }, "x")).toBeUndefined();
  });

  test("shows the first share of what is not in order", () => {
    const located = locateText(stringOf([textAt(50, "ab"), textAt(8, "cd")]));
    expect(located.sourceRange({ start: 1, end: 3 })).toEqual({ start: 51, end: 52 });
    expect(located.replace({ start: 1, end: 3 }, "x")).toEqual([
      { range: { start: 51, end: 52 }, text: "x" },
      { range: { start: 8, end: 9 }, text: "" },
    ]);
  });

  test("changes nothing that is elsewhere or stands twice", () => {
    const elsewhere = locateText(stringOf([textAt(1, "a"), { ...textAt(4, "bc"), elsewhere: true }]));
    expect(elsewhere.sourceRange({ start: 2, end: 3 })).toEqual({ start: 4, end: 6 });
    expect(elsewhere.replace({ start: 2, end: 3 }, "")).toBeUndefined();
    expect(elsewhere.replace({ start: 0, end: 1 }, "")).toBeDefined();
    const twice = locateText(stringOf([textAt(1, "ab"), textAt(9, ","), textAt(1, "ab")]));
    expect(twice.replace({ start: 0, end: 1 }, "")).toBeUndefined();
    expect(twice.replace({ start: 2, end: 3 }, "")).toBeDefined();
  });

  test("inserts at the end", () => {
    expect(locateText(stringOf([textAt(3, "ab")])).replace({ start: 2, end: 2 }, "!")).toEqual([
      { range: { start: 5, end: 5 }, text: "!" },
    ]);
    expect(locateText(stringOf([])).replace({ start: 0, end: 0 }, "!")).toBeUndefined();
    expect(locateText(stringOf([])).sourceRange({ start: 0, end: 0 })).toEqual({ start: 0, end: 99 });
  });

  /** Literals with escapes, laid out one after another in a source, and the text that they make. */
  const literal = fc.array(
    fc.constantFrom(["a", "a"], ["\\x62", "b"], ["\\u{63}", "c"], ["\\\\", "\\"], ["%2C", ","], ["\\u{1F600}", "😀"]),
    { maxLength: 5 },
  );

  test("changes in the source are changes in the text", () => {
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat(), (literals, first, second) => {
        let source = "";
        const parts = literals.map((units): TextPart => {
          source += '"';
          const start = source.length;
          const offsets: number[] = [];
          for (const [written = "", unit = ""] of units) {
            offsets.push(...Array<number>(unit.length).fill(source.length));
            source += written;
          }
          offsets.push(source.length);
          source += '"';
          return {
            kind: "text",
            text: units.map(([, unit]) => unit).join(""),
            range: { start, end: source.length - 1 },
            offsets,
          };
        });
        const read = (written: string): string =>
          written
            .replaceAll('"', "")
            .replace(
              /\\x62|\\u\{63\}|\\\\|%2C|\\u\{1F600\}/gu,
              (escape) => ({ "\\x62": "b", "\\u{63}": "c", "\\\\": "\\", "%2C": "," })[escape] ?? "😀",
            );
        const located = locateText(stringOf(parts));
        expect(read(source)).toBe(located.text);
        const [start = 0, end = 0] = [first, second]
          .map((seed) => seed % (located.text.length + 1))
          .sort((a, b) => a - b);
        fc.pre(
          ![start, end].some(
            (at) =>
              /[\uDC00-\uDFFF]/u.test(located.text.charAt(at)) ||
              (at > 0 && located.text.slice(at - 1, at + 1) === "😀"),
          ),
        );
        const edits = located.replace({ start, end }, "-");
        expect(read(applyEdits(source, [edits ?? []]).text)).toBe(
          `${located.text.slice(0, start)}-${located.text.slice(end)}`,
        );
      }),
      { numRuns: runsOf(300) },
    );
  });
});

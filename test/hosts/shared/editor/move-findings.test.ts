import fc from "fast-check";
import { expect, it } from "vitest";
import { moveFindings, type ShownFinding } from "../../../../src/hosts/editor/move-findings";

function findingAt(start: number, end: number): ShownFinding {
  return {
    rule: "valid-fields",
    messageId: "empty",
    message: "",
    severity: "error",
    range: { start, end },
    related: [{ range: { start, end }, message: "" }],
  };
}

/** A text, a piece of it that is replaced, what stands there then, and a range in the text. */
const edits = fc
  .tuple(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 30 }), fc.string({ maxLength: 6 }))
  .chain(([text, inserted]) => {
    const place = fc.nat({ max: text.length });
    return fc.record({
      text: fc.constant(text),
      inserted: fc.constant(inserted),
      edit: fc.tuple(place, place).map((both) => both.sort((a, b) => a - b)),
      range: fc.tuple(place, place).map((both) => both.sort((a, b) => a - b)),
    });
  });

it("finds each range again that an edit leaves alone, with the text that stood in it", () => {
  fc.assert(
    fc.property(edits, ({ text, inserted, edit: [from, to], range: [start, end] }) => {
      const after = text.slice(0, from) + inserted + text.slice(to);
      const [moved] = moveFindings([findingAt(start, end)], text, after);
      if (!moved) {
        expect(after).not.toBe(text);
        return;
      }
      expect(after.slice(moved.range.start, moved.range.end)).toBe(text.slice(start, end));
      expect(moved.related[0]?.range).toEqual(moved.range);
    }),
  );
});

it("leaves out what the edit touches, and moves what follows it", () => {
  const before = "one two three";
  const findings = [findingAt(0, 3), findingAt(4, 7), findingAt(8, 13)];
  const rangesIn = (after: string): (readonly [number, number])[] =>
    moveFindings(findings, before, after).map(({ range: { start, end } }) => [start, end]);
  expect(rangesIn(before)).toEqual([
    [0, 3],
    [4, 7],
    [8, 13],
  ]);
  expect(rangesIn("one 22222 three")).toEqual([
    [0, 3],
    [10, 15],
  ]);
  expect(rangesIn("one twos three")).toEqual([
    [0, 3],
    [9, 14],
  ]);
  expect(rangesIn("one Xtwo three")).toEqual([
    [0, 3],
    [9, 14],
  ]);
  expect(rangesIn("")).toEqual([]);
});

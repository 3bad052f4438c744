import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { LineTable, stripByteOrderMark } from "../../src/text/lines";

const text = fc
  .array(fc.constantFrom("a", "é", "😀", "\n", "\r", "\r\n", "\u2028", "\u2029", "\t"))
  .map((pieces) => pieces.join(""));

test("lines of code are TypeScript's", () => {
  fc.assert(
    fc.property(text, fc.nat(), (source, seed) => {
      const file = ts.createSourceFile("x.ts", source, ts.ScriptTarget.Latest);
      const offset = seed % (source.length + 1);
      const { line, character } = file.getLineAndCharacterOfPosition(offset);
      const lines = new LineTable(source, "code");
      expect(lines.positionAt(offset)).toEqual({ line: line + 1, column: character + 1 });
      expect(lines.lineCount).toBe(file.getLineStarts().length);
    }),
  );
});

test("an offset's position leads back to it", () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom("code" as const, "data" as const), (source, seed, breaks) => {
      const lines = new LineTable(source, breaks);
      const offset = seed % (source.length + 1);
      expect(lines.offsetAt(lines.positionAt(offset))).toBe(offset);
    }),
  );
});

test("in YAML and JSON only a line feed ends a line", () => {
  const lines = new LineTable("a\u2028b\rc\r\nd", "data");
  expect(lines.lineCount).toBe(2);
  expect(lines.lineStart(2)).toBe(7);
});

test("places outside the text are clamped to it", () => {
  const lines = new LineTable("ab\nc", "code");
  expect(lines.positionAt(99)).toEqual({ line: 2, column: 2 });
  expect(lines.positionAt(-1)).toEqual({ line: 1, column: 1 });
  expect(lines.offsetAt({ line: 9, column: 1 })).toBe(4);
});

test("a byte-order mark is taken off once", () => {
  expect(stripByteOrderMark("\uFEFF\uFEFFa")).toEqual({ text: "\uFEFFa", marked: true });
  expect(stripByteOrderMark("a")).toEqual({ text: "a", marked: false });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { type Encoding, OpenText } from "../../../src/hosts/lsp/open-text";

const encodings: readonly Encoding[] = ["utf-8", "utf-16", "utf-32"];
/** Texts with line breaks of every form, and characters of every length. */
const texts = fc
  .array(fc.constantFrom("a", "bc ", "\n", "\r\n", "\r", "é", "√", "😀", "\u2028", "x: y"), { maxLength: 30 })
  .map((pieces) => pieces.join(""));
const open = (text: string, encoding: Encoding): OpenText => new OpenText("file:///a", "yaml", 1, text, encoding);

it("finds the offset of each position that it gives", () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...encodings), fc.boolean(), (text, encoding, marked) => {
      const file = open((marked ? "\uFEFF" : "") + text, encoding);
      expect(file.text).toBe(text);
      for (let offset = 0; offset <= text.length; offset += 1) {
        const isInsideCharacter =
          /[\uDC00-\uDFFF]/u.test(text.charAt(offset)) || /[\uDC00-\uDFFF]/.test(text.charAt(offset));
        const isInsideBreak = text.slice(offset - 1, offset + 1) === "\r\n";
        if (!isInsideCharacter && !isInsideBreak) expect(file.offsetAt(file.positionAt(offset))).toBe(offset);
      }
    }),
  );
});

it("counts lines and characters as the protocol says", () => {
  const text = "a😀é\r\n√b\rc";
  const count = (encoding: Encoding, offset: number): string => {
    const { line, character } = open(text, encoding).positionAt(offset);
    return `${line}:${character}`;
  };
  expect(encodings.map((each) => count(each, text.indexOf("\r\n")))).toEqual(["0:7", "0:4", "0:3"]);
  expect(encodings.map((each) => count(each, text.indexOf("b")))).toEqual(["1:3", "1:1", "1:1"]);
  expect(encodings.map((each) => count(each, text.length))).toEqual(["2:1", "2:1", "2:1"]);
});

it("clamps what lies outside, and parts no character", () => {
  for (const encoding of encodings) {
    const file = open("a😀\nb", encoding);
    expect(file.offsetAt({ line: 0, character: 99 })).toBe(3);
    expect(file.offsetAt({ line: 9, character: 0 })).toBe(5);
    expect(file.offsetAt({ line: -1, character: 0 })).toBe(0);
  }
  expect(open("😀", "utf-8").offsetAt({ line: 0, character: 2 })).toBe(0);
});

it("makes the edits that the client makes", () => {
  const edit = fc.record({ from: fc.nat(40), length: fc.nat(10), text: texts });
  fc.assert(
    fc.property(texts, fc.constantFrom(...encodings), fc.array(edit, { maxLength: 5 }), (text, encoding, edits) => {
      let expected = text;
      let file = open(text, encoding);
      for (const [index, { from, length, text: inserted }] of edits.entries()) {
        // A client edits between whole characters and whole line breaks.
        const characters = expected.match(/\r\n|[\s\S]/gu) ?? [];
        const start = characters.slice(0, from).join("").length;
        const end = characters.slice(0, from + length).join("").length;
        const range = file.rangeOf({ start, end });
        expected = expected.slice(0, start) + inserted + expected.slice(end);
        file = file.edit([{ range, text: inserted }], index + 2);
        expect(file.text).toBe(expected.replace(/^\uFEFF/u, ""));
      }
    }),
  );
});

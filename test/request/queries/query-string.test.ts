import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asText } from "../../../src/request/drafts/known";
import { decodeQuery } from "../../../src/request/drafts/percent";
import { parseQuery } from "../../../src/request/drafts/parse-query";
import { flatten, slice, stringOf } from "../../../src/request/drafts/strings";
import type { StringPart, StringValue, Value } from "../../../src/value/value";

const nowhere = { start: 0, end: 0 };

/** A string literal whose content starts at an offset. */
function literal(text: string, at = 0): StringValue {
  return stringOf([{ kind: "text", text, range: { start: at, end: at + text.length } }], { start: at, end: at });
}

function hole(name: string): StringPart {
  return { kind: "hole", value: { kind: "unknown", reason: name, range: nowhere } };
}

/** Percent-encoded text of all kinds, well-formed and not. */
const encoded = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }).map(encodeURIComponent),
      fc.constantFrom("%", "%2", "%zz", "%ff", "%e2%82%ac", "%f0%9f%98%80", "+", "&", "=", "%26", "%3D", "a", "fields"),
    ),
  )
  .map((pieces) => pieces.join(""));

describe("parseQuery", () => {
  it("reads what URLSearchParams reads, where all escapes are UTF-8", () => {
    fc.assert(
      fc.property(encoded, (text) => {
        const expected = new Map<string, string[]>();
        const params = new URLSearchParams(text);
        if (text.includes("%ff") || [...params].flat().some((part) => part.includes("\uFFFD"))) return;
        if (text.startsWith("?")) return;
        for (const [key, value] of params) expected.set(key, [...(expected.get(key) ?? []), value]);
        const query = parseQuery(literal(text).parts, nowhere);
        const texts = (value: Value): (string | undefined)[] =>
          value.kind === "array" ? value.elements.map((element) => asText(element.value)) : [asText(value)];
        expect(query.open).toBe(false);
        expect(new Map(query.members.map((member) => [member.key, texts(member.value)]))).toEqual(expected);
      }),
    );
  });

  it("keeps every unit's place in the source", () => {
    fc.assert(
      fc.property(encoded, fc.nat(50), (text, at) => {
        const decoded = decodeQuery(literal(text, at));
        const [part] = decoded.parts;
        if (part?.kind !== "text" || !part.offsets) return;
        expect(part.offsets).toHaveLength(part.text.length + 1);
        for (let index = 0; index < part.text.length; index++) {
          const [start, end] = [part.offsets[index] ?? 0, part.offsets[index + 1] ?? 0];
          const unit = part.text.charAt(index);
          if (/[\uD800-\uDFFF]/.test(unit)) continue;
          const source = text.slice(start - at, end - at);
          expect(source === "+" ? " " : source === unit ? unit : decodeURIComponent(source)).toBe(unit);
        }
      }),
    );
  });

  it("is open where a hole may bring more", () => {
    const text = (value: string): StringPart => ({ kind: "text", text: value, range: nowhere });
    const openOf = (...parts: StringPart[]): boolean => parseQuery(parts, nowhere).open;
    expect(openOf(text("a="), hole("x"))).toBe(false);
    expect(openOf(text("a="), hole("x"), text("&b=1"))).toBe(false);
    expect(openOf(text("a=1&"), hole("x"))).toBe(true);
    expect(openOf(text("a=1"), hole("x"))).toBe(true);
    expect(openOf(hole("x"), text("=1"))).toBe(true);
    expect(openOf(text("fields=a,"), hole("x"))).toBe(false);
  });
});

describe("slice", () => {
  it("cuts the flattened text and moves ranges along", () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ minLength: 1 }).filter((text) => !text.includes("\uFFFC")),
        fc.constant(undefined),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pieces, fc.nat(30), fc.nat(30), (texts, from, length) => {
        let position = 100;
        const parts = texts.map((text, index): StringPart => {
          if (text === undefined) return hole(String(index));
          position += text.length;
          return { kind: "text", text, range: { start: position - text.length, end: position } };
        });
        const cut = slice(parts, from, from + length);
        expect(flatten(cut)).toBe(flatten(parts).slice(from, from + length));
        for (const part of cut)
          if (part.kind === "text") expect(part.range.end - part.range.start).toBe(part.text.length);
      }),
    );
  });
});

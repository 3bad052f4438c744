import { describe, expect, it } from "vitest";
import { shapeFromSchema } from "../../src/contract/schema-shape";
import { checkShape } from "../../src/shape/check";
import type { Member, Value } from "../../src/value/value";

const range = { start: 0, end: 0 };
const known: Value = { kind: "string", range, parts: [{ kind: "text", range, text: "x" }] };
const nothing: Value = { kind: "undefined", range };
const unknown: Value = { kind: "unknown", range, reason: "" };
const either: Value = { kind: "alternatives", range, options: [known, nothing] };

const text = { type: "string" } as const;
const shape = shapeFromSchema(
  {
    oneOf: [
      { type: "object", properties: { a: text, c: text } },
      { type: "object", properties: { b: text, c: text } },
    ],
  },
  "Either",
);

/** @returns the keys that do not fit. */
function wrongIn(members: Readonly<Record<string, Value | "maybe">>): readonly string[] {
  const all = Object.entries(members).map(([key, value]): Member => {
    const isMaybe = value === "maybe";
    return { key, keyRange: range, value: isMaybe ? known : value, presence: isMaybe ? "maybe" : "always" };
  });
  return checkShape({ kind: "object", range, members: all, open: false, spreads: [] }, shape).flatMap((mismatch) =>
    mismatch.kind === "unknown" ? [mismatch.member.key] : [mismatch.kind],
  );
}

describe("an object under one of several closed forms", () => {
  it.each([
    [{ a: "maybe", b: "maybe" }],
    [{ a: known, b: "maybe" }],
    [{ a: "maybe", b: known, c: known }],
    [{ a: known, b: either }],
    [{ a: known, b: unknown }],
  ] as const)("may be right where members need not be there: %j", (members) => {
    expect(wrongIn(members)).toEqual([]);
  });

  it("is wrong where members of both are always there, or no form has one", () => {
    expect(wrongIn({ a: known, b: known })).toEqual(["b"]);
    expect(wrongIn({ a: known, d: "maybe" })).toEqual(["d"]);
    expect(wrongIn({ a: "maybe", d: known })).toEqual(["d"]);
  });
});

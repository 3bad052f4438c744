import { describe, expect, it } from "vitest";
import { shapeFromSchema } from "../../src/contract/file/schema-shape";
import { checkShape } from "../../src/shape/check";
import { describeShape } from "../../src/shape/describe";
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

it("has values that fit under their tags, of which those that are only implied are not named", () => {
  const tagged = shapeFromSchema(
    {
      oneOf: [
        { type: "object", properties: { k: text, a: text } },
        { type: "object", properties: { k: text, b: text } },
      ],
      discriminator: { propertyName: "k", mapping: { a: 0, A: 0, b: 1 }, implicit: ["A"] },
    },
    "Tagged",
  );
  const check = (tag: string): unknown => {
    const value: Value = { kind: "string", range, parts: [{ kind: "text", range, text: tag }] };
    const members: readonly Member[] = [{ key: "k", keyRange: range, value, presence: "always" }];
    return checkShape({ kind: "object", range, members, open: false, spreads: [] }, tagged);
  };
  expect(check("A")).toEqual([]);
  expect(check("c")).toMatchObject([{ kind: "values", allowed: ["a", "b"] }]);
});

it("is named once where its forms have one name", () => {
  expect(describeShape(shape)).toBe("an object");
});

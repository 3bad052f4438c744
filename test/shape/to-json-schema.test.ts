import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds } from "../../src/contract/kinds/kinds";
import { checkShape } from "../../src/shape/check";
import type { Shape } from "../../src/shape/shape";
import { toJsonSchema } from "../../src/shape/to-json-schema";
import type { Value } from "../../src/value/value";
import { runsOf } from "../harness/runs";

const range = { start: 0, end: 1 };

/** A located value of plain data, as JSON on disk gives it. */
function located(data: unknown): Value {
  if (data === null) return { kind: "null", range };
  if (typeof data === "boolean") return { kind: "boolean", range, value: data };
  if (typeof data === "number") return { kind: "number", range, value: data, text: String(data) };
  if (typeof data === "string")
    return { kind: "string", range, parts: [{ kind: "text", text: data, range }], style: "quoted" };
  if (Array.isArray(data))
    return {
      kind: "array",
      range,
      elements: data.map((each) => ({ value: located(each), presence: "always" })),
      open: false,
      sources: [],
    };
  const members = Object.entries(data as object).map(([key, value]) => ({
    key,
    keyRange: range,
    value: located(value),
    presence: "always" as const,
  }));
  return { kind: "object", range, members, open: false, spreads: [] };
}

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", "x", 0, -1, 1.5, 2 ** 40),
  fc.constantFrom<unknown>([], {}, [null], { a: 1 }),
);

/** Data that fits the shape but for a mutation here and there. */
function nearly(shape: Shape): fc.Arbitrary<unknown> {
  const fitting = fit(shape);
  return fc.oneof({ weight: 25, arbitrary: fitting }, { weight: 1, arbitrary: junk });
}

function fit(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.type) {
    case "any":
      return junk;
    case "union":
      return fc.oneof(...shape.options.map(nearly));
    case "map":
      return fc.dictionary(fc.constantFrom("a", "b"), nearly(shape.values));
    case "array":
      return fc.array(nearly(shape.elements), { maxLength: 2 });
    case "object": {
      const fields = [...shape.fields.values()].map((field) => {
        const weight = field.required ? 20 : 1;
        return fc.oneof(
          { weight, arbitrary: nearly(field.shape).map((value) => [[field.name, value]]) },
          { weight: 1, arbitrary: fc.constant([]) },
        );
      });
      const extra = fc.oneof(
        { weight: 20, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: junk.map((value) => [["extra", value]]) },
      );
      return fc.tuple(...fields, extra).map((groups) => Object.fromEntries(groups.flat() as [string, unknown][]));
    }
    case "string":
      return fc.constantFrom(...(shape.values ?? ["", "x", "1"]));
    case "boolean":
      return fc.boolean();
    default:
      return fc.constantFrom(...(shape.values ?? [0, 12, -3]));
  }
}

describe("a shape as a JSON Schema", () => {
  it.each(kinds.map((kind) => [kind.name, kind.shape] as const))(
    "checks a %s as the shape check does",
    (_name, shape) => {
      const validate = new Ajv({ strict: true, allowUnionTypes: true, formats: { int64: true } }).compile(
        toJsonSchema(shape),
      );
      const verdicts = new Set<boolean>();
      fc.assert(
        fc.property(fit(shape), (data) => {
          // That a field is new to the group is no matter of its shape.
          const mismatches = checkShape(located(data), shape).filter(({ kind }) => kind !== "since");
          verdicts.add(mismatches.length === 0);
          expect(validate(data)).toBe(mismatches.length === 0);
        }),
        { numRuns: runsOf(150) },
      );
      expect(verdicts.size).toBe(2);
    },
  );

  it("says what it knows of a field", () => {
    const shape: Shape = {
      type: "object",
      open: true,
      fields: new Map([
        [
          "a",
          {
            name: "a",
            shape: { type: "string", values: ["x"] },
            required: false,
            underlyingName: "b",
            since: "v2",
            readOnly: true,
            description: "What it is.",
          },
        ],
        [
          "n",
          { name: "n", shape: { type: "union", options: [{ type: "number" }, { type: "boolean" }] }, required: true },
        ],
      ]),
    };
    expect(toJsonSchema(shape)).toEqual({
      type: "object",
      additionalProperties: true,
      required: ["n"],
      properties: {
        a: {
          type: ["string", "null"],
          enum: ["x", null],
          description: "What it is. Underlying name: b. Since v2 of the group. Set by the server.",
        },
        n: { anyOf: [{ type: "number" }, { type: "boolean" }], description: "Required." },
      },
    });
  });
});

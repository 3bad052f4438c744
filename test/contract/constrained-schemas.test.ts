import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { noFacts } from "../../src/contract/configuration/configuration";
import { kindsSchema } from "../../src/contract/kinds/kinds-schema";
import { findingsOf, lamp, lampOf } from "../manifest/imported";

const schema = `
  type: object
  required: [name]
  properties:
    name: { type: string, pattern: '^[a-z]+$', minLength: 2, maxLength: 4, description: What it is called. }
    code: { type: string, pattern: '^(?i)a' }
    low: { type: integer, minimum: 1, maximum: 5, exclusiveMaximum: true }
    small: { type: integer, format: int32 }
    ratio: { type: number, multipleOf: 0.5, minimum: 0, exclusiveMinimum: true }
    since: { type: string, format: date }
    list: { type: array, minItems: 1, maxItems: 2, items: { type: string } }
    set: { type: array, x-kubernetes-list-type: set, items: { type: string } }
    map: { type: object, maxProperties: 1, additionalProperties: { type: string, maxLength: 2 } }
    mode: { type: string, nullable: true, enum: [on, off, null] }
    door:
      type: object
      properties: { left: { type: string }, right: { type: string } }
      oneOf: [{ required: [left] }, { required: [right] }]
    lock:
      type: object
      properties: { pin: { type: string }, key: { type: string } }
      not: { required: [pin, key] }
    port: { x-kubernetes-int-or-string: true, minimum: 1, maxLength: 3 }
    any: { x-kubernetes-preserve-unknown-fields: true }
`;

const contract = lampOf(schema);
const validate = new Ajv({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/u, int64: true } }).compile(
  kindsSchema(contract) as object,
);

/** By the schema and by the check alike. */
function isRight(spec: string): boolean {
  const text = lamp(spec);
  const [bySchema, byCheck] = [validate(parse(text)), findingsOf(text, contract, noFacts).length === 0];
  expect(bySchema, spec).toBe(byCheck);
  return bySchema;
}

describe("the JSON Schema of an imported kind refuses what the check does", () => {
  it.each([
    "{ name: A }",
    "{ name: a }",
    "{ name: abcde }",
    "{ name: ab, low: 0 }",
    "{ name: ab, low: 5 }",
    "{ name: ab, small: 2147483648 }",
    "{ name: ab, ratio: 0 }",
    "{ name: ab, ratio: 0.7 }",
    "{ name: ab, since: yesterday }",
    "{ name: ab, list: [] }",
    "{ name: ab, list: [a, b, c] }",
    "{ name: ab, set: [a, a] }",
    "{ name: ab, map: { a: abc } }",
    "{ name: ab, map: { a: a, b: b } }",
    "{ name: ab, mode: off-on }",
    "{ name: ab, door: {} }",
    "{ name: ab, door: { left: a, right: b } }",
    "{ name: ab, lock: { pin: a, key: b } }",
    "{ name: ab, port: 0 }",
    "{ name: ab, port: abcd }",
    "{ name: null }",
    "{}",
  ])("%s", (spec) => {
    expect(isRight(spec)).toBe(false);
  });
});

describe("and takes what the check takes", () => {
  it.each([
    "{ name: ab, code: A, low: 4, small: -2147483648, ratio: 1.5, since: 2026-02-28 }",
    "{ name: ab, list: [a], set: [a, b], map: { a: ab }, mode: null, port: 80, any: { a: [1] } }",
    "{ name: ab, low: null, list: null, map: { a: null }, port: null, any: null }",
    "{ name: ab, door: { left: a }, lock: { pin: a }, port: abc, mode: 'on' }",
    "{ name: ab, door: { left: a, right: null }, lock: { pin: a, key: null } }",
    "{ name: ab, door: null, lock: null }",
  ])("%s", (spec) => {
    expect(isRight(spec)).toBe(true);
  });
});

it("tells what a field is", () => {
  expect(JSON.stringify(kindsSchema(contract))).toContain('"description":"What it is called. Required."');
});

import { Ajv } from "ajv";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { analyseManifests } from "../../src/analysis/manifests";
import { toContract, type ContractFile } from "../../src/contract/file/contract-file";
import { noFacts } from "../../src/contract/configuration/configuration";
import { getKnownKinds } from "../../src/manifest/known-kinds";
import { isValid } from "../../src/manifest/mismatches";
import { isSurelyValid } from "../../src/manifest/surely-valid";
import { examine } from "../../src/shape/constraints/examine";
import type { Schema } from "../../src/shape/constraints/schema";
import { root } from "../harness/fixtures";
import { runsOf } from "../harness/runs";

const runs = runsOf(150, 1 / 2);
const key = fc.constantFrom("a", "b", "c");

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>("", "a", "ab", "abc", "😀", "1"),
    fc.constantFrom<unknown>(-1, 0, 1, 2, 2.5, 3, 6),
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
}));

const size = fc.constantFrom(0, 1, 2, 3);
const limit = fc.constantFrom(-1, 0, 1, 2.5);
const { schema } = fc.letrec<{ schema: Schema; leaf: Schema; node: Schema; schemas: Schema[] }>((tie) => ({
  schema: fc.oneof({ depthSize: "small", maxDepth: 3 }, tie("leaf"), tie("node")),
  leaf: fc.record(
    { type: fc.constantFrom("object", "array", "string", "integer"), minLength: size, maximum: limit },
    { requiredKeys: [], noNullPrototype: true },
  ),
  schemas: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
  node: fc.record(
    {
      type: fc.constantFrom("object", "array", "string", "integer", "number", "boolean"),
      pattern: fc.constantFrom("^a", "b$", "^[a-c]{2,}$", "1|2"),
      minLength: size,
      maxLength: size,
      minimum: limit,
      maximum: limit,
      exclusiveMinimum: limit,
      exclusiveMaximum: limit,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minItems: size,
      maxItems: size,
      uniqueItems: fc.boolean(),
      minProperties: size,
      maxProperties: size,
      required: fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }) as fc.Arbitrary<never[]>,
      const: value as fc.Arbitrary<never>,
      properties: fc.dictionary(key, tie("schema"), { maxKeys: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      items: tie("schema"),
      propertyNames: fc.record({ maxLength: size, pattern: fc.constantFrom("a|b", "c") }),
      allOf: tie("schemas"),
      anyOf: tie("schemas"),
      oneOf: tie("schemas"),
      not: tie("schema"),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
})) as { schema: fc.Arbitrary<Schema> };

/** Both `enum` and `const` count for ajv; the former alone counts here, as no description has both. */
function withOneList(source: Schema): Schema {
  return JSON.parse(JSON.stringify(source), (_, each: unknown) => {
    if (typeof each !== "object" || each === null || !("enum" in each) || !("const" in each)) return each;
    return { ...each, const: undefined };
  }) as Schema;
}

test("the verdict on a value is ajv's", { timeout: 600_000, tags: ["long"] }, () => {
  const counts = { fits: 0, fails: 0, unknown: 0 };
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (drawn, values) => {
      const source = withOneList(drawn);
      const validate = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(source);
      for (const each of values) {
        const verdict = examine(each as never, source, [], undefined);
        counts[verdict] += 1;
        expect(verdict, JSON.stringify([source, each])).toBe(validate(each) ? "fits" : "fails");
      }
    }),
    { numRuns: runs },
  );
  expect(counts.fits).toBeGreaterThan(runs / 10);
  expect(counts.fails).toBeGreaterThan(runs / 10);
});

describe("the quick look at a kind with constraints and rules", { tags: ["long"] }, () => {
  const file = parse(readFileSync(join(root, "fixtures/contracts/shop.yaml"), "utf8")) as ContractFile;
  const contract = toContract(file);
  const known = getKnownKinds(contract, noFacts);
  const name = fc.constantFrom("ann", "bob", "cid", "dan", "eve", "Carl");
  const replicas = fc.constantFrom<unknown>(1, 2, 2, 2, 3, "3");
  const spec = fc.record(
    {
      tier: fc.constantFrom("basic", "basic", "standard", "premium", "premum"),
      replicas: fc.constantFrom(1, 3, 5, 1, 4),
      minReplicas: replicas,
      maxReplicas: replicas,
      code: fc.constantFrom("abc", "a", "b", "abcdefgh", "A"),
      price: fc.constantFrom(0, 0.5, 3, 4),
      since: fc.constantFrom("2026-02-28", "2026-02-27", "2026-02-30"),
      owners: fc.array(name, { maxLength: 4 }),
      shelves: fc.array(fc.record({ name, height: fc.constantFrom(1, 2) }, { requiredKeys: ["name"] }), {
        maxLength: 3,
      }),
      door: fc.record({ left: name, right: name }, { requiredKeys: [] }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );

  test("says yes exactly where nothing is found in full", () => {
    const counts = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(spec, (drawn) => {
        const text = stringify({ apiVersion: "shop.example.dev/v1", kind: "Storefront", spec: drawn });
        const { manifests } = analyseManifests({ text, language: "yaml", contract, facts: noFacts });
        expect(manifests).toHaveLength(1);
        const isRight = manifests.every(isValid);
        counts[isRight ? "right" : "wrong"] += 1;
        expect(isSurelyValid(text, { start: 0, end: text.length }, known), text).toBe(isRight);
      }),
      { numRuns: runs * 4 },
    );
    expect(counts.right).toBeGreaterThan(runs / 30);
    expect(counts.wrong).toBeGreaterThan(runs / 30);
  });
});

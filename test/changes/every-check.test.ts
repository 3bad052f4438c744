import { describe, expect, it } from "vitest";
import type { Version } from "../../src/changes/change";
import { checks } from "../../src/changes/checks";
import { compareDescriptions } from "../../src/changes/compare/descriptions";
import { compareKinds } from "../../src/changes/compare/kinds";
import { SchemaComparison } from "../../src/changes/compare/schemas";
import type { ContractSchema } from "../../src/contract/file/schema-shape";
import { cases } from "./cases";

/** What a change of a schema is called, forwards and backwards: by the direction of the value where that matters. */
interface Pair {
  readonly older: ContractSchema;
  readonly newer: ContractSchema;
  readonly request: readonly [forwards: string, backwards: string];
  readonly response: readonly [forwards: string, backwards: string];
}

const pair = (
  [older, newer]: readonly [ContractSchema, ContractSchema],
  request: readonly [string, string],
  response = request,
): Pair => ({ older, newer, request, response });

const text: ContractSchema = { type: "string" };
const integer: ContractSchema = { type: "integer" };
const list: ContractSchema = { type: "array", items: text };
const object: ContractSchema = { type: "object", additionalProperties: text };

const bounds: readonly (readonly [name: string, keyword: keyof ContractSchema, of: ContractSchema])[] = [
  ["min", "minimum", integer],
  ["max", "maximum", integer],
  ["exclusive-min", "exclusiveMinimum", integer],
  ["exclusive-max", "exclusiveMaximum", integer],
  ["min-length", "minLength", text],
  ["max-length", "maxLength", text],
  ["min-items", "minItems", list],
  ["max-items", "maxItems", list],
  ["min-properties", "minProperties", object],
  ["max-properties", "maxProperties", object],
];

const rules: readonly (readonly [string, keyof ContractSchema, ContractSchema, unknown, unknown])[] = [
  ["pattern", "pattern", text, "^a", "^b"],
  ["format", "format", text, "date", "date-time"],
  ["multiple-of", "multipleOf", integer, 2, 3],
  ["unique-items", "uniqueItems", list, true, false],
];

const pairs: readonly Pair[] = [
  ...bounds.flatMap(([name, keyword, of]) => [
    pair([of, { ...of, [keyword]: 3 }], [`${name}-set`, `${name}-unset`]),
    pair(
      [
        { ...of, [keyword]: 3 },
        { ...of, [keyword]: 5 },
      ],
      [`${name}-increased`, `${name}-decreased`],
    ),
  ]),
  ...rules.flatMap(([name, keyword, of, one, other]) => [
    pair([of, { ...of, [keyword]: one }], [`${name}-added`, `${name}-removed`]),
    pair(
      [
        { ...of, [keyword]: one },
        { ...of, [keyword]: other },
      ],
      [`${name}-changed`, `${name}-changed`],
    ),
  ]),
  pair([text, { ...text, enum: ["a"] }], ["became-enum", "enum-removed"]),
  pair(
    [
      { ...text, enum: ["a"] },
      { ...text, enum: ["a", "b"] },
    ],
    ["enum-value-added", "enum-value-removed"],
  ),
  pair([text, { ...text, enum: ["a"], const: "a" }], ["const-added", "const-removed"]),
  pair(
    [
      { ...text, enum: ["a"], const: "a" },
      { ...text, enum: ["b"], const: "b" },
    ],
    ["const-changed", "const-changed"],
  ),
  pair([text, { ...text, nullable: true }], ["became-nullable", "became-not-nullable"]),
  pair([text, { ...text, deprecated: true }], ["deprecated", "reactivated"]),
  pair([text, { ...text, default: "a" }], ["default-value-added", "default-value-removed"]),
  pair(
    [
      { ...text, default: "a" },
      { ...text, default: "b" },
    ],
    ["default-value-changed", "default-value-changed"],
  ),
  pair([text, { oneOf: [text, integer] }], ["one-of-added", "one-of-removed"]),
  pair([text, list], ["type-changed", "type-changed"]),
  pair([integer, { type: "number" }], ["type-generalized", "type-changed"], ["type-generalized", "type-specialized"]),
  pair(
    [text, { ...text, not: { enum: ["a"] } }],
    ["combination-changed", "combination-removed"],
    ["combination-changed", "combination-changed"],
  ),
  pair([object, { ...object, "x-kubernetes-validations": [{ rule: "size(self) > 1" }] }], ["rules", "rules"]),
];

/** Where a schema may stand, and what begins the ids of its changes there. */
const places: readonly {
  readonly prefix: string;
  readonly direction: "request" | "response";
  readonly describe: (schema: ContractSchema) => Version;
}[] = [
  {
    prefix: "request-parameter-",
    direction: "request",
    describe: (schema) => ({ endpoints: { "GET /x": { query: { x: { schema } } } } }),
  },
  {
    prefix: "request-body-",
    direction: "request",
    describe: (schema) => ({ endpoints: { "POST /x": { body: { schema } } } }),
  },
  {
    prefix: "request-property-",
    direction: "request",
    describe: (schema) => ({
      endpoints: { "POST /x": { body: { schema: { type: "object", properties: { x: schema } } } } },
    }),
  },
  {
    prefix: "response-body-",
    direction: "response",
    describe: (response) => ({ endpoints: { "GET /x": { response } } }),
  },
  {
    prefix: "response-property-",
    direction: "response",
    describe: (schema) => ({ endpoints: { "GET /x": { response: { type: "object", properties: { x: schema } } } } }),
  },
  { prefix: "object-", direction: "request", describe: (schema) => kind(schema) },
  {
    prefix: "property-",
    direction: "request",
    describe: (schema) => kind({ type: "object", properties: { x: schema } }),
  },
];

function kind(schema: ContractSchema): Version {
  return { kinds: [{ kind: "Gadget", group: "shop.example.dev", versions: ["v1"], schema }] };
}

function changesBetween(older: Version, newer: Version): readonly { readonly id: string; readonly effect: string }[] {
  return older.kinds ? compareKinds(older, newer, new SchemaComparison({}, {})) : compareDescriptions(older, newer);
}

const told = new Set<string>();

function idOf(prefix: string, suffix: string, isBack: boolean): string {
  return suffix === "rules" ? `rules-${isBack ? "removed" : "added"}` : prefix + suffix;
}

describe.each(places)("a schema as $prefix*", ({ prefix, direction, describe: describeIt }) => {
  it.each(pairs.map((each): [string, Pair] => [each[direction].join(), each]))("%s", (_, each) => {
    const [older, newer] = [describeIt(each.older), describeIt(each.newer)];
    const [there, back] = [changesBetween(older, newer), changesBetween(newer, older)];
    const [forwards, backwards] = each[direction];
    expect(there.map(({ id }) => id)).toEqual([idOf(prefix, forwards, false)]);
    expect(back.map(({ id }) => id)).toEqual([idOf(prefix, backwards, true)]);
    for (const { id, effect } of [...there, ...back]) {
      told.add(id);
      expect({ id, effect }).toEqual({ id, effect: checks[id]?.effect });
    }
  });
});

describe("the presence of a property", () => {
  const of = (schema: ContractSchema, required: boolean): ContractSchema => ({
    type: "object",
    properties: { x: schema },
    ...(required && { required: ["x"] }),
  });
  const none: ContractSchema = { type: "object", properties: {} };
  const filled: ContractSchema = { ...text, default: "a" };
  const set: ContractSchema = { ...text, readOnly: true };

  it.each<[forwards: string, backwards: string, older: ContractSchema, newer: ContractSchema]>([
    ["property-removed", "new-optional-property", of(text, false), none],
    ["property-removed", "new-required-property", of(text, true), none],
    ["property-removed", "new-required-property-with-default", of(filled, true), none],
    ["property-became-required", "property-became-optional", of(text, false), of(text, true)],
    ["property-became-required-with-default", "property-became-optional", of(filled, false), of(filled, true)],
    ["optional-property-became-read-only", "optional-property-became-not-read-only", of(text, false), of(set, false)],
    ["required-property-became-read-only", "required-property-became-not-read-only", of(text, true), of(set, true)],
  ])("of a kind: %s, %s", (forwards, backwards, older, newer) => {
    const [there, back] = [changesBetween(kind(older), kind(newer)), changesBetween(kind(newer), kind(older))];
    expect(there.map(({ id }) => id)).toEqual([forwards]);
    expect(back.map(({ id }) => id)).toEqual([backwards]);
    for (const { id } of [...there, ...back]) told.add(id);
  });

  it.each<
    [
      direction: "request" | "response",
      forwards: string,
      backwards: string,
      older: ContractSchema,
      newer: ContractSchema,
    ]
  >([
    [
      "request",
      "request-required-property-became-read-only",
      "request-required-property-became-not-read-only",
      of(text, true),
      of(set, true),
    ],
    [
      "response",
      "response-required-property-became-write-only",
      "response-required-property-became-not-write-only",
      of(text, true),
      of({ ...text, writeOnly: true }, true),
    ],
  ])("of a %s: %s, %s", (direction, forwards, backwards, older, newer) => {
    const version = (schema: ContractSchema): Version => ({
      endpoints: { "POST /x": direction === "request" ? { body: { schema } } : { response: schema } },
    });
    const [there, back] = [
      changesBetween(version(older), version(newer)),
      changesBetween(version(newer), version(older)),
    ];
    expect(there.map(({ id }) => id)).toEqual([forwards]);
    expect(back.map(({ id }) => id)).toEqual([backwards]);
    for (const { id } of [...there, ...back]) told.add(id);
  });

  it("of a body that need not be sent", () => {
    const version = (body?: object): Version => ({ endpoints: { "POST /x": { ...(body && { body }) } } });
    const [added] = changesBetween(version(), version({ schema: text }));
    expect(added?.id).toBe("request-body-added-optional");
    told.add("request-body-added-optional");
  });
});

/** Of permission maps, of kinds as a whole and of documents: test/hosts/cli/diff/{permissions,kinds}.test.ts. */
const ofOtherTests = /^(?:api-(?:permission|token-type)-|kind-|value-no-longer-fits$)/u;

it("each change that is told apart is one of these, or of the cases with code", () => {
  const seen = new Set([...told, ...cases.flatMap(({ ids, back }) => [...ids, ...back])]);
  expect(Object.keys(checks).filter((id) => !seen.has(id) && !ofOtherTests.test(id))).toEqual([]);
});

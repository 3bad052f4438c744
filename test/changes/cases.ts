/** Changes of one endpoint each, with the code that a change hits and that it spares. */

type Json = Readonly<Record<string, unknown>>;

/** Code of a call; `{url}` stands for the address of the endpoint. */
type Code = string;

export interface Case {
  /** Ids of all changes from the older version to the newer. */
  readonly ids: readonly string[];
  /** Those the other way round. */
  readonly back: readonly string[];
  readonly older: Json | undefined;
  readonly newer: Json | undefined;
  readonly hit?: readonly Code[];
  readonly spared?: readonly Code[];
  readonly unknown?: readonly Code[];
}

const ok = { 200: { description: "All is well" } };
const json = (schema: Json): Json => ({ "application/json": { schema } });
const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

const get = (more: Json = {}): Json => ({ get: { responses: ok, ...more } });
const parameter = (schema: Json | undefined, more: Json = {}): Json =>
  get(schema === undefined ? {} : { parameters: [{ name: "x", in: "query", schema, ...more }] });
const header = (more: Json | undefined): Json =>
  get(
    more === undefined ? {} : { parameters: [{ name: "X-Mode", in: "header", schema: { type: "string" }, ...more }] },
  );
const post = (schema: Json | undefined, more: Json = {}): Json => ({
  post: { responses: ok, ...(schema && { requestBody: { required: true, content: json(schema), ...more } }) },
});
const body = (properties: Json, required?: readonly string[]): Json => post(object(properties, required));
const answer = (properties: Json, required?: readonly string[]): Json =>
  get({ responses: { 200: { description: "It", content: json(object(properties, required)) } } });
const answers = (responses: Json): Json => get({ responses });

const ask = (query: string): Code => `await fetch("{url}${query === "" ? "" : `?${query}`}");`;
const withHeader = (fields: string): Code => `await fetch("{url}", { headers: { ${fields} } });`;
const send = (value: string): Code => `await fetch("{url}", { method: "POST", body: JSON.stringify(${value}) });`;
const read = (expression: string): Code => `console.log((await (await fetch("{url}")).json()).${expression});`;
const readNothing: Code = `console.log((await fetch("{url}")).ok);`;
const readAll: Code = `send(await (await fetch("{url}")).json());`;

const text = { type: "string" };
const integer = { type: "integer" };

/** A change of what a value may be, in a parameter and in a property of a body. */
const valueCases = (
  name: string,
  [older, newer]: readonly [Json, Json],
  [hit, spared]: readonly [string, string],
  verbs: readonly [string, string],
): readonly Case[] => [
  {
    ids: [`request-parameter-${name}-${verbs[0]}`],
    back: [`request-parameter-${name}-${verbs[1]}`],
    older: parameter(older),
    newer: parameter(newer),
    hit: [ask(`x=${hit}`)],
    spared: [ask(`x=${spared}`), ask("")],
    unknown: ["await fetch(`{url}?x=${given}`);"],
  },
  {
    ids: [`request-property-${name}-${verbs[0]}`],
    back: [`request-property-${name}-${verbs[1]}`],
    older: body({ x: older }),
    newer: body({ x: newer }),
    hit: [send(`{ x: ${older.type === "string" ? JSON.stringify(hit) : hit} }`)],
    spared: [send(`{ x: ${older.type === "string" ? JSON.stringify(spared) : spared} }`), send("{}")],
    unknown: [send("{ x: given }"), send("input")],
  },
];

/** The same of an answer: who reads it may be hit. */
const answerCase = (ids: readonly string[], back: readonly string[], [older, newer]: readonly [Json, Json]): Case => ({
  ids,
  back,
  older: answer({ x: older, y: text }),
  newer: answer({ x: newer, y: text }),
  spared: [read("y"), readNothing],
  unknown: [read("x"), readAll],
});

export const cases: readonly Case[] = [
  {
    ids: ["api-path-removed-without-deprecation"],
    back: ["endpoint-added"],
    older: get(),
    newer: undefined,
    hit: [ask(""), readNothing],
  },
  {
    ids: ["api-path-removed-with-deprecation"],
    back: ["endpoint-added"],
    older: get({ deprecated: true }),
    newer: undefined,
    hit: [ask("")],
  },
  {
    ids: ["api-removed-without-deprecation"],
    back: ["endpoint-added"],
    older: { ...get(), ...post(undefined) },
    newer: get(),
    hit: [`await fetch("{url}", { method: "POST" });`],
  },
  {
    ids: ["api-removed-with-deprecation"],
    back: ["endpoint-added"],
    older: { ...get(), post: { responses: ok, deprecated: true } },
    newer: get(),
    hit: [`await fetch("{url}", { method: "POST" });`],
  },
  { ids: ["endpoint-deprecated"], back: ["endpoint-reactivated"], older: get(), newer: get({ deprecated: true }) },
  {
    ids: ["api-security-added"],
    back: ["api-security-no-longer-required"],
    older: get(),
    newer: get({ security: [{ key: [] }] }),
    unknown: [ask("")],
  },
  {
    ids: ["api-security-removed"],
    back: ["api-security-alternative-added"],
    older: get({ security: [{ key: [] }, { other: [] }] }),
    newer: get({ security: [{ key: [] }] }),
    unknown: [ask("")],
  },
  {
    ids: ["request-parameter-removed"],
    back: ["new-optional-request-parameter"],
    older: parameter(text),
    newer: parameter(undefined),
    hit: [ask("x=1"), "await fetch(`{url}?x=${given}`);", `await fetch("{url}" + (given ? "?x=1" : ""));`],
    spared: [ask(""), ask("y=1")],
    unknown: ["await fetch(`{url}?${given}`);"],
  },
  {
    ids: ["request-parameter-removed-with-deprecation"],
    back: ["new-optional-request-parameter"],
    older: parameter(text, { deprecated: true }),
    newer: parameter(undefined),
    hit: [ask("x=1")],
    spared: [ask("")],
  },
  {
    ids: ["new-required-request-parameter"],
    back: ["request-parameter-removed"],
    older: parameter(undefined),
    newer: parameter(text, { required: true }),
    hit: [ask(""), ask("y=1"), `await fetch("{url}" + (given ? "?x=1" : ""));`],
    spared: [ask("x=1")],
    unknown: ["await fetch(`{url}?${given}`);"],
  },
  {
    ids: ["request-parameter-became-required"],
    back: ["request-parameter-became-optional"],
    older: parameter(text),
    newer: parameter(text, { required: true }),
    hit: [ask("")],
    spared: [ask("x=1")],
  },
  {
    ids: ["new-required-request-parameter-with-default"],
    back: ["request-parameter-removed"],
    older: parameter(undefined),
    newer: parameter({ ...text, default: "a" }, { required: true }),
    spared: [ask(""), ask("x=1")],
  },
  {
    ids: ["request-parameter-became-required-with-default"],
    back: ["request-parameter-became-optional"],
    older: parameter({ ...text, default: "a" }),
    newer: parameter({ ...text, default: "a" }, { required: true }),
    spared: [ask(""), ask("x=1")],
  },
  {
    // The default stood in for it.
    ids: ["request-parameter-became-required", "request-parameter-default-value-removed"],
    back: ["request-parameter-became-optional", "request-parameter-default-value-added"],
    older: parameter({ ...text, default: "a" }, { required: true }),
    newer: parameter(text, { required: true }),
    hit: [ask("")],
    spared: [ask("x=1")],
  },
  {
    ids: ["request-parameter-deprecated"],
    back: ["request-parameter-reactivated"],
    older: parameter(text),
    newer: parameter(text, { deprecated: true }),
    spared: [ask("x=1")],
  },
  {
    ids: ["request-parameter-removed"],
    back: ["new-optional-request-parameter"],
    older: header({}),
    newer: header(undefined),
    hit: [withHeader(`"x-mode": "a"`)],
    spared: [withHeader(`"X-Other": "a"`), ask("")],
    unknown: [`await fetch("{url}", { headers: given });`],
  },
  {
    ids: ["new-required-request-parameter"],
    back: ["request-parameter-removed"],
    older: header(undefined),
    newer: header({ required: true }),
    hit: [ask("")],
    spared: [withHeader(`"X-MODE": "a"`)],
  },
  ...valueCases(
    "enum-value",
    [
      { ...text, enum: ["a", "b"] },
      { ...text, enum: ["a"] },
    ],
    ["b", "a"],
    ["removed", "added"],
  ),
  ...valueCases(
    "max",
    [
      { ...integer, maximum: 9 },
      { ...integer, maximum: 5 },
    ],
    ["7", "4"],
    ["decreased", "increased"],
  ),
  ...valueCases("max", [integer, { ...integer, maximum: 5 }], ["7", "4"], ["set", "unset"]),
  ...valueCases(
    "min",
    [
      { ...integer, minimum: 1 },
      { ...integer, minimum: 3 },
    ],
    ["2", "4"],
    ["increased", "decreased"],
  ),
  ...valueCases("min", [integer, { ...integer, minimum: 3 }], ["2", "4"], ["set", "unset"]),
  ...valueCases("exclusive-min", [integer, { ...integer, exclusiveMinimum: 3 }], ["3", "4"], ["set", "unset"]),
  ...valueCases("exclusive-max", [integer, { ...integer, exclusiveMaximum: 3 }], ["3", "2"], ["set", "unset"]),
  ...valueCases(
    "min-length",
    [
      { ...text, minLength: 1 },
      { ...text, minLength: 3 },
    ],
    ["ab", "abc"],
    ["increased", "decreased"],
  ),
  ...valueCases(
    "max-length",
    [
      { ...text, maxLength: 5 },
      { ...text, maxLength: 3 },
    ],
    ["abcd", "abc"],
    ["decreased", "increased"],
  ),
  ...valueCases("max-length", [text, { ...text, maxLength: 3 }], ["abcd", "abc"], ["set", "unset"]),
  ...valueCases("pattern", [text, { ...text, pattern: "^[a-z]+$" }], ["A1", "ab"], ["added", "removed"]),
  ...valueCases(
    "pattern",
    [
      { ...text, pattern: "^[a-z0-9]+$" },
      { ...text, pattern: "^[a-z]+$" },
    ],
    ["a1", "ab"],
    ["changed", "changed"],
  ),
  ...valueCases("multiple-of", [integer, { ...integer, multipleOf: 5 }], ["7", "10"], ["added", "removed"]),
  ...valueCases("format", [text, { ...text, format: "date" }], ["today", "2026-01-31"], ["added", "removed"]),
  ...valueCases("const", [text, { ...text, const: "a" }], ["b", "a"], ["added", "removed"]),
  {
    ids: ["request-property-const-changed"],
    back: ["request-property-const-changed"],
    older: body({ x: { ...text, const: "a" } }),
    newer: body({ x: { ...text, const: "b" } }),
    hit: [send(`{ x: "a" }`)],
    spared: [send(`{ x: "b" }`), send("{}")],
    unknown: [send("{ x: given }")],
  },
  {
    // A list of one value is what a constant is.
    ids: ["request-property-enum-value-removed"],
    back: ["request-property-enum-value-added"],
    older: body({ x: { ...text, enum: ["a", "b"] } }),
    newer: body({ x: { ...text, const: "a" } }),
    hit: [send(`{ x: "b" }`)],
    spared: [send(`{ x: "a" }`)],
    unknown: [send("{ x: given }")],
  },
  {
    ids: ["request-parameter-became-enum"],
    back: ["request-parameter-enum-removed"],
    older: parameter(text),
    newer: parameter({ ...text, enum: ["a", "b"] }),
    hit: [ask("x=c")],
    spared: [ask("x=b"), ask("")],
    unknown: ["await fetch(`{url}?x=${given}`);"],
  },
  {
    ids: ["request-parameter-type-changed"],
    back: ["request-parameter-type-changed"],
    older: parameter(text),
    newer: parameter(integer),
    hit: [ask("x=abc")],
    spared: [ask("x=12"), ask("")],
    unknown: ["await fetch(`{url}?x=${given}`);"],
  },
  {
    ids: ["request-parameter-default-value-changed"],
    back: ["request-parameter-default-value-changed"],
    older: parameter({ ...integer, default: 10 }),
    newer: parameter({ ...integer, default: 50 }),
    hit: [ask("")],
    spared: [ask("x=10")],
  },
  {
    ids: ["request-property-one-of-removed"],
    back: ["request-property-one-of-added"],
    older: body({ x: { anyOf: [text, integer] } }),
    newer: body({ x: { anyOf: [text] } }),
    hit: [send("{ x: 1 }")],
    spared: [send('{ x: "a" }')],
  },
  {
    ids: ["request-property-max-properties-set"],
    back: ["request-property-max-properties-unset"],
    older: body({ x: { type: "object", additionalProperties: text } }),
    newer: body({ x: { type: "object", additionalProperties: text, maxProperties: 1 } }),
    hit: [send('{ x: { a: "a", b: "b" } }')],
    spared: [send('{ x: { a: "a" } }')],
    unknown: [send("{ x: input }")],
  },
  {
    ids: ["request-body-added-required"],
    back: ["request-body-removed"],
    older: post(undefined),
    newer: body({ x: text }),
    hit: [`await fetch("{url}", { method: "POST" });`],
    spared: [send("{ x: given }")],
  },
  {
    ids: ["request-body-removed"],
    back: ["request-body-added-required"],
    older: body({ x: text }),
    newer: post(undefined),
    hit: [send("{ x: given }"), send("input")],
    spared: [`await fetch("{url}", { method: "POST" });`],
  },
  {
    ids: ["request-body-became-required"],
    back: ["request-body-became-optional"],
    older: post(object({ x: text }), { required: false }),
    newer: body({ x: text }),
    hit: [`await fetch("{url}", { method: "POST" });`],
    spared: [send("{}")],
  },
  {
    ids: ["request-body-media-type-removed"],
    back: ["request-body-media-type-added"],
    older: post(object({}), { content: { ...json(object({})), "text/csv": {} } }),
    newer: post(object({}), { content: json(object({})) }),
    hit: [`await fetch("{url}", { method: "POST", headers: { "Content-Type": "text/csv" }, body: given });`],
    spared: [send("{}")],
  },
  {
    ids: ["request-property-removed"],
    back: ["new-optional-request-property"],
    older: body({ x: text, y: text }),
    newer: body({ y: text }),
    hit: [send("{ x: given }"), send("given ? { x: given } : {}")],
    spared: [send("{ y: given }"), send("{}")],
    unknown: [send("input"), send("{ y: given, ...input }")],
  },
  {
    ids: ["request-property-removed"],
    back: ["new-optional-request-property"],
    older: body({ inner: object({ x: text }), list: { type: "array", items: object({ y: text }) } }),
    newer: body({ inner: object({}), list: { type: "array", items: object({ y: text }) } }),
    hit: [send("{ inner: { x: 1 } }")],
    spared: [send("{ inner: {} }"), send("{ list: [{ y: given }] }")],
    unknown: [send("{ inner: input }")],
  },
  {
    ids: ["request-property-removed"],
    back: ["new-optional-request-property"],
    older: body({ list: { type: "array", items: object({ x: text, y: text }) } }),
    newer: body({ list: { type: "array", items: object({ y: text }) } }),
    hit: [send("{ list: [{ y: given }, { x: given }] }")],
    spared: [send("{ list: [{ y: given }] }"), send("{ list: [] }")],
    unknown: [send("{ list: input }")],
  },
  {
    ids: ["new-required-request-property"],
    back: ["request-property-removed"],
    older: body({ y: text }),
    newer: body({ x: text, y: text }, ["x"]),
    hit: [send("{ y: given }"), send("{ y: given, ...(given ? { x: given } : {}) }")],
    spared: [send("{ x: given }")],
    unknown: [send("input")],
  },
  {
    ids: ["new-required-request-property"],
    back: ["request-property-removed"],
    older: body({ inner: object({ y: text }) }),
    newer: body({ inner: object({ x: text, y: text }, ["x"]) }),
    hit: [send("{ inner: { y: given } }")],
    spared: [send("{ inner: { x: given } }"), send("{}")],
  },
  {
    ids: ["request-property-became-required"],
    back: ["request-property-became-optional"],
    older: body({ x: text }),
    newer: body({ x: text }, ["x"]),
    hit: [send("{}")],
    spared: [send("{ x: given }")],
    unknown: [send("input")],
  },
  {
    ids: ["new-required-request-property-with-default"],
    back: ["request-property-removed"],
    older: body({ y: text }),
    newer: body({ x: { ...text, default: "a" }, y: text }, ["x"]),
    spared: [send("{ y: given }"), send("{ x: given }"), send("input")],
  },
  {
    ids: ["request-property-became-required-with-default"],
    back: ["request-property-became-optional"],
    older: body({ x: { ...text, default: "a" } }),
    newer: body({ x: { ...text, default: "a" } }, ["x"]),
    spared: [send("{}"), send("input")],
  },
  {
    ids: ["request-property-became-required", "request-property-default-value-removed"],
    back: ["request-property-became-optional", "request-property-default-value-added"],
    older: body({ x: { ...text, default: "a" } }, ["x"]),
    newer: body({ x: text }, ["x"]),
    hit: [send("{}")],
    spared: [send("{ x: given }")],
    unknown: [send("input")],
  },
  {
    ids: ["request-property-became-not-nullable"],
    back: ["request-property-became-nullable"],
    older: body({ x: { ...text, nullable: true } }),
    newer: body({ x: text }),
    hit: [send("{ x: null }"), send("{ x: given ? given : null }")],
    spared: [send(`{ x: "a" }`), send("{}")],
    unknown: [send("{ x: anything }")],
  },
  {
    ids: ["request-optional-property-became-read-only"],
    back: ["request-optional-property-became-not-read-only"],
    older: body({ x: text }),
    newer: body({ x: { ...text, readOnly: true } }),
    hit: [send("{ x: given }")],
    spared: [send("{}")],
  },
  {
    ids: ["request-property-type-changed"],
    back: ["request-property-type-changed"],
    older: body({ x: text }),
    newer: body({ x: object({ y: text }) }),
    hit: [send(`{ x: "a" }`)],
    spared: [send("{}")],
    unknown: [send("{ x: anything }")],
  },
  {
    ids: ["request-property-type-changed"],
    back: ["request-property-type-generalized"],
    older: body({ x: { type: "number" } }),
    newer: body({ x: integer }),
    hit: [send("{ x: 1.5 }")],
    spared: [send("{ x: 2 }")],
  },
  {
    ids: ["request-property-one-of-removed"],
    back: ["request-property-one-of-added"],
    older: body({ x: { oneOf: [text, integer] } }),
    newer: body({ x: text }),
    hit: [send("{ x: 5 }")],
    spared: [send(`{ x: "a" }`)],
    unknown: [send("{ x: anything }")],
  },
  {
    ids: ["request-property-default-value-changed"],
    back: ["request-property-default-value-changed"],
    older: body({ x: { ...integer, default: 1 } }),
    newer: body({ x: { ...integer, default: 2 } }),
    hit: [send("{}")],
    spared: [send("{ x: 1 }")],
  },
  {
    ids: [],
    back: [],
    older: body({ x: { ...text, default: "true" } }),
    newer: body({ x: { ...text, default: true } }),
    spared: [send("{}")],
  },
  {
    ids: ["response-optional-property-removed"],
    back: ["response-optional-property-added"],
    older: answer({ x: text, y: text }),
    newer: answer({ y: text }),
    hit: [read("x"), `const { x } = await (await fetch("{url}")).json(); console.log(x);`],
    spared: [read("y"), readNothing],
    unknown: [readAll],
  },
  {
    ids: ["response-required-property-removed"],
    back: ["response-required-property-added"],
    older: answer({ x: text, y: text }, ["x"]),
    newer: answer({ y: text }),
    hit: [read("x")],
    spared: [read("y")],
  },
  {
    ids: ["response-optional-property-removed"],
    back: ["response-optional-property-added"],
    older: answer({ items: { type: "array", items: object({ x: text, y: text }) } }),
    newer: answer({ items: { type: "array", items: object({ y: text }) } }),
    hit: [read("items.map((item) => item.x)"), read("items[0].x.trim()")],
    spared: [read("items.map((item) => item.y)"), read("items.length")],
    unknown: [read("items")],
  },
  {
    ids: ["response-property-type-changed"],
    back: ["response-property-type-changed"],
    older: answer({ x: text, y: text }),
    newer: answer({ x: object({ z: text }), y: text }),
    hit: [read("x")],
    spared: [read("y")],
    unknown: [readAll],
  },
  answerCase(
    ["response-property-type-generalized"],
    ["response-property-type-specialized"],
    [integer, { type: "number" }],
  ),
  answerCase(
    ["response-property-became-nullable"],
    ["response-property-became-not-nullable"],
    [text, { ...text, nullable: true }],
  ),
  answerCase(
    ["response-property-enum-value-added"],
    ["response-property-enum-value-removed"],
    [
      { ...text, enum: ["a"] },
      { ...text, enum: ["a", "b"] },
    ],
  ),
  answerCase(["response-property-enum-removed"], ["response-property-became-enum"], [{ ...text, enum: ["a"] }, text]),
  answerCase(["response-property-const-removed"], ["response-property-const-added"], [{ ...text, const: "a" }, text]),
  answerCase(
    ["response-property-const-changed"],
    ["response-property-const-changed"],
    [
      { ...text, const: "a" },
      { ...text, const: "b" },
    ],
  ),
  answerCase(
    ["response-property-max-increased"],
    ["response-property-max-decreased"],
    [
      { ...integer, maximum: 5 },
      { ...integer, maximum: 9 },
    ],
  ),
  answerCase(
    ["response-property-max-length-unset"],
    ["response-property-max-length-set"],
    [{ ...text, maxLength: 5 }, text],
  ),
  answerCase(
    ["response-property-one-of-added"],
    ["response-property-one-of-removed"],
    [text, { oneOf: [text, integer] }],
  ),
  answerCase(
    ["response-property-pattern-removed"],
    ["response-property-pattern-added"],
    [{ ...text, pattern: "^a" }, text],
  ),
  {
    ids: ["response-property-became-optional"],
    back: ["response-property-became-required"],
    older: answer({ x: text, y: text }, ["x"]),
    newer: answer({ x: text, y: text }),
    spared: [read("y")],
    unknown: [read("x"), readAll],
  },
  {
    ids: ["response-optional-property-became-write-only"],
    back: ["response-optional-property-became-not-write-only"],
    older: answer({ x: text, y: text }),
    newer: answer({ x: { ...text, writeOnly: true }, y: text }),
    hit: [read("x")],
    spared: [read("y")],
  },
  {
    ids: ["response-success-status-removed", "response-success-status-added"],
    back: ["response-success-status-removed", "response-success-status-added"],
    older: answers({ 200: { description: "It" } }),
    newer: answers({ 204: { description: "It" } }),
    unknown: [readNothing],
  },
  {
    ids: ["response-non-success-status-removed"],
    back: ["response-non-success-status-added"],
    older: answers({ ...ok, 404: { description: "None" } }),
    newer: answers(ok),
    spared: [readNothing],
  },
  {
    ids: ["response-media-type-removed"],
    back: ["response-media-type-added"],
    older: answers({ 200: { description: "It", content: { ...json({}), "text/csv": {} } } }),
    newer: answers({ 200: { description: "It", content: json({}) } }),
    spared: [readNothing],
    unknown: [read("x")],
  },
];

import { describe, expect, it } from "vitest";
import { importDiscovery } from "../../../src/contract/import/discovery/discovery";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

type Json = Readonly<Record<string, unknown>>;

/** What becomes of a keyword: it is in the contract, it is named in a note, or it says nothing of a value. */
type Fate = "kept" | "named" | "nothing";

const text = { type: "string" };
const object = { type: "object", properties: { a: text } };

function fateOf(plain: Json, schema: Json, keyword: string, read: (schema: Json) => Reading): readonly Fate[] {
  const [before, after] = [read(plain), read(schema)];
  const isKept = JSON.stringify(before.contract) !== JSON.stringify(after.contract);
  const isNamed = after.notes.some((note) => note.includes(keyword));
  return isKept || isNamed
    ? [...(isKept ? ["kept" as const] : []), ...(isNamed ? ["named" as const] : [])]
    : ["nothing"];
}

interface Reading {
  readonly contract: unknown;
  readonly notes: readonly string[];
}

const fromOpenapi = (schema: Json): Reading => {
  const requestBody = { content: { "application/json": { schema } } };
  const schemas = { Base: { type: "object", properties: { kind: text, b: text }, required: ["kind"] } };
  return importOpenapi([
    { file: "a", value: { openapi: "3.1.0", paths: { "/a": { post: { requestBody } } }, components: { schemas } } },
  ]);
};

/** A schema, a keyword with its argument, and what becomes of it. */
const openapi: readonly (readonly [Json, string, unknown, Fate])[] = [
  // Annotations, and the parts of a schema's own name.
  [text, "title", "A", "nothing"],
  [text, "description", "A", "nothing"],
  [text, "example", "A", "nothing"],
  [text, "examples", ["A"], "nothing"],
  [text, "deprecated", true, "kept"],
  [text, "externalDocs", { url: "https://a.test" }, "nothing"],
  [text, "xml", { name: "a" }, "nothing"],
  [text, "default", "A", "nothing"],
  [text, "$comment", "A", "nothing"],
  [text, "$id", "https://a.test", "nothing"],
  [text, "$schema", "https://a.test", "nothing"],
  [text, "$anchor", "a", "nothing"],
  [text, "$dynamicAnchor", "a", "nothing"],
  [text, "$vocabulary", {}, "nothing"],
  [text, "$defs", { a: text }, "nothing"],
  [text, "contentEncoding", "base64", "nothing"],
  [text, "contentMediaType", "text/plain", "nothing"],
  [text, "contentSchema", text, "nothing"],
  [text, "x-anything", true, "nothing"],
  // Any value.
  [{}, "type", "string", "kept"],
  [{}, "$ref", "#/components/schemas/Base", "kept"],
  [text, "$dynamicRef", "#a", "named"],
  [text, "nullable", true, "kept"],
  [text, "readOnly", true, "kept"],
  [text, "writeOnly", true, "kept"],
  [text, "enum", ["a", "b"], "kept"],
  [{}, "enum", [{ a: 1 }], "named"],
  [{}, "const", "a", "kept"],
  [{}, "const", { a: 1 }, "named"],
  [{}, "allOf", [object], "kept"],
  [{}, "anyOf", [text, object], "kept"],
  [{}, "oneOf", [text, object], "kept"],
  [object, "anyOf", [{ required: ["a"] }], "named"],
  [object, "oneOf", [{ required: ["a"] }], "named"],
  [text, "not", { enum: ["a"] }, "named"],
  [object, "if", { required: ["a"] }, "named"],
  // Texts.
  [text, "minLength", 1, "kept"],
  [text, "maxLength", 1, "kept"],
  [text, "pattern", "^a$", "kept"],
  [text, "pattern", "^(?!a)", "named"],
  [text, "pattern", "(a)\\1", "named"],
  [text, "format", "uuid", "kept"],
  [text, "format", "hostname", "nothing"],
  // Numbers.
  [{ type: "number" }, "minimum", 1, "kept"],
  [{ type: "number" }, "maximum", 1, "kept"],
  [{ type: "number" }, "exclusiveMinimum", 1, "kept"],
  [{ type: "number" }, "exclusiveMaximum", 1, "kept"],
  [{ type: "number" }, "multipleOf", 2, "kept"],
  [{ type: "number" }, "minimum", "1", "named"],
  // Lists.
  [{ type: "array" }, "items", text, "kept"],
  [{ type: "array" }, "items", [text], "named"],
  [{ type: "array" }, "minItems", 1, "kept"],
  [{ type: "array" }, "maxItems", 1, "kept"],
  [{ type: "array" }, "uniqueItems", true, "kept"],
  [{ type: "array" }, "prefixItems", [text], "named"],
  [{ type: "array" }, "contains", text, "named"],
  // These say nothing without `contains` and `if`.
  [{ type: "array" }, "minContains", 1, "nothing"],
  [{ type: "array" }, "maxContains", 1, "nothing"],
  [object, "then", object, "nothing"],
  [object, "else", object, "nothing"],
  [{ type: "array" }, "unevaluatedItems", false, "named"],
  // Objects.
  [{ type: "object" }, "properties", { a: text }, "kept"],
  [object, "required", ["a"], "kept"],
  [object, "required", ["z"], "named"],
  [{ type: "object" }, "additionalProperties", text, "kept"],
  [object, "additionalProperties", true, "kept"],
  [object, "minProperties", 1, "kept"],
  [object, "maxProperties", 1, "kept"],
  [object, "propertyNames", { maxLength: 3 }, "named"],
  [object, "dependentRequired", { a: ["b"] }, "named"],
  [object, "dependentSchemas", { a: object }, "named"],
  [object, "dependencies", { a: ["b"] }, "named"],
  [object, "unevaluatedProperties", false, "named"],
];

describe("a keyword of OpenAPI is kept, or named at import", () => {
  it.each(openapi)("%j with %s %j", (plain, keyword, argument, fate) => {
    expect(fateOf(plain, { ...plain, [keyword]: argument }, keyword, fromOpenapi)).toEqual([fate]);
  });

  it("patternProperties makes an object open, which its names may not be", () => {
    const schema = { ...object, patternProperties: { "^x-": text } };
    expect(fateOf(object, schema, "patternProperties", fromOpenapi)).toEqual(["kept", "named"]);
  });

  it("a discriminator is kept", () => {
    const option = (kind: string) => ({ type: "object", properties: { kind: { const: kind }, [kind]: text } });
    const union = { oneOf: [option("a"), option("b")] };
    const discriminator = { propertyName: "kind" };
    expect(fateOf(union, { ...union, discriminator }, "discriminator", fromOpenapi)).toEqual(["kept"]);
  });

  it("wherever its schema stands, and not in examples", () => {
    const parameters = [{ name: "a", in: "query", schema: { type: "array", items: { not: {} } } }];
    const content = {
      "application/json": { schema: { $ref: "#/components/schemas/A" }, example: { schema: { not: {} } } },
    };
    const value = {
      openapi: "3.1.0",
      paths: { "/a": { get: { parameters, responses: { 200: { content } } } } },
      components: { schemas: { A: { properties: { a: { additionalProperties: { not: {} } } } } } },
    };
    expect(importOpenapi([{ file: "a", value }]).notes).toEqual(["a: not checked: not (2 times)"]);
  });
});

const fromDiscovery = (schema: Json): Reading =>
  importDiscovery([{ file: "a", value: { schemas: { A: { type: "object", properties: { a: schema } } } } }]);

const discovery: readonly (readonly [Json, string, unknown, Fate])[] = [
  [text, "id", "A", "nothing"],
  [text, "description", "A", "nothing"],
  [text, "default", "A", "nothing"],
  [text, "deprecated", true, "kept"],
  [text, "enumDescriptions", ["A"], "nothing"],
  [text, "enumDeprecated", [true], "nothing"],
  [text, "annotations", { required: [] }, "nothing"],
  [{}, "type", "string", "kept"],
  [{}, "$ref", "A", "kept"],
  [text, "readOnly", true, "kept"],
  [text, "enum", ["a"], "kept"],
  [text, "enum", [], "nothing"],
  [text, "pattern", "^a$", "kept"],
  [text, "pattern", "^(?!a)", "named"],
  [text, "format", "int64", "kept"],
  [text, "format", "date", "nothing"],
  [{ type: "integer" }, "minimum", "1", "kept"],
  [{ type: "integer" }, "maximum", "1", "kept"],
  [{ type: "integer" }, "maximum", "18446744073709551615", "named"],
  [{ type: "array" }, "items", text, "kept"],
  [{ type: "object" }, "properties", { a: text }, "kept"],
  [{ type: "object" }, "additionalProperties", text, "kept"],
  [{ type: "object" }, "variant", { discriminant: "kind" }, "named"],
];

describe("a keyword of a discovery document is kept, or named at import", () => {
  it.each(discovery)("%j with %s %j", (plain, keyword, argument, fate) => {
    expect(fateOf(plain, { ...plain, [keyword]: argument }, keyword, fromDiscovery)).toEqual([fate]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toContract } from "../../../src/contract/file/contract-file";
import { contractFileSchema } from "../../../src/contract/file/contract-file-schema";
import { parseDataFile } from "../../../src/contract/file/data-file";
import { importDiscovery } from "../../../src/contract/import/discovery/discovery";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";
import { checkSchema } from "../../../src/contract/file/schema-problems";
import { runsOf } from "../../harness/runs";

type Json = Readonly<Record<string, unknown>>;

const json = (schema: unknown): Json => ({ content: { "application/json": { schema } } });

/** A document with one endpoint that takes a schema as its body. */
function withBody(schema: unknown, schemas: Json = {}): Json {
  return {
    openapi: "3.1.0",
    paths: { "/widgets": { post: { requestBody: json(schema), responses: { 201: json(schema) } } } },
    components: { schemas },
  };
}

function bodyOf(schema: unknown, schemas: Json = {}): unknown {
  const { contract } = importOpenapi([{ file: "a.json", value: withBody(schema, schemas) }]);
  return contract.endpoints?.["POST /widgets"]?.body?.schema;
}

const text = { type: "string" };

describe("schemas", () => {
  it.each([
    ["null among the types", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["null as an option", { anyOf: [text, { type: "null" }] }, { type: "string", nullable: true }],
    ["a constant", { const: "a" }, { type: "string", enum: ["a"] }],
    ["several types", { type: ["string", "integer"] }, { oneOf: [text, { type: "integer" }] }],
    [
      "bounds and lengths",
      { type: "string", maxLength: 3, pattern: "^a" },
      { type: "string", maxLength: 3, pattern: "^a" },
    ],
    ["a pattern that would backtrack", { type: "string", pattern: "(?=a)" }, text],
    [
      "parts that must all fit",
      { allOf: [{ properties: { a: text }, required: ["a"] }, { properties: { b: text } }] },
      { type: "object", properties: { a: text, b: text }, required: ["a"] },
    ],
    [
      "objects of which any may fit",
      {
        anyOf: [
          { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
          { type: "object", properties: { b: text, c: text }, required: ["b"] },
        ],
      },
      { type: "object", properties: { a: text, b: text, c: text }, required: ["b"] },
    ],
    [
      "conditions on what comes together",
      { type: "object", properties: { a: text, b: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      { type: "object", properties: { a: text, b: text } },
    ],
    [
      "what has a default need not be sent",
      { type: "object", properties: { a: { type: "string", default: "x" }, b: text }, required: ["a", "b"] },
      { type: "object", properties: { a: text, b: text }, required: ["b"] },
    ],
    [
      "any members",
      { type: "object", properties: { a: text }, additionalProperties: true },
      { type: "object", properties: { a: text }, additionalProperties: true },
    ],
    ["a map", { type: "object", additionalProperties: text }, { type: "object", additionalProperties: text }],
    ["bytes", { type: "string", format: "binary" }, {}],
    ["what is set by one side", { type: "string", readOnly: true }, { type: "string", readOnly: true }],
  ])("%s", (_, schema, expected) => {
    expect(bodyOf(schema)).toEqual(expected);
  });

  it("lead to themselves", () => {
    const tree = {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
    };
    const { contract } = importOpenapi([
      { file: "a.json", value: withBody({ $ref: "#/components/schemas/Tree" }, { Tree: tree }) },
    ]);
    const shape = toContract(contract).description?.endpoints[0]?.body?.shape;
    const children = shape?.type === "object" ? shape.fields.get("children")?.shape : undefined;
    expect(children?.type === "array" && children.elements).toBe(shape);
  });

  it("lead to themselves through unions, and through all that must fit", () => {
    const schemas = {
      A: { oneOf: [text, { $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] },
      B: { allOf: [{ $ref: "#/components/schemas/B" }, { properties: { a: { $ref: "#/components/schemas/A" } } }] },
    };
    const { contract } = importOpenapi([
      { file: "a.json", value: withBody({ $ref: "#/components/schemas/A" }, schemas) },
    ]);
    const shape = toContract(contract).description?.endpoints[0]?.body?.shape;
    expect(shape?.type === "union" && shape.options.map(({ type }) => type)).toEqual(["string", "union", "object"]);
  });
});

describe("endpoints", () => {
  const document = {
    openapi: "3.0.3",
    servers: [
      { url: "https://{region}.shop.test/v1/", variables: { region: { enum: ["eu", "us"], default: "eu" } } },
      { url: "/" },
      { url: "https://{tenant}.shop.test" },
    ],
    security: [{ key: [] }],
    paths: {
      "/widgets/{id}": {
        parameters: [
          { name: "verbose", in: "query", schema: { type: "boolean" } },
          { name: "id", in: "path", required: true, schema: text },
        ],
        get: {
          summary: " Reads a widget ",
          parameters: [
            { name: "verbose", in: "query", required: true, schema: { type: "integer" } },
            { name: "filter", in: "query", style: "deepObject", schema: { type: "object" } },
          ],
          responses: { 200: json(text), 404: json({ type: "integer" }) },
        },
        patch: { parameters: [{ name: "if-match", in: "header" }], security: [{ oauth: [] }], responses: {} },
        put: {
          summary: " ",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "integer" } },
            { name: "X-Version", in: "header", required: true, schema: { type: "string", enum: ["1"] } },
            { name: "X-Trace", in: "header", required: true, schema: { type: "string", default: "off" } },
            { name: "Accept", in: "header", required: true, schema: text },
          ],
          security: [],
          responses: { 428: {} },
        },
        delete: { security: [{ oauth: [] }, { other: [] }], responses: {} },
        options: { security: [{}, { oauth: [] }], responses: {} },
      },
    },
    components: {
      securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" }, oauth: { type: "oauth2" }, other: {} },
    },
  };
  const { contract, notes } = importOpenapi([{ file: "a.json", value: document }], {
    tokens: { oauth: "UAT", lost: "IAT" },
  });

  it("have their parameters, answers, tags and tokens", () => {
    expect(contract.endpoints).toEqual({
      "GET /widgets/{id}": {
        summary: "Reads a widget",
        query: {
          verbose: { required: true, schema: { type: "integer" } },
          filter: { nested: true, schema: { type: "object" } },
          api_key: { schema: text },
        },
        response: text,
      },
      "PATCH /widgets/{id}": {
        query: { verbose: { schema: { type: "boolean" } } },
        ifMatch: "optional",
        tokens: ["UAT"],
      },
      "PUT /widgets/{id}": {
        query: { verbose: { schema: { type: "boolean" } } },
        path: { id: { type: "integer" } },
        headers: {
          "X-Version": { required: true, schema: { type: "string", enum: ["1"] } },
          "X-Trace": { schema: text },
        },
        ifMatch: "required",
      },
      "DELETE /widgets/{id}": { query: { verbose: { schema: { type: "boolean" } } } },
      "OPTIONS /widgets/{id}": { query: { verbose: { schema: { type: "boolean" } } } },
    });
    expect(notes).toEqual(["a.json: there is no security scheme lost"]);
  });

  it("are at the servers whose address is known", () => {
    expect(contract.service?.servers).toEqual(["https://eu.shop.test/v1", "https://us.shop.test/v1"]);
  });

  it("have the language of `fields` only where the description says what it is", () => {
    const withFields = (description: string): Json => ({
      openapi: "3.0.3",
      paths: { "/a": { get: { parameters: [{ name: "fields", in: "query", schema: text, description }] } } },
    });
    const conventionsOf = (value: Json): unknown => importOpenapi([{ file: "a", value }]).contract.service?.conventions;
    expect(conventionsOf(withFields("Selector of fields for a partial response."))).toEqual(["fields"]);
    expect(conventionsOf(withFields("Custom fields, by number."))).toBeUndefined();
  });
});

const word = fc.constantFrom(
  "type",
  "properties",
  "items",
  "allOf",
  "anyOf",
  "oneOf",
  "$ref",
  "required",
  "enum",
  "nullable",
  "parameters",
  "responses",
  "200",
  "content",
  "application/json",
  "schema",
  "get",
  "/a",
  "paths",
  "components",
  "schemas",
  "A",
  "in",
  "name",
  "servers",
  "url",
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom(
      "object",
      "string",
      "query",
      "#/components/schemas/A",
      "#/paths/~1a",
      "https://a.test",
      null,
      true,
      3,
    ),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(word, tie("any"), { maxKeys: 5 }),
  ),
})).any;

it("a contract is made of anything, which contract files can hold", () => {
  fc.assert(
    fc.property(fc.dictionary(word, value, { maxKeys: 6 }), (document) => {
      for (const { contract } of [
        importOpenapi([{ file: "a", value: { openapi: "3.1.0", ...document } }]),
        importDiscovery([{ file: "a", value: document }]),
      ]) {
        expect(checkSchema(parseDataFile("a", JSON.stringify(contract)), contractFileSchema)).toEqual([]);
        for (const { body, response, query } of toContract(contract).description?.endpoints ?? [])
          expect([body?.shape, response, query]).toBeDefined();
      }
    }),
    { numRuns: runsOf(300) },
  );
});

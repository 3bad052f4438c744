import { describe, expect, it } from "vitest";
import type { ContractSchema } from "../../../src/contract/file/schema-shape";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

const text = { type: "string" };

/** @returns the schema of the body of a description's only endpoint. */
function bodyOf(schema: object, schemas: object = {}): ContractSchema | undefined {
  const value = {
    openapi: "3.0.3",
    paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } },
    components: { schemas },
  };
  return importOpenapi([{ file: "a.json", value }]).contract.endpoints?.["POST /a"]?.body?.schema;
}

describe("a reference that stands for all properties of a schema", () => {
  const one = { type: "object", properties: { a: text } };
  const expected = { type: "object", properties: { a: { type: "string" } } };

  it.each([
    ["leads to properties", "#/components/schemas/One/properties", { One: one }],
    ["leads to the schema that has them", "#/components/schemas/One", { One: one }],
    [
      "leads to another reference",
      "#/components/schemas/Two/properties",
      { One: one, Two: { type: "object", properties: { $ref: "#/components/schemas/One/properties" } } },
    ],
  ])("%s", (_, $ref, schemas) => {
    expect(bodyOf({ type: "object", properties: { $ref } }, structuredClone(schemas))).toEqual(expected);
    const both = {
      allOf: [
        { type: "object", properties: { $ref } },
        { type: "object", properties: { b: text } },
      ],
    };
    expect(bodyOf(both, structuredClone(schemas))?.properties).toEqual({ a: text, b: text });
  });

  it.each(["#/components/schemas/None/properties", "#/components/schemas/Round/properties"])(
    "leaves the properties unknown where it leads nowhere: %s",
    ($ref) => {
      const schemas = { Round: { properties: { $ref: "#/components/schemas/Round/properties" } } };
      expect(bodyOf({ type: "object", properties: { $ref } }, schemas)).toEqual({
        type: "object",
        additionalProperties: true,
      });
    },
  );

  it("is none where a property is called `$ref`, or `properties`", () => {
    expect(bodyOf({ type: "object", required: ["$ref"], properties: { $ref: text } })).toEqual({
      type: "object",
      required: ["$ref"],
      properties: { $ref: { type: "string" } },
    });
    const named = { type: "object", properties: { properties: { $ref: "#/components/schemas/One" } } };
    expect(bodyOf(named, { One: one })?.properties).toEqual({ properties: { $ref: "#/schemas/One" } });
  });
});

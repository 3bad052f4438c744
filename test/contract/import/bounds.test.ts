import { describe, expect, it } from "vitest";
import type { ContractFile } from "../../../src/contract/file/contract-file";
import type { DescribedEndpoint } from "../../../src/contract/description/description-file";
import type { ContractSchema } from "../../../src/contract/file/schema-shape";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

function contractOf(schema: object, schemas: object = {}, servers: readonly object[] = []): ContractFile {
  const value = {
    openapi: "3.0.3",
    servers,
    paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } },
    components: { schemas },
  };
  return importOpenapi([{ file: "a.json", value }]).contract;
}

const bodyOf = (schema: object, schemas: object = {}): ContractSchema | undefined =>
  contractOf(schema, schemas).endpoints?.["POST /a"]?.body?.schema;
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** @returns an endpoint whose only parameter is so many references away. */
function endpointBehind(references: number): DescribedEndpoint | undefined {
  const links = many(references, (index): [string, object] => [
    `P${index}`,
    { $ref: `#/components/parameters/P${index + 1}` },
  ]);
  const end: [string, object] = [`P${references}`, { name: "end", in: "query", schema: { type: "string" } }];
  const value = {
    openapi: "3.0.3",
    paths: { "/a": { get: { parameters: [{ $ref: "#/components/parameters/P0" }], responses: {} } } },
    components: { parameters: Object.fromEntries([...links, end]) },
  };
  return importOpenapi([{ file: "a.json", value }]).contract.endpoints?.["GET /a"];
}

describe("a description is imported within bounds", { tags: ["long"] }, () => {
  it("of references that lead to references", () => {
    expect(endpointBehind(10)).toEqual({ query: { end: { schema: { type: "string" } } } });
    // Which parameters there are is not known then.
    expect(endpointBehind(10_000)).toEqual({ openQuery: true });
  });

  it("of alternatives", () => {
    const union = (count: number): object => ({
      oneOf: many(count, (index) => ({ ...object(`a${index}`), required: [`a${index}`] })),
    });
    expect(bodyOf(union(60))?.oneOf).toHaveLength(60);
    expect(bodyOf(union(61))?.oneOf).toBeUndefined();
    expect(bodyOf(union(20_000))?.oneOf).toBeUndefined();
  });

  it("of schemas within schemas", () => {
    const deep = (depth: number): object => {
      let schema = object("end");
      for (let level = 0; level < depth; level += 1) schema = { type: "object", properties: { a: schema } };
      return schema;
    };
    expect(JSON.stringify(bodyOf(deep(20)))).toContain('"end"');
    expect(JSON.stringify(bodyOf(deep(3_000)))).not.toContain('"end"');
  });

  it("of servers whose variables have many values", () => {
    const server = (values: number, variables: number): object => ({
      url: `https://${many(variables, (index) => `{v${index}}`).join(".")}.example.com`,
      variables: Object.fromEntries(
        many(variables, (index) => [`v${index}`, { enum: many(values, (each) => `x${each}`) }]),
      ),
    });
    const serversOf = (values: number, variables: number): number | undefined =>
      contractOf(object("a"), {}, [server(values, variables)]).service?.servers?.length;
    expect(serversOf(3, 2)).toBe(9);
    expect(serversOf(100, 50)).toBe(20);
  });

  it("of schemas that must fit together and lead to each other", () => {
    const count = 40;
    const each = (index: number): object => ({
      allOf: [...many(count, (other) => reference(`S${(index + other + 1) % count}`)), object(`own${index}`)],
    });
    const schemas = Object.fromEntries(many(count, (index) => [`S${index}`, each(index)] as const));
    const { properties } = contractOf(reference("S0"), schemas).schemas?.S0 ?? {};
    expect(new Set(Object.keys(properties ?? {}))).toEqual(new Set(many(count, (index) => `own${index}`)));
  });
});

import { expect, test } from "vitest";
import { makeFolder, runProgram } from "./program";

/** A client of a service that gets its instance of axios from outside, checked by a description all of whose paths begin with the base that the instance has. */

const id = "parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]";
const answer = 'responses: { "200": { description: "" } }';
const body = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }, ${answer}`;
const description = `openapi: 3.0.3
servers: [{ url: https://api.garden.test }]
paths:
  /v2/beds:
    get:
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: per_page, in: query, schema: { type: integer, maximum: 200 } }
        - { name: sort, in: query, schema: { type: string, enum: [name, size] } }
      ${answer}
    post: { ${body("NewBed")} }
    delete: { parameters: [{ name: tag, in: query, required: true, schema: { type: string } }], ${answer} }
  /v2/beds/{id}: { ${id}, get: { ${answer} }, put: { ${body("Bed")} }, delete: { ${answer} } }
  /v2/beds/{id}/actions: { ${id}, post: { ${body("Action")} } }
components:
  schemas:
    NewBed:
      type: object
      required: [name, size]
      properties:
        name: { type: string }
        size: { type: string, enum: [small, large] }
        depth: { type: integer }
        plants: { type: array, maxItems: 2, items: { type: string } }
        water: { type: object, properties: { daily: { type: boolean } } }
    Bed: { type: object, required: [name], properties: { name: { type: string } } }
    Action: { type: object, required: [type], properties: { type: { type: string, enum: [dig, water] }, depth: { type: integer } } }
`;

const right = [
  'get("/beds", { params: { page, per_page: 20, sort: "name" } })',
  "get(`/beds/${id}`)",
  'post("/beds", { name, size: "small", depth: 2, plants: ["rose"], water: { daily: true } })',
  "put(`/beds/${id}`, { name })",
  "delete(`/beds/${id}`)",
  'delete("/beds", { params: { tag: name } })',
  'post(`/beds/${id}/actions`, { type: "dig", depth: 3 })',
];

/** Planted mistakes, with the rules that tell them. */
const wrong: readonly (readonly [call: string, ...rules: readonly string[]])[] = [
  ['get("/beds", { params: { page, per_pag: 20 } })', "valid-query"],
  ['get("/beds", { params: { sort: "age" } })', "valid-query"],
  ['delete("/beds")', "valid-query"],
  ['post("/beds", { name })', "valid-body"],
  ['post("/beds", { name, size: "huge" })', "valid-body"],
  ['post("/beds", { name, size: "small", depht: 2 })', "valid-body"],
  ['post("/beds", { name, size: "small", depth: "2" })', "valid-body"],
  ['post("/beds", { name, size: "small", plants: ["a", "b", "c"] })', "valid-body"],
  ['post("/beds", { name, size: "small", water: { dayly: true } })', "valid-body"],
  ['post(`/beds/${id}/actions`, { kind: "dig" })', "valid-body", "valid-body"],
  ['post(`/beds/${id}/actions`, { type: "burn" })', "valid-body"],
  ["put(`/beds/${id}`, { name: 7 })", "valid-body"],
  // Many services take the greatest number that they allow.
  ['get("/beds", { params: { per_page: 500 } })'],
  // The client may be another service's: these are counted, and not reported.
  ['get("/bed")'],
  ["patch(`/beds/${id}`, { name })"],
];

const methods = [...right.map((call) => [call] as const), ...wrong].map(
  ([call], index) => `  m${index}(id: number, name: string, page: number) { return this.http.${call}; }\n`,
);
const client = `import type { AxiosInstance } from "axios";
class Resource {
  protected readonly http: AxiosInstance;
  constructor({ http }: { readonly http: AxiosInstance }) { this.http = http; }
}
export class Beds extends Resource {
${methods.join("")}}
`;

test.each(["", "https://api.garden.test", "https://api.garden.test/v2"])(
  "planted mistakes are told, and nothing else is, with baseUrls: %j",
  (base) => {
    const service = base === "" ? "" : `service: { baseUrls: ["${base}"] }\n`;
    const folder = makeFolder({
      "openapi.yaml": description,
      "restraint.config.yaml": `builtin: false\n${service}contract: [contract.yaml]\n`,
      "client.ts": client,
    });
    expect(runProgram(folder, ["import", "openapi", "openapi.yaml", "-o", "contract.yaml"]).status).toBe(0);
    const { status, stdout } = runProgram(folder, ["check", "--no-types", "client.ts"]);
    expect(status).toBe(1);
    const first = client.slice(0, client.indexOf("  m0(")).split("\n").length + right.length;
    const expected = wrong.flatMap(([, ...rules], index) => rules.map((rule) => `${rule} ${first + index}`));
    const found = [...stdout.matchAll(/^error (\S+) +client\.ts:(\d+)/gmu)];
    expect(found.map(([, rule, line]) => `${rule} ${line}`)).toEqual(expected);
    expect(stdout).toContain("22 requests compared, 2 of them to no endpoint of the contract");
  },
);

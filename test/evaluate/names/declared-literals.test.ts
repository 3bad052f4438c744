import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** The interface, and a class that is given something of it: what it sends is written in `a.ts`, what stands behind it elsewhere. */
const api =
  "export interface Requests { load(url: string): Promise<unknown>; save(url: string, data: unknown): Promise<unknown>; }";
const user = `import type { Requests } from "./types";
export class Orders {
  constructor(private readonly requests: Requests) {}
  all() { return this.requests.load("/orders"); }
  rename(id: string, name: string) { return this.requests.save(\`/orders/\${id}\`, { name }); }
}`;

const methods = (client: string): string =>
  `{ load: (url: string) => ${client}.get(url), async save(url: string, data: unknown) { return await ${client}.put(url, data); } }`;
/** Of a client that is handed in nobody knows where it sends. */
const ofUnknownBase = ["GET {}/orders", "PUT {}/orders/{id} json {name}"];
const ofAxios = ["GET /orders", "PUT /orders/{id} json {name}"];

/** @returns what the class sends when something of its interface is made as `maker` says. */
function sent(maker: string, text = user): readonly string[] {
  return requestsOf({ "a.ts": text, "types.ts": api, "maker.ts": maker });
}

const head = 'import axios, { type AxiosInstance } from "axios"; import type { Requests } from "./types"; ';

describe("an interface that an object literal implements", () => {
  it.each([
    ["a function gives it", `export function make(client: AxiosInstance): Requests { return ${methods("client")}; }`],
    [
      "a function in a variable gives it",
      `export const make = (client: AxiosInstance): Requests => (${methods("client")});`,
    ],
    [
      "an async function gives it",
      `export async function make(client: AxiosInstance): Promise<Requests> { return ${methods("client")}; }`,
    ],
    ["a variable holds it", `export const requests: Requests = ${methods("axios")};`],
    ["it is cast", `export function make(client: AxiosInstance) { return ${methods("client")} as Requests; }`],
    ["it satisfies it", `export const requests = ${methods("axios")} satisfies Requests;`],
    [
      "a variable of a function holds it",
      `export function make(client: AxiosInstance) { const made: Requests = ${methods("client")}; return made; }`,
    ],
    [
      "a method gives it",
      `export class Maker { constructor(private readonly client: AxiosInstance) {} make(): Requests { const { client } = this; return ${methods("client")}; } }`,
    ],
  ])("is known where it is handed in: %s", (_, maker) => {
    expect(sent(head + maker)).toEqual(maker.includes("axios.get") ? ofAxios : ofUnknownBase);
  });

  it("is known to a class that inherits what it is given", () => {
    const inheriting = `import type { Requests } from "./types";
abstract class Base { requests: Requests; constructor(requests: Requests) { this.requests = requests; } }
export class Orders extends Base {
  all() { return this.requests.load("/orders"); }
  rename(id: string, name: string) { return this.requests.save(\`/orders/\${id}\`, { name }); }
}`;
    expect(
      sent(`${head}export const make = (client: AxiosInstance): Requests => (${methods("client")});`, inheriting),
    ).toEqual(ofUnknownBase);
  });

  it("is one of those that there are", () => {
    const two = `${head}export const one: Requests = ${methods("axios")};
export const other: Requests = { load: (url) => fetch("/v2" + url), save: (url, data) => fetch("/v2" + url, { method: "PUT", body: JSON.stringify(data) }) };`;
    expect(sent(two)).toEqual([
      "GET /orders",
      "GET /v2/orders",
      "PUT /orders/{id} json {name}",
      "PUT /v2/orders/{id} json {name}",
    ]);
  });

  it("is not known where there are many", () => {
    const many = Array.from(
      { length: 9 },
      (_, index) => `export const n${index}: Requests = ${methods("axios")};`,
    ).join("\n");
    expect(sent(head + many)).toEqual([]);
  });

  it("is not known by an object of another type", () => {
    expect(sent(`${head}interface Other extends Requests {} export const other: Other = ${methods("axios")};`)).toEqual(
      [],
    );
  });

  it("is known where no call looks like a request", () => {
    const plain =
      'import type { Requests } from "./types"; export const go = (requests: Requests) => requests.load("7");';
    const maker = 'export const requests: Requests = { load: (id: string) => axios.get("/orders/" + id) };';
    expect(sent(head + maker, plain)).toEqual(["GET /orders/7"]);
  });
});

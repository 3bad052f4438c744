import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const rowsOf = (text: string): readonly string[] => requestsOf({ "a.ts": text });

const init = `{ method: "PUT" }`;
const wrapper = `const send = (url: string, init?: RequestInit) => fetch("https://h" + url, init);`;

describe("a client that is called by way of another function", () => {
  test.each([
    ["call", `export const a = (id: string) => fetch.call(null, "https://h/" + id, ${init});`],
    ["apply", `export const a = (id: string) => fetch.apply(null, ["https://h/" + id, ${init}]);`],
    ["Reflect.apply", `export const a = (id: string) => Reflect.apply(fetch, null, ["https://h/" + id, ${init}]);`],
    [
      "bind",
      `const bound = fetch.bind(globalThis); export const a = (id: string) => bound("https://h/" + id, ${init});`,
    ],
    [
      "bind, on a condition, in try",
      `export async function a(id: string, go: boolean) { const used = go ? fetch.bind(window) : globalThis.fetch.bind(globalThis); try { return await used("https://h/" + id, ${init}); } catch { return undefined; } }`,
    ],
    [
      "bind, in a loop",
      `const bound = globalThis.fetch.bind(globalThis); export async function a(ids: string[]) { for (const id of ids) await bound(\`https://h/\${id}\`, ${init}); }`,
    ],
    [
      "a field",
      `class Api { private send = fetch.bind(window); put(id: string) { return this.send("https://h/" + id, ${init}); } } export const api = new Api();`,
    ],
    [
      "a default",
      `export class Api { constructor(private readonly send: typeof fetch = fetch.bind(globalThis)) {} put(id: string) { return this.send("https://h/" + id, ${init}); } }`,
    ],
    [
      "an object of an interface",
      `export interface Http { fetch(input: string, init?: RequestInit): Promise<Response> }
export class Api { constructor(private readonly config: Http) {} put(id: string) { return this.config.fetch("https://h/" + id, ${init}); } }
export const create = (ctx: { http: Http }) => new Api({ fetch: ctx.http.fetch.bind(ctx.http) });
export const host = (): Http => ({ fetch: fetch });`,
    ],
  ])("sends: %s", (_, text) => {
    expect(rowsOf(text)).toEqual(["PUT https://h/{id}"]);
  });

  test.each([
    ["bind, of an argument", `const first = fetch.bind(null, "https://h/a"); export const a = () => first(${init});`],
    ["bind, twice", `const b = fetch.bind(null).bind(null, "https://h/a"); export const a = () => b(${init});`],
    [
      "apply, of arguments that are handed on",
      `const go = (...all: Parameters<typeof fetch>) => fetch.apply(null, all); export const a = () => go("https://h/a", ${init});`,
    ],
  ])("sends what it is given: %s", (_, text) => {
    expect(rowsOf(text)).toContain("PUT https://h/a");
  });

  test("sends for each element", () => {
    expect(rowsOf(`export const a = (id: string) => Promise.resolve("https://h/" + id).then(fetch);`)).toEqual([
      "GET https://h/{id}",
    ]);
  });

  test("is not told what a list holds that is not known", () => {
    expect(rowsOf(`export const a = (all: any) => fetch.apply(null, all);`)).toEqual([
      expect.stringMatching(/^\? \?/u),
    ]);
  });
});

describe("a client that is given to a function of a package which calls it", () => {
  test.each([
    [
      "a limiter's method",
      `import Bottleneck from "bottleneck"; const limiter = new Bottleneck({ maxConcurrent: 1 }); export const a = (id: string) => limiter.schedule(fetch, "https://h/" + id, ${init});`,
    ],
    [
      "what a limiter's method gives, in a loop",
      `import Bottleneck from "bottleneck"; const limited = new Bottleneck().wrap(fetch); export async function a(ids: string[]) { for (const id of ids) await limited(\`https://h/\${id}\`, ${init}); }`,
    ],
    [
      "what a limit gives",
      `import pLimit from "p-limit"; const limit = pLimit(2); export const a = async (id: string) => { try { return await limit(fetch, "https://h/" + id, ${init}); } catch { return undefined; } };`,
    ],
    [
      "a saga's effect",
      `import axios from "axios"; import { call } from "redux-saga/effects"; export function* a(id: string) { yield call(axios.put, "https://h/" + id); }`,
    ],
    [
      "a saga's effect, with an object",
      `import axios from "axios"; import { call } from "redux-saga/effects"; export function* a(id: string) { yield call([axios, axios.put], "https://h/" + id); }`,
    ],
  ])("sends: %s", (_, text) => {
    expect(rowsOf(text)).toEqual(["PUT https://h/{id}"]);
  });
});

describe("a wrapper that is called by way of another function", () => {
  test.each([
    ["call", `export const a = (id: string) => send.call(null, "/" + id, ${init});`],
    ["apply", `export const a = (id: string) => send.apply(null, ["/" + id, ${init}]);`],
    ["Reflect.apply", `export const a = (id: string) => Reflect.apply(send, undefined, ["/" + id, ${init}]);`],
    [
      "a method of an object",
      `const api = { base: "/", put(id: string) { return send(this.base + id, ${init}); } }; export const a = (id: string) => api.put.call(api, id);`,
    ],
    [
      "through a function that is given what it hands on",
      `const go = (method: string, id: string) => send.call(null, "/" + id, { method }); export const a = (id: string) => go("PUT", id);`,
    ],
    [
      "through a function that binds what it is given",
      `const go = (method: string) => { const put = send.bind(null, "/7"); return put({ method }); }; export const a = () => go("PUT");`,
    ],
  ])("leads to its request: %s", (_, text) => {
    expect(rowsOf(`${wrapper} ${text}`).map((each) => each.replace("/7", "/{id}"))).toContain("PUT https://h/{id}");
  });
});

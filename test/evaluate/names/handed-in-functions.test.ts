import { describe, expect, it } from "vitest";
import { requestsIn, requestsOf } from "../../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("what is typed as the platform's `fetch`", () => {
  it.each([
    ["a parameter", 'export const f = (send: typeof fetch) => send("/a", { method: "DELETE" });'],
    ["with its owner", 'export const f = (send: typeof globalThis.fetch) => send("/a", { method: "DELETE" });'],
    ["an optional one", 'export const f = (send?: typeof fetch) => send?.("/a", { method: "DELETE" });'],
    ["a union", 'export const f = (send: typeof fetch | null) => send && send("/a", { method: "DELETE" });'],
    ["in brackets", 'export const f = (send: (typeof fetch) | null) => send && send("/a", { method: "DELETE" });'],
    ["an alias", 'type Send = typeof fetch;\nexport const f = (send: Send) => send("/a", { method: "DELETE" });'],
    ["a member", 'interface O { send: typeof fetch }\nexport const f = (o: O) => o.send("/a", { method: "DELETE" });'],
    [
      "a field",
      'export class F { constructor(private send: typeof fetch) {} f() { return this.send("/a", { method: "DELETE" }); } }',
    ],
  ])("is called so: %s", (_, text) => {
    expect(only(text)).toEqual(["DELETE /a"]);
  });

  it.each([
    ["a function that is not there", 'export const f = (send: typeof other) => send("/a");'],
    ["what another object calls so", 'export const f = (send: typeof api.fetch) => send("/a");'],
    [
      "a function of the file",
      'function fetch(x: number) { return x; }\nexport const f = (send: typeof fetch) => send("/a");',
    ],
  ])("is not %s", (_, text) => {
    expect(only(text)).toEqual([]);
  });

  it("may add header fields", () => {
    const [found] = requestsIn({ "a.ts": 'export const f = (send: typeof fetch) => send("/a");' });
    expect(found?.defaults.unseenHeaders).toBe(true);
  });

  it("is what a caller hands in, where that is known", () => {
    const text = `const get = (send: typeof fetch, id: string) => send("/a/" + id);
      export const own = () => get((path, init) => fetch("/v1" + path, { ...init, method: "PUT" }), "1");
      export const plain = () => get(fetch, "2");`;
    expect(only(text)).toEqual(expect.arrayContaining(["PUT /v1/a/1", "GET /a/2"]));
  });
});

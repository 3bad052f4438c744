import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const base = `export class BaseApi {
  static pending = 0;
  static counted(target: unknown, key: string, descriptor: PropertyDescriptor) {
    const method = descriptor.value;
    descriptor.value = async function (...args: any[]) { BaseApi.pending += 1; return method.apply(this, args); };
  }
  protected fetch: typeof fetch;
  constructor(options: { fetch?: typeof fetch } = {}) { this.fetch = options.fetch || fetch.bind(window); }
  @BaseApi.counted
  protected async request(path: string, init: RequestInit = {}) { return this.fetch("/api" + path, init); }
}`;

test("a decorator may be a static method of the class itself", () => {
  const text = `import { BaseApi } from "./base";
class Orders extends BaseApi { change(id: string) { return this.request("/orders/" + id, { method: "PUT" }); } }
export const go = () => new Orders().change("1");`;
  expect(requestsOf({ "a.ts": text, "base.ts": base })).toEqual(["PUT /api/orders/{id}", "PUT /api/orders/1"]);
});

test("a computed key may use the name of its class", () => {
  const text = `class Names { static path = "/a"; static send() { return fetch(Names.path); } [Names.path]() {} }
export const go = () => Names.send();`;
  expect(requestsOf({ "a.ts": text })).toEqual(["GET /a"]);
});

import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const axios = 'import axios, { Axios } from "axios";\n';
const angular = `import { HttpClient, HttpParams } from "@angular/common/http";
class Params extends HttpParams {
  constructor(public shown: boolean, given?: any) { super({ fromObject: given }); }
}
`;
const service = (sending: string): string => `${angular}
export class Service {
  constructor(private http: HttpClient) {}
  send(id: string) { return ${sending}; }
}`;

describe("classes that extend those of a library", () => {
  it("send as their base does, with what their constructor gives it", () => {
    const text = `${axios}
class Api extends Axios {
  constructor(token: string) { super({ baseURL: "/api", headers: { "X-Token": token } }); }
  list() { return this.get("/list"); }
}
const api = new Api("t");
export const list = () => api.list();
export const remove = (id: string) => api.delete("/items/" + id);`;
    const known = new Set(requestsOf({ "a.ts": text }));
    expect([...known]).toEqual(["GET /api/list [X-Token]", "DELETE /api/items/{id} [X-Token]"]);
  });

  it("send as their base does, where they have no constructor", () => {
    const text = `${axios} class Api extends Axios {} export const list = () => new Api({ baseURL: "/api" }).get("/list");`;
    expect(requestsOf({ "a.ts": text })).toEqual(["GET /api/list"]);
  });

  it("have members of their own in the place of the base's", () => {
    const text = `${axios}
class Api extends Axios { constructor() { super({ baseURL: "/api" }); } get(path: string): any { return this.post("/got" + path); } }
export const list = () => new Api().get("/list");`;
    expect(requestsOf({ "a.ts": text })).toContain("POST /api/got/list");
    expect(requestsOf({ "a.ts": text }).join()).not.toContain("GET");
  });

  it.each([
    ["new Params(true, { a: 1, id })", "?a&id"],
    ["new Params(true)", ""],
    ["new Params(true, { a: 1 }).set('b', id)", "?a&b"],
  ])("are taken by the library for what they extend: %s", (params, query) => {
    expect(requestsOf({ "a.ts": service(`this.http.get("/one/" + id, { params: ${params} })`) })).toEqual([
      ["GET /one/{id}", query].filter(Boolean).join(" "),
    ]);
  });

  it.each(['toString() { return "b=1"; }', 'toString = () => "b=1";'])(
    "are not, where they have methods that the library may call: %s",
    (method) => {
      const text = service('this.http.get("/one", { params: new Params(true, { a: 1 }) })').replace(
        "constructor(public",
        `${method} constructor(public`,
      );
      expect(requestsOf({ "a.ts": text })).not.toContain("GET /one ?a");
    },
  );
});

import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** What is sent: by a method as such, and by those who call it. */
const requestsOf = (text: string): readonly string[] => [
  ...new Set(requestsIn({ "a.ts": text }).map((each) => renderRequest(each).replace(" []", ""))),
];

const service = (field: string, more = ""): string => `declare function register(given: unknown): void;
class Service {
  ${field}
  ${more}
  load() { register(this); return fetch(this.base + "/b"); }
}
new Service().load();`;

describe("a field that only the constructor of its class assigns", () => {
  test.each(['private base = "/a";', 'readonly base = "/a";', '#base = "/a"; private base = "/a";'])(
    "is what it was after code that nobody knows: %s",
    (field) => {
      expect(requestsOf(service(field))).toEqual(["GET /a/b"]);
    },
  );

  test.each([
    ["that others may assign", 'base = "/a";', ""],
    ["that a method assigns", 'private base = "/a";', "set(base: string) { this.base = base; }"],
    [
      "that a method may assign by a name which is not written",
      'private base = "/a";',
      "set(key: string, base: string) { (this as any)[key] = base; }",
    ],
    [
      "that another object's method assigns",
      'private base = "/a";',
      "static set(one: Service, base: string) { one.base = base; }",
    ],
  ])("is not one %s", (_, field, more) => {
    expect(requestsOf(service(field, more))).not.toEqual(["GET /a/b"]);
  });

  test("holds an object that may have other members", () => {
    const text = `declare function register(given: unknown): void;
class Service {
  private readonly init: any = { method: "PUT" };
  load() { register(this); return fetch("/a", this.init); }
}
new Service().load();`;
    expect(requestsOf(text)).not.toEqual(["PUT /a"]);
  });
});

describe("a client in such a field", () => {
  test.each([
    [
      "an interceptor",
      'this.http.interceptors.request.use((config) => { config.headers["X-Own"] = "1"; return config; });',
    ],
    ["a default", 'this.http.defaults.headers.common["X-Own"] = "1";'],
    ["a function that gets it", "setUp(this.http);"],
  ])("has what was set up before: %s", (_, first) => {
    const text = `import axios from "axios";
const setUp = (one: any) => { one.defaults.headers.common["X-Own"] = "1"; };
class Service {
  private readonly http = axios.create();
  load() { ${first} return this.http.put("/a", "x"); }
}`;
    expect(requestsOf(text).join()).toMatch(/x-own|\+/u);
  });

  test("is no object of which functions of the project change members", () => {
    const text = `const change = (one: any) => { one.init.method = "DELETE"; };
class Service {
  readonly init: any = { method: "PUT" };
  load() { change(this); return fetch("/a", { ...this.init }); }
}`;
    expect(requestsOf(text)).not.toContain("PUT /a");
  });
});

describe("the method that a call of an object runs", () => {
  test("reads the object as it is when it is called", () => {
    const text = `class Api {
  path = "/a";
  set(path: string) { this.path = path; }
  put() { return fetch(this.path, { method: "PUT" }); }
}
const api = new Api();
api.set("/b");
api.put();`;
    expect(requestsOf(text).at(-1)).toBe("PUT /b");
  });

  test("is that which was put in its place", () => {
    const text = `class Api { put(path: string) { return fetch(path, { method: "PUT" }); } }
export function load() { const api: any = new Api(); api.put = (path: string) => fetch(path, { method: "DELETE" }); return api.put("/b"); }`;
    expect(requestsOf(text)).toContain("DELETE /b");
    expect(requestsOf(text)).not.toContain("PUT /b");
  });
});

import { describe, expect, it, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const host = `"https://h.test"`;

describe("functions of an object that unknown code has got hold of", () => {
  it.each([
    ["an object", `const api = { get: (p) => fetch(${host} + p) }; window.api = api;`],
    [
      "an object within an object",
      `const inner = { get: (p) => fetch(${host} + p) }; hub.add({ inner }); const api = inner;`,
    ],
    ["an instance", `class Api { get = (p) => fetch(${host} + p); } const api = new Api(); hub.add(api);`],
    ["a function that is assigned afterwards", `const api = {}; hub.add(api); api.get = (p) => fetch(${host} + p);`],
    ["an object given away on one path", `const api = { get: (p) => fetch(${host} + p) }; if (hub.on) hub.add(api);`],
  ])("are called as they were: %s", (_, made) => {
    expect(requestsOf({ "a.js": `${made}\nexport const all = () => api.get("/x");` })).toContain(
      "GET https://h.test/x",
    );
  });

  it.each([
    [
      "a client that a field holds",
      `import axios from "axios"; export class S { http = axios.create({ baseURL: ${host} }); `,
    ],
    [
      "a client that the constructor makes",
      `import axios from "axios"; export class S { constructor() { this.http = axios.create({ baseURL: ${host} }); } `,
    ],
    [
      "a service of the project",
      `class H { get(p) { return fetch(${host} + p); } } export class S { constructor() { this.http = new H(); } `,
    ],
    [
      "a service of a declared type",
      `class H { get(p) { return fetch(${host} + p); } } export class S { constructor(http: H) { this.http = http; } `,
    ],
  ])("of \`this\`, which one method gives away, are those that another finds: %s", (_, made) => {
    const text = `${made} init() { hub.add(this); } all() { return this.http.get("/x"); } }`;
    expect(requestsOf({ "a.ts": text })).toContain("GET https://h.test/x");
  });

  it("of `this` are known by the names of clients", () => {
    const text = `export class S { constructor(github) { this.github = github; }
      init() { hub.add(this); } all(owner, repo) { return this.github.repos.get({ owner, repo }); } }`;
    expect(requestsOf({ "a.js": text }).join()).toContain("/repos/{owner}/{repo}");
  });

  it("are found through objects within it", () => {
    const text = `export const api = { users: { all: (p) => fetch(${host} + p) } }; hub.add(api);
      export function list() { const { users } = api; return api.users.all("/users"); }`;
    expect(requestsOf({ "a.js": text })).toContain("GET https://h.test/users");
  });

  it("are found in another file", () => {
    const files = {
      "a.js": `import { api } from "./api"; export const all = () => api.get("/x");`,
      "api.js": `export const api = { get: (p) => fetch(${host} + p) }; window.api = api;`,
    };
    expect(requestsOf(files)).toEqual(["GET https://h.test/x"]);
  });

  it("are not known where the program replaces them at another time", () => {
    const text = `const api = { get: (p) => fetch(${host} + p) }; hub.add(api);
      export function mock(other) { api.get = other; }
      export const all = () => api.get("/x");`;
    expect(requestsOf({ "a.js": text })).not.toContain("GET https://h.test/x");
  });

  it("say nothing of its data", () => {
    const text = `export function all() {
        const api = { path: "/x", get(p) { return fetch(${host} + this.path + p); } };
        hub.add(api);
        return [api.get("/y"), fetch(${host} + api.path)];
      }`;
    const found = requestsOf({ "a.js": text });
    expect(found).toContain("GET https://h.test{path}/y");
    expect(found.filter((each) => each.includes("/x"))).toEqual([]);
  });
});

test.each(["getOwnPropertyNames", "isExtensible", "isFrozen", "isSealed", "preventExtensions"])(
  "`Object.%s` gives nothing away",
  (name) => {
    const text = `const api = { path: "/x" }; const found = Object.${name}(api); export const all = () => fetch(api.path, { method: found ? "PUT" : "PUT" });`;
    expect(requestsOf({ "a.js": text })).toEqual(["PUT /x"]);
  },
);

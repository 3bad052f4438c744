import { describe, expect, it } from "vitest";
import { requestsOf } from "../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });

const endpoint = (definition: string): readonly string[] =>
  only(`import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query";
    const host = import.meta.env.HOST || "https://api.example.com";
    createApi({ baseQuery: fetchBaseQuery({ baseUrl: \`\${host}/v1\` }), endpoints: (builder) => ({ one: builder.query(${definition}) }) });`);

const from = "{host}";

describe("alternatives keep host and path", () => {
  it.each([
    ["one address on either base", "{ query: (id) => `/widgets/${id}` }", `GET ${from}/v1/widgets/{id}`],
    [
      "either address",
      '{ query: (id) => (id ? `/widgets/${id}` : "/widgets") }',
      `GET ${from}/v1/widgets/{id} | /v1/widgets`,
    ],
    [
      "a text or an object",
      '{ query: (id) => (id ? { url: `/widgets/${id}` } : "/widgets") }',
      `GET ${from}/v1/widgets/{id} | /v1/widgets`,
    ],
  ])("of an endpoint: %s", (_, definition, expected) => {
    expect(endpoint(definition)).toEqual([expected]);
  });

  it.each([
    ["a query or none", "a ? '?draft=true' : ''", "", "GET {host}/widgets/{id} ?draft?"],
    ["two paths", "a ? '/x' : '/y'", "", "GET {host}/widgets/{id}/x | /widgets/{id}/y"],
    [
      "two paths with a parameter",
      "a ? '/x' : '/y'",
      'url.searchParams.append("q", a);',
      "GET {host}/widgets/{id}/x | /widgets/{id}/y ?q?",
    ],
  ])("of a `URL` that is made of them: %s", (_, end, change, expected) => {
    const text = `export const load = (id, a) => { const url = new URL(settings.host + \`/widgets/\${id}\${${end}}\`); ${change} return fetch(url); };`;
    expect(only(text).map((each) => each.replace("{settings.host}", from))).toEqual([expected]);
  });

  it("names each method where a condition decides", () => {
    expect(endpoint('{ query: (id) => (id ? { url: "/a", method: "PUT" } : "/a") }')).toEqual([
      `GET | PUT ${from}/v1/a`,
    ]);
  });

  it.each([
    [
      "a base that is set or not",
      'import axios from "axios"; const a = axios.create(given ? { baseURL: "/v1" } : {}); a.get("/widgets");',
      "GET /widgets | /v1/widgets",
    ],
    [
      "a URL of its own on a base that is not known",
      'import axios from "axios"; export const f = (base, server) => axios.create({ baseURL: base }).get(`${server}/widgets`);',
      "GET {server}/widgets",
    ],
  ])("of an instance: %s", (_, text, expected) => {
    expect(only(text)).toEqual([expected]);
  });
});

describe("URLs that are resolved against the page's own", () => {
  it.each([
    ["`${host}/widgets/${id}`, window.location.origin", "GET {host}/widgets/{id}"],
    ["`${host}/widgets/${id}`, location.href", "GET {host}/widgets/{id}"],
    ["`${host}/widgets/${id}`, document.baseURI", "GET {host}/widgets/{id}"],
    ["`${host.endsWith('/') ? host : host + '/'}widgets`, window.location.origin", "GET {host}/widgets"],
    ["`/widgets/${id}`, window.location.origin", "GET {window.location.origin}/widgets/{id}"],
    // The hole may be the segment behind the base's path.
    ["`${id}/parts`, settings.base", "GET {}?"],
    ["`${id}/parts`, 'https://api.example.com/widgets/'", "GET {}?"],
  ])("%s", (given, expected) => {
    expect(only(`export const load = (host, id) => fetch(new URL(${given}).toString());`)).toEqual([expected]);
  });
});

describe("arguments that depend on one variable", () => {
  const kind = 'const kind = isNew ? "new" : "old";';
  const method = 'method: kind === "new" ? "POST" : "PUT"';
  it.each([
    [
      "are told together",
      `const path = isNew ? "/v2/full" : "/plain"; return send(path, { url: path.startsWith("/v2") ? path : undefined });`,
      ["GET /v2/full", "GET /v1/plain"],
    ],
    [
      "are told together where a client sends",
      `${kind} return fetch(kind === "new" ? "/new" : "/old", { ${method} });`,
      ["POST /new", "PUT /old"],
    ],
    [
      "are joined where the variable may be many things",
      `const kind = isNew ? "new" : isOther ? "a" : third ? "b" : fourth ? "c" : "d";
       return fetch(kind === "new" ? "/new" : "/old", { ${method} });`,
      ["POST | PUT /new | /old"],
    ],
    [
      "are joined where only one of them depends on it",
      `${kind} return fetch("/x", { ${method} });`,
      ["POST | PUT /x"],
    ],
    [
      "are joined in the arguments of a call that is made for each alternative already",
      `${kind} const inner = isOther ? "a" : "b";
       return fetch(kind === "new" ? "/new" : "/old", {
         ${method}, tag: fetch(inner === "a" ? "/a" : "/b", { method: inner === "a" ? "POST" : "PUT" }),
       });`,
      ["POST /new", "PUT /old", "POST | PUT /a | /b", "POST | PUT /a | /b"],
    ],
  ])("%s", (_, body, expected) => {
    const send = 'const send = (path, { url }) => fetch(url || "/v1" + path);';
    const found = only(`${send} export function run(isNew, isOther, third, fourth) { ${body} }`);
    expect(found.filter((each) => each !== "GET ?")).toEqual(expected);
  });
});

describe("a query parameter that is a text or a list", () => {
  it.each([
    ["is surely sent where both are", "a ? id : [id, 'b']", "?one"],
    ["is surely sent where the list has an element besides others", "a ? id : [...more, id]", "?one"],
    ["may be missing where the list is empty", "a ? id : []", "?one?"],
    ["may be missing where the list may be empty", "a ? id : more.map((each) => `${each}`)", "?one?"],
    ["is not known where the list holds objects", "a ? id : [{ id }]", "?one?+"],
  ])("%s", (_, value, expected) => {
    const text = `import { request } from "undici";
      export const load = (a, id, more) => request("/widgets", { query: { one: ${value} } });`;
    expect(only(text)).toEqual([`GET /widgets ${expected}`]);
  });
});

describe("alternatives of one condition", () => {
  const address = (condition: string, otherwise: string): readonly string[] =>
    only(`export const go = (own: { base: string } | undefined, id: string) => { let part = ""; if (${condition}) part = id;
return fetch(${otherwise} ? own.base + "/self" : "/a/" + part); };`);

  it("stand together where it is asked as `!own`, and as `own`", () => {
    expect(address("!own", "own")).toEqual(["GET {}/self | /a/{part}"]);
  });

  it("do not where another one is asked", () => {
    expect(address("!id", "own").join()).toMatch(/\/a\/(?:$|[ ,|])/u);
  });
});

describe("paths behind more bases than are kept apart", () => {
  const bases = `const base = () => {
  let url = ""; let port = 1; let local = false;
  if (isOne()) { if (window.port) port = window.port; local = true; }
  if (isTwo()) { port = 2; local = true; }
  url = local ? "http://localhost:" + port : window.location.origin;
  const prefix = window.prefix;
  url += prefix ? prefix + "/" : "/";
  return url;
};`;
  it.each([
    ["put together", 'base() + (group ? "groups/" + group : "all")'],
    [
      "joined, with doubled slashes",
      '[base(), group ? "groups/" + group : "all"].join("/").replace(/([^:]\\/)\\/+/g, "$1")',
    ],
  ])("are told: %s", (_, url) => {
    const text = `${bases}\nexport const load = (group: string) => fetch(${url});`;
    expect(requestsOf({ "a.ts": text }).at(0)).toMatch(/\}\/groups\/\{group\} \| \/all$/u);
  });
});

it.each([
  ["before a segment", "/${id}/parts", "GET {}/v1/{id}/parts"],
  ["that was there", "${id}/parts", "GET {}/v1/{id}/parts"],
  ["before a verb", "${id}:enable", "GET {}/v1/{id}:enable"],
])("a slash that is added where there is none is one: %s", (_, path, expected) => {
  const text = `const send = (base: string, path: string) => { let url = base + "/v1"; if (!path.startsWith("/")) url += "/"; return fetch(url + path); };
export const load = (base: string, id: string) => send(base, \`${path}\`);`;
  expect(
    requestsOf({ "a.ts": text })
      .at(-1)
      ?.replace(/^GET \{\w+\}/u, "GET {}"),
  ).toBe(expected);
});

it("a segment is not meant to be empty", () => {
  const text =
    'export const load = (user?: { name: string }) => fetch("/users/{name}/parts".replace("{name}", encodeURIComponent(user?.name || "")));';
  expect(requestsOf({ "a.ts": text })).toEqual(["GET /users/{user.name}/parts"]);
});

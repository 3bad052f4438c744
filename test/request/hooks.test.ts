import { describe, expect, it } from "vitest";
import { requestsOf } from "../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.js": text });

/** An instance with one interceptor, and what is sent through it. */
const through = (hook: string, calls: string): readonly string[] =>
  only(`import axios from "axios"; import { toRaw } from "vue";
    const api = axios.create({ baseURL: "/api" });
    api.interceptors.request.use(${hook});
    export function run(id, given) { ${calls} }`);

describe("interceptors of a body", () => {
  it.each([
    [
      "one that does nothing without a body",
      "(c) => { if (c.data) c.data = other(c.data); return c; }",
      "api.get('/a');",
      ["GET /api/a"],
    ],
    [
      "one that writes another where there is none",
      "(c) => { c.data = { x: 1 }; return c; }",
      "api.get('/a');",
      ["GET /api/a json undefined | {x}"],
    ],
    [
      "one that copies it by way of JSON",
      "(c) => { if (c.data) c.data = JSON.parse(JSON.stringify(toRaw(c.data))); return c; }",
      "api.patch('/a', { id, list: [1, given] });",
      ["PATCH /api/a json {id, list}"],
    ],
    [
      "one that adds to it",
      "(c) => { c.data.stamp = 1; return c; }",
      "api.patch('/a', { id });",
      ["PATCH /api/a json {id} | {id, stamp}"],
    ],
    [
      "one that replaces it on some paths",
      "(c) => ({ ...c, data: c.data.id ? c.data : null })",
      "api.patch('/a', { id });",
      ["PATCH /api/a unknown {id} | null"],
    ],
    [
      "one that gives it to something unknown",
      "(c) => { c.data = seal(c.data); return c; }",
      "api.patch('/a', { id });",
      ["PATCH /api/a unknown unknown"],
    ],
    [
      "what an interceptor sends, which is no request of the call",
      "(c) => { fetch('/log'); c.data = JSON.parse(JSON.stringify(c.data)); return c; }",
      "api.patch('/a', { x: 1 });",
      ["GET /log", "PATCH /api/a json {x}"],
    ],
  ])("takes %s for what it is", (_, hook, calls, expected) => {
    expect(through(hook, calls)).toEqual(expected);
  });
});

describe("interceptors of a URL", () => {
  const fill = `(c) => {
    Object.entries(c.urlParams || {}).forEach(([k, v]) => {
      if (!v) { logger.error({ k, c }, "no value"); return; }
      c.url = c.url?.split(\`{\${k}}\`).join(encodeURIComponent(String(v)));
    });
    return c;
  }`;

  it.each([
    [
      "one that fills parameters",
      fill,
      "api.get('/a/:b/{id}', { urlParams: { id } });",
      ["GET /api/a/:b/{id} | /api/a/:b/{} [authorization?]"],
    ],
    ["one without parameters to fill", fill, "api.get('/a');", ["GET /api/a [authorization?]"]],
    [
      "one that signs what is sent",
      "(c) => { const token = sign({ method: c.method || 'GET', path: api.getUri(c) }); c.headers.Authorization = token; return c; }",
      "api.put('/a', { id });",
      ["PUT /api/a [authorization?] json {id}"],
    ],
    ["one that chooses another", "(c) => { c.url = other(c.url); return c; }", "api.get('/a');", ["GET ?"]],
    [
      "one that asks what axios knows",
      "(c) => { if (c.timeout) c.url = '/slow'; return c; }",
      "api.get('/a');",
      ["GET /api/a | /api/slow"],
    ],
    [
      "several that change it",
      "(c) => { c.url = c.url + '/b'; return c; }); api.interceptors.request.use((c) => { c.url = c.url + '/c'; return c; }",
      "api.get('/a');",
      ["GET ?"],
    ],
  ])("take %s for what it is", (_, hook, calls, expected) => {
    expect(through(hook, calls)).toEqual(expected);
  });
});

describe("texts that are parted and put together", () => {
  it.each([
    ["`/a/${x}/{id}`.split('{id}').join(y)", "GET /a/{x}/{y}"],
    ["`/a/${x}/{id}`.replaceAll('{id}', 'b')", "GET /a/{x}/b"],
    ["`/a/{id}/${x}`.replace('{id}', y)", "GET /a/{y}/{x}"],
    ["`/a/${x}/{id}`.replace('{id}', y)", "GET /a/{x}/{y}"],
    ["'/a/:x/b/:y'.replace(':x', x).replace(':y', y)", "GET /a/{x}/b/{y}"],
    ["`/a/${x}/b/c`.replace('b', 'v1')", "GET /a/{x}/v1/c | /a/{x}/b/c"],
    ["`/a/${x}/c`.replace('b', 'v1')", "GET /a/{x}/c"],
    ["`/a/${x}/${y}/c`.replaceAll('x/y', 'z')", "GET ?"],
    ["`/a/${x}/c`.replace('b/', 'z')", "GET ?"],
    ["`/a/{${x}}`.replaceAll('{id}', 'b')", "GET ?"],
    ["(x ? '/a/{id}' : `/b/${y}/{id}`).split('{id}').join('c')", "GET /a/c | /b/{y}/c"],
    ["['/a', x, 'c'].filter(Boolean).join('/')", "GET /a/{x}/c"],
    ["['/a', x?.y, 'c'].filter(Boolean).join('/')", "GET /a/{x.y}/c | /a/c"],
    ["['/a', x, 'c'].filter((each) => each !== 'v1').join('/')", "GET /a/{x}/c | /a/c"],
    ["['/a', x && 'b', y && 'c'].filter((each) => each).join('/')", "GET /a/b/c | /a/c | /a/b | /a"],
    ["['/a', x, y, z].filter(Boolean).join('/')", "GET /a/{x}/{y}/{z}"],
  ])("%s", (text, expected) => {
    expect(only(`fetch(${text});`)).toEqual([expected]);
  });

  it.each([
    ['import { compact } from "lodash";', "compact"],
    ['import _ from "lodash-es";', "_.compact"],
    ['import compact from "lodash/compact";', "compact"],
    ['import * as _ from "underscore";', "_.compact"],
  ])("%s", (imported, called) => {
    const text = `${imported}
      function build(id, ...more) { const rest = ${called}(more).join("/"); return rest ? \`/a/\${id}/\${rest}\` : \`/a/\${id}\`; }
      fetch(build(x)); fetch(build(x, undefined, "b")); fetch(build(x, y, "b"));`;
    expect(only(text)).toEqual(["GET /a/{x}", "GET /a/{x}/b", "GET /a/{x}/{y}/b"]);
  });
});

describe("functions of packages that give back what they are given", () => {
  it.each([
    [
      "hooks of React",
      `import React, { useCallback, useMemo } from "react"; import axios from "axios";
       export function Widget({ id }) {
         const client = useMemo(() => axios.create({ baseURL: "/api" }), []);
         const save = useCallback(async (name) => { await client.patch(\`/w/\${id}\`, { name }); }, [id]);
         React.useCallback(() => client.delete("/w"), [])();
         save("a");
       }`,
      ["PATCH /api/w/{id} json {name}", "DELETE /api/w", "PATCH /api/w/{id} json {name}"],
    ],
    [
      "a function that waits",
      `import { debounce } from "lodash"; const save = debounce((name) => fetch("/a", { method: "PATCH", body: JSON.stringify({ name }) }), 100); save("x");`,
      ["PATCH /a json {name}", "PATCH /a json {name}"],
    ],
    [
      "a copy, which is an object of its own",
      `import cloneDeep from "lodash/cloneDeep"; import axios from "axios";
       const body = { a: { b: 1 } }; const other = cloneDeep(body); other.c = 2; axios.post("/a", body); axios.post("/b", other);`,
      ["POST /a json {a}", "POST /b json {a, c}"],
    ],
    [
      "a copy with some members, or without some",
      `import { pick, omit } from "lodash"; import axios from "axios"; const all = { a: 1, b: 2, c: 3 };
       axios.post("/a", pick(all, ["a", "b"])); axios.post("/b", omit(all, "a")); axios.post("/c", pick(all, x)); axios.post("/d", all);`,
      ["POST /a json {a, b}", "POST /b json {b, c}", "POST /c unknown unknown", "POST /d json unknown"],
    ],
    [
      "a copy of something unknown, whose members may be missing",
      `import { pick } from "lodash"; fetch("/a?" + new URLSearchParams(pick(x, ["a", "b"])));`,
      ["GET /a ?+"],
    ],
    [
      "the same object in another wrapping",
      `import { toRaw, reactive } from "vue"; import axios from "axios";
       const body = reactive({ a: 1 }); toRaw(body).b = 2; axios.post("/a", body);`,
      ["POST /a json {a, b}"],
    ],
    [
      "what is tried again",
      `import pRetry from "p-retry"; export const f = () => pRetry(() => fetch("/a"));`,
      ["GET /a"],
    ],
    [
      "what waits for its turn",
      `import pLimit from "p-limit"; const limit = pLimit(2); export const f = (ids) => ids.map((id) => limit(() => fetch("/a/" + id)));`,
      ["GET /a/{id}"],
    ],
  ])("go through %s", (_, text, expected) => {
    expect(only(text)).toEqual(expected);
  });

  it("are no reason to look at a file", () => {
    expect(only('import { useMemo } from "react"; export const f = () => useMemo(() => 1, []);')).toEqual([]);
  });
});

describe("modules that are a class or a function as a whole", () => {
  it.each([
    [
      "a class that is extended",
      `class B extends Base { send() { axios.post("/a", { x: 1 }, this.options({ params: { q: 1 } })); } }`,
    ],
    ["an instance", `axios.post("/a", { x: 1 }, new Base().options({ params: { q: 1 } }));`],
  ])("lead to %s", (_, use) => {
    expect(
      requestsOf({
        "a.js": `const Base = require("./base"); const axios = require("axios"); ${use}`,
        "base.js":
          "class Base { options(given = {}) { if (process.env.PROXY) given.proxy = false; return given; } } module.exports = Base;",
      }),
    ).toEqual(["POST /a ?q json {x}"]);
  });
});

describe("hooks of SWR whose function is set for all of them", () => {
  const hook = (use: string): string =>
    `import useSWR from "swr";\nexport const View = ({ id, on }) => { const { data } = ${use}; return data; };`;

  it.each([
    ["a path", "useSWR(`/users/${id}`)", "? /users/{id}"],
    ["options without a function", "useSWR(`/users/${id}`, { revalidateOnMount: true })", "? /users/{id}"],
    ["a key under a condition", "useSWR(on ? `/users/${id}` : null)", "? /users/{id}"],
    ["a query", 'useSWR(`/users?take=${id}${on ? "&all=1" : ""}`)', "? /users ?take&all?"],
    ["a URL", 'useSWR("https://h/users")', "? https://h/users"],
  ])("tell the URL by their key, and nothing else: %s", (_, use, expected) => {
    expect(requestsOf({ "a.tsx": hook(use) })).toEqual([`${expected} []+`]);
  });

  it.each([
    ["the key is a name", 'useSWR("users")'],
    ["there is no key", "useSWR(null)"],
    ["there is no function at all", "useSWR(`/users/${id}`, null)"],
  ])("fetch nothing that is known where %s", (_, use) => {
    expect(requestsOf({ "a.tsx": hook(use) })).toEqual([]);
  });

  it("have a function of their own among their options", () => {
    const own = 'useSWR("/users", { fetcher: (url) => fetch(url) })';
    expect(requestsOf({ "a.tsx": hook(own) })).toEqual(["GET /users"]);
  });

  it("ask for page after page", () => {
    const file = `import useSWRInfinite from "swr/infinite";
export const View = () => useSWRInfinite((index, before) => (before && !before.next ? null : \`/users?page=\${index}\`));`;
    expect(requestsOf({ "a.tsx": file })).toEqual(["? /users ?page []+"]);
  });
});

describe("the time that jQuery adds to a query", () => {
  it.each([
    ["`cache: false`", '{ url: "/x", cache: false }', "GET /x ?_"],
    ["beside other parameters", '{ url: "/x", data: { a: 1 }, cache: false }', "GET /x ?a&_"],
    ["under a condition", '{ url: "/x", cache: on }', "GET /x ?_?"],
    ["never where answers are kept", '{ url: "/x", cache: true }', "GET /x"],
    ["never where a body is sent", '{ url: "/x", cache: false, method: "POST" }', "POST /x"],
  ])("is told: %s", (_, settings, expected) => {
    expect(only(`$.ajax(${settings});`)).toEqual([expected]);
  });
});

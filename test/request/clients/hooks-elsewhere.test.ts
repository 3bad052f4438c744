import ts from "typescript";
import { describe, expect, test } from "vitest";
import { bodyWriters } from "../../../src/request/drafts/hooks/elsewhere";
import { jsonBodies } from "../../../src/request/derived/predicates";
import { requestsIn } from "../../harness/project-requests";

/** Of each request that has a body: whether rules check it. */
const checkedIn = (files: Readonly<Record<string, string>>): readonly boolean[] =>
  requestsIn(files)
    .filter(({ body }) => body)
    .map((request) => jsonBodies(request).length > 0);

const fetching = `fetch("https://h.test", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ size: 1 }) });`;

const made = `import axios from "axios"; export const api = axios.create({ baseURL: "https://h.test" });`;

/** A file that sends, others that it imports, and a file that nothing imports, with `HOOK` in it. */
const projects: readonly (readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  writes: string,
  keeps: string,
])[] = [
  [
    "an instance of axios",
    {
      "a.js": `import { api } from "./client"; api.put("/a", { size: 1 });`,
      "client.js": made,
      "setup.js": `import { api } from "./client"; const change = HOOK; api.interceptors.request.use(change);`,
    },
    "(c) => { c.data = { ...full, ...c.data }; return c; }",
    "(c) => { c.headers.set('X-Trace', '1'); return c; }",
  ],
  [
    "an instance of axios, by a function of elsewhere",
    {
      "a.js": `import { api } from "./client"; api.put("/a", { size: 1 });`,
      "client.js": made,
      "setup.js": `import { change } from "hooks"; import { api } from "./client"; api.interceptors.HOOK;`,
    },
    "request.use(change)",
    "response.use(change)",
  ],
  [
    "an instance of axios, by a function of another file",
    {
      "a.js": `import { api } from "./client"; api.put("/a", { size: 1 });`,
      "client.js": made,
      "hooks.js": `export const changes = HOOK;`,
      "setup.js": `import { changes as hook } from "./hooks"; import { api } from "./client"; api.interceptors.request.use(hook);`,
    },
    "(c) => { c.data = { ...full, ...c.data }; return c; }",
    "(c) => { c.headers.set('X-Trace', '1'); return c; }",
  ],
  [
    "an instance of axios, by a function that another gives",
    {
      "a.js": `import { api } from "./client"; api.put("/a", { size: 1 });`,
      "client.js": made,
      "hooks.js": `export function stamped(log) { if (!log) return (c) => c; return HOOK; }`,
      "setup.js": `import { stamped } from "./hooks"; import { api } from "./client"; api.interceptors.request.use(stamped(console.log));`,
    },
    "(c) => { c.data = { ...full, ...c.data }; return c; }",
    "(c) => { c.headers.set('X-Trace', '1'); return c; }",
  ],
  [
    "an instance of axios, by what a function of elsewhere gives",
    {
      "a.js": `import { api } from "./client"; api.put("/a", { size: 1 });`,
      "client.js": made,
      "setup.js": `import { stamped } from "stamps"; import { api } from "./client";
        const own = () => (c) => c; api.interceptors.request.use(HOOK);`,
    },
    "stamped()",
    "own()",
  ],
  [
    "axios itself",
    {
      "a.js": `import axios from "axios"; axios.put("https://h.test/a", { size: 1 });`,
      "setup.js": `import axios from "axios"; axios.interceptors.request.use(HOOK);`,
    },
    "function (c) { c.data.stamp = 1; return c; }",
    "function (c) { c.headers.set('X-Trace', '1'); return c; }",
  ],
  [
    "Nuxt's axios",
    {
      "a.js": `export const save = ({ $axios }) => $axios.$put("https://h.test/a", { size: 1 });`,
      "plugins.js": `export default ({ $axios }) => { $axios.onRequest(HOOK); };`,
    },
    "(c) => { c.data = { ...full, ...c.data }; return c; }",
    "(c) => { c.timeout = 1; return c; }",
  ],
  [
    "Angular's client",
    {
      "a.ts": `import { HttpClient } from "@angular/common/http";
        export class Api { constructor(private http: HttpClient) {} save() { return this.http.put("https://h.test/a", { size: 1 }); } }`,
      "b.ts": `import type { HttpInterceptorFn } from "@angular/common/http"; export const change: HttpInterceptorFn = (r, next) => next(r.clone(HOOK));`,
    },
    "{ body: { ...full, ...r.body } }",
    "{ setHeaders: { 'x-trace': '1' } }",
  ],
  [
    "jQuery",
    {
      "a.js": `$.ajax({ url: "https://h.test/a", method: "PUT", contentType: "application/json", data: JSON.stringify({ size: 1 }) });`,
      "b.js": `$.ajaxPrefilter(HOOK);`,
    },
    "(o) => { o.data = JSON.stringify({ stamp: 1 }); }",
    "(o) => { o.timeout = 1; }",
  ],
  [
    "the platform's fetch, by its dispatcher",
    {
      "a.js": fetching,
      "b.js": `import { Agent, interceptors, setGlobalDispatcher } from "undici"; setGlobalDispatcher(new Agent().compose(HOOK));`,
    },
    "(dispatch) => (o, h) => dispatch({ ...o, body: JSON.stringify({ stamp: 1 }) }, h)",
    "interceptors.retry()",
  ],
];

test("a hook that has been run counts for what it writes, and not for what it may write by its source", () => {
  const files = {
    "orders.ts": `import { Api } from "./api";
export class Orders extends Api { constructor() { super(); this.http.interceptors.request.use((c) => ({ ...c, headers: { ...c.headers, A: "1" } })); } save() { return this.http.put("/a", { size: 1 }); } }`,
    "api.ts": `import axios, { type AxiosInstance } from "axios"; import { check } from "./check";
export class Api { protected http: AxiosInstance; constructor() { this.http = axios.create({ baseURL: "https://h.test" }); this.http.interceptors.request.use(check); } }`,
    "check.ts": `import { note } from "./note"; export const check = (c) => { note(c); return c; };`,
    "note.ts": `export const note = (options) => options.url.length;`,
  };
  expect(checkedIn(files)).toEqual([true]);
});

test("a `compose` that has nothing to do with undici's dispatcher writes no bodies", () => {
  const files = {
    "a.js": fetching,
    "b.js": `import axios from "axios"; import R from "ramda"; axios.interceptors.request.use((c) => c); export const f = R.compose(g, h);`,
  };
  expect(checkedIn(files)).toEqual([true]);
});

test("a file that sets many hooks is gone through once", { tags: ["long"] }, () => {
  const looksIn = (size: number): number => {
    let looks = 0;
    const counting = {
      ...ts,
      isFunctionDeclaration: (node: ts.Node): node is ts.FunctionDeclaration => {
        looks += 1;
        return ts.isFunctionDeclaration(node);
      },
    };
    const indices = Array.from({ length: size }, (_, index) => index);
    const hooks = indices.map(
      (index) => `function f${index}(c) { return c; } axios.interceptors.request.use(f${index});`,
    );
    const file = ts.createSourceFile("a.js", hooks.join("\n"), ts.ScriptTarget.Latest, true);
    expect(bodyWriters(counting, file, "axios", () => undefined)).toEqual([]);
    return looks;
  };
  expect(looksIn(400) / looksIn(100)).toBeLessThan(6);
});

test("a hook of another instance has nothing to do with a request", () => {
  const files = {
    "a.js": `import { api } from "./client"; api.put("/a", { size: 1 });`,
    "client.js": made,
    "other.js": `import axios from "axios"; const other = axios.create(); other.interceptors.request.use((c) => { c.data = {}; return c; });`,
    "setup.js": `import { api } from "./client"; api.defaults.timeout = 10;`,
  };
  expect(checkedIn(files)).toEqual([true]);
});

test("header fields that jQuery's settings or hooks add in another file may be any", () => {
  const unseen = (other: string): readonly boolean[] =>
    requestsIn({
      "a.js": `$.ajax({ url: "https://h.test/a", method: "PATCH", contentType: "application/json", data: "{}" });`,
      "b.js": other,
    }).map(({ defaults }) => defaults.unseenHeaders);
  for (const other of [
    `$.ajaxSetup({ headers: { "If-Match": tag } });`,
    `$.ajaxSetup({ beforeSend: (xhr) => xhr.setRequestHeader("If-Match", tag) });`,
    `jQuery.ajaxPrefilter((options, own, xhr) => { xhr.setRequestHeader("If-Match", tag); });`,
    `$(document).ajaxSend((event, xhr) => { xhr.setRequestHeader("If-Match", tag); });`,
    `$.ajaxSetup(settings);`,
  ])
    expect([other, unseen(other)]).toEqual([other, [true]]);
  for (const other of ["$.ajaxSetup({ timeout: 10 });", "$.ajaxSetup;", "export {};"])
    expect([other, unseen(other)]).toEqual([other, [false]]);
});

describe("a hook that another file sets, though nothing imports it, holds for requests of", () => {
  test.each(projects)("%s", (_, files, writes, keeps) => {
    const known = (hook: string): readonly boolean[] =>
      checkedIn(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace("HOOK", hook)])));
    expect(known(keeps)).toEqual([true]);
    expect(known(writes)).toEqual([false]);
  });
});

test("a dispatcher of which only a comment says that it may be set for all requests writes no bodies", () => {
  const own = `import { Dispatcher } from "undici"; class Proxy extends Dispatcher {} export const made = new Proxy();`;
  const files = (setting: string) => ({ "a.js": fetching, "b.js": `${own} ${setting}` });
  expect(checkedIn(files("// Given to `setGlobalDispatcher()` by others."))).toEqual([true]);
  expect(checkedIn(files(`import { setGlobalDispatcher } from "undici"; setGlobalDispatcher(made);`))).toEqual([false]);
});

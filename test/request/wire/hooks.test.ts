import { createFetch } from "@better-fetch/fetch";
import { createRequire } from "node:module";
import { createAlova } from "alova";
import axios from "axios";
import got from "got";
import ky from "ky";
import { Octokit } from "octokit";
import { ofetch } from "ofetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

// Its types for CommonJS declare no function.
const adapterFetch: unknown = createRequire(__filename)("alova/fetch");
const clients = { adapterFetch, axios, createAlova, createFetch, got, ky, Octokit, ofetch };
const imports = `
import { createAlova } from "alova";
import adapterFetch from "alova/fetch";
import { createFetch } from "@better-fetch/fetch";
import axios from "axios";
import got from "got";
import ky from "ky";
import { Octokit } from "octokit";
import { ofetch } from "ofetch";
`;
/** What hooks find outside of them. */
const outside = 'const over = { url: "/b" }; const helper = { touch(o) { o.q = 7; } };';
const given = (body: string): string => `{ method: "PUT", ${body}: { x: 1 }, headers: { "If-Match": "1" } }`;

/** By client: the program around a hook, and each hook with what is known behind it. */
const programs: Readonly<Record<string, readonly [(hook: string) => string, ...(readonly [string, string])[]]>> = {
  axios: [
    (hook) =>
      `const a = axios.create({ baseURL: base }); a.interceptors.request.use(${hook});
       await a.put("/a", { x: 1, l: [2, 1] }, { params: { x: 1 }, headers: { "If-Match": "1" } });`,
    [
      "PUT /a ?x=1 [if-match?=…] {x: 1, l: [2, 1]}",
      '(c) => { const h = c.headers; h.set("If-Match", "9"); return c; }',
    ],
    [
      "PUT /a ?x=1 [if-match?=…] {x: 1, l: [2, 1]}",
      '({ headers: h, ...c }) => { h.delete("If-Match"); return { ...c, headers: h }; }',
    ],
    [
      "PUT /a ?x=1 [authorization?=…, if-match=1] {x: 1, l: [2, 1]}",
      '(c) => { c.headers.setAuthorization("Bearer x"); return c; }',
    ],
    [
      "PUT /a ?x=1 [if-match=1, x-trace?=…] {x: 1, l: [2, 1]}",
      '(c) => { c.headers = { ...c.headers, "X-Trace": "1" }; return c; }',
    ],
    ["PUT /a ?… [if-match=1] {x: 1, l: [2, 1]}", "(c) => { const p = c.params; delete p.x; return c; }"],
    ["PUT /a ?… [if-match=1] {x: 1, l: [2, 1]}", "(c) => { ++c.params.x; return c; }"],
    ["PUT /a ?… [if-match=1] {x: 1, l: [2, 1]}", '(c) => { Reflect.deleteProperty(c.params, "x"); return c; }'],
    ["PUT /a ?… [if-match=1] {x: 1, l: [2, 1]}", "(c) => { helper.touch(c.params); return c; }"],
    [
      "PUT /a ?… [if-match=1] {x: 1, l: [2, 1]}",
      '(c) => { c.paramsSerializer = { serialize: () => "z=1" }; return c; }',
    ],
    [
      "PUT /a ?x=1 [if-match=1] {x: 1, l: [2, 1]}|{x: 3}",
      '(c) => { if (c.method === "put") c.data = { x: 3 }; return c; }',
    ],
    ["PUT /a ?x=1 [if-match=1] {x: 1, l: [2, 1]}", '(c) => { if (c.method === "PUT") c.data = { x: 3 }; return c; }'],
    ["PUT /a ?x=1 [if-match=1]+ unknown …", '(c) => { c.transformRequest = [() => "z"]; return c; }'],
    ["PUT /a ?x=1 [if-match=1] {x: 1, l: [2, 1]}|{x: 9, l: [2, 1]}", "(c) => { const d = c.data; d.x = 9; return c; }"],
    ["PUT /a ?x=1 [if-match=1] {x: 1, l: [2, 1]}|{x: 2, l: [2, 1]}", "(c) => { c.data.x++; return c; }"],
    ["PUT /a ?x=1 [if-match=1]+ {x: 1, l: [2, 1]}|{x: 1, l: […, 2?, 1?]}", "(c) => { c.data.l.sort(); return c; }"],
    ["PUT ? ?x=1 [authorization?=…, if-match?=…]+ {x: 1, l: [2, 1]}", "(c) => ({ ...c, ...over })"],
    ["PUT ? ?x=1 [if-match=1] {x: 1, l: [2, 1]}", '(c) => ({ ...c, ...(c && { url: "/b" }) })'],
    ["PUT ? ?x=1 [if-match=1] {x: 1, l: [2, 1]}", '(c) => { [c.url] = ["/b"]; return c; }'],
    ["PUT ? ?x=1 [if-match=1] {x: 1, l: [2, 1]}", '(c, url = (c.url = "/b")) => c'],
    ["? ? ?… [if-match?=…]+ unknown …", 'function (c) { const [o] = arguments; o.url = "/b"; return c; }'],
    ["PUT ? ?x=1 [if-match=1] {x: 1, l: [2, 1]}", '(c) => { const self = { ...c }; self.url = "/b"; return self; }'],
  ],
  got: [
    (hook) => `await got.extend({ hooks: { beforeRequest: [${hook}] } })(base + "/a?x=1", ${given("json")});`,
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '({ headers }) => { headers["if-match"] = "9"; }'],
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '(o) => { let h; h = o.headers ?? {}; delete h["if-match"]; }'],
    ["PUT /a ?x=1 [if-match?=…]+ {x: 1}", '(o) => { for (const h of [o.headers]) h["if-match"] = "9"; }'],
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '(o) => { [o.headers].forEach((h) => { h["if-match"] = "9"; }); }'],
    ["PUT /a ?x=1 [if-match?=…]+ {x: 1}", '(o) => { ((h) => { h["if-match"] = "9"; })(o.headers); }'],
    ["PUT ? ?… [if-match=1] {x: 1}", '(o) => { const { searchParams: p } = o.url; p.set("x", "9"); }'],
    ["PUT ? ?… [if-match=1] {x: 1}", '(o) => { const u = o.url; u.pathname = "/b"; }'],
    ["? ? ?… [authorization?=…, if-match?=…]+ unknown …", '(o) => { o.merge({ headers: { "if-match": "9" } }); }'],
    ["? ? ?… [authorization?=…, if-match?=…]+ unknown …", 'function () { arguments[0].headers["if-match"] = "9"; }'],
    // What only reads, or changes a value of its own, changes nothing.
    ["PUT /a ?x=1 [if-match=1] {x: 1}", "(o) => { console.debug(o.url.href, o.headers); }"],
    [
      "PUT /a ?x=1 [if-match=1] {x: 1}",
      '(o) => { String(o.url).startsWith("/x"); encodeURIComponent(o.headers["if-match"]); }',
    ],
    ["PUT /a ?x=1 [if-match=1] {x: 1}", "(o) => { const seen = {}; seen.headers = Object.keys(o.headers).length; }"],
    [
      "PUT /a ?x=1 [if-match=1, x-trace?=…] {x: 1}",
      '(o) => { for (const name of ["x-a", "x-b"]) o.headers["x-trace"] = name; }',
    ],
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '(o) => { if (o.json) { delete o.headers["if-match"]; } }'],
    ["PUT /a ?x=1 [if-match?=…]+ {x: 1}", '(o) => { for (const name of ["if-match"]) delete o.headers[name]; }'],
    [
      "PUT /a ?x=1 [if-match=1, x-trace?=…] {x: 1}",
      '(o) => { if (o.url.pathname.endsWith("a")) o.headers["x-trace"] = "1"; }',
    ],
  ],
  "got with parameters": [
    (hook) => `await got.extend({ hooks: { beforeRequest: [${hook}] } })(base + "/a", { searchParams: { x: 1 } });`,
    ["GET ? ?… []", '(o) => { o.url.search = "?x=9"; }'],
    ["GET /a ?x=1 []", '(o) => { o.url.searchParams.get("x"); }'],
  ],
  ky: [
    (hook) => `await ky.extend({ hooks: { beforeRequest: [${hook}] } })(base + "/a?x=1", ${given("json")});`,
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '({ headers: h }) => { h.append("If-Match", "9"); }'],
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '(r) => { const { headers } = r; headers.set("If-Match", "9"); }'],
    ["PUT /a ?x=1 [if-match=1, x-trace?=…] {x: 1}", '(r) => { r.headers.set("X-Trace", r.headers.get("If-Match")); }'],
    ["? ? ?… [authorization?=…, if-match?=…]+ unknown …", '(r) => new Request(r, { headers: { "X-Trace": "1" } })'],
  ],
  ofetch: [
    (hook) => `await ofetch.create({ onRequest: ${hook} })(base + "/a?x=1", ${given("body")});`,
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '({ options: { headers } }) => { headers.set("If-Match", "9"); }'],
    // A spread of the class `Headers` copies nothing.
    [
      "PUT /a ?x=1 [if-match?=…]+ {x: 1}",
      '({ options }) => { options.headers = { ...options.headers, "X-Trace": "1" }; }',
    ],
    ["PUT /a ?x=1 [if-match=1] unknown …", "({ options: o }) => { const b = o.body; b.x = 9; }"],
    ["PUT ? ?… [if-match=1] {x: 1}", '(ctx) => { ctx.request = ctx.request.replace("/a", "/b"); }'],
  ],
  alova: [
    (hook) =>
      `await createAlova({ baseURL: base, requestAdapter: adapterFetch(), beforeRequest: ${hook} })
         .Put("/a", { x: 1 }, { params: { x: 1 }, headers: { "If-Match": "1" } });`,
    ["PUT /a ?x=1 [if-match?=…] {x: 1}", '(m) => { const h = m.config.headers; h["If-Match"] = "9"; }'],
    [
      "PUT /a ?x=1 [authorization?=…, if-match=1] {x: 1}",
      '({ config: { headers } }) => { headers.Authorization = "Bearer x"; }',
    ],
    ["PUT /a ?… [if-match=1] {x: 1}", "async ({ config }) => { await null; config.params.x = 9; }"],
    ["PUT /a ?x=1 [if-match=1] unknown …", "(m) => { const d = m.data; d.x = 9; }"],
    ["PUT ? ?x=1&… [if-match=1] {x: 1}", '(m) => { m.url += "/b"; }'],
    ["PUT ? ?x=1&… [if-match=1] {x: 1}", '(m) => { m.baseURL += "/c"; }'],
    ["? /a ?… [if-match?=…]+ unknown …", '(m) => { m.type = "POST"; }'],
    ["? /a ?… [if-match?=…]+ unknown …", "(m) => { m.config = { headers: {} }; }"],
    ["? /a ?… [if-match?=…]+ unknown …", "(m) => { helper.touch(m.config); delete m.config.headers; }"],
  ],
  "better-fetch": [
    (hook) => `await createFetch({ baseURL: base, onRequest: ${hook} })("/a?x=1", ${given("body")});`,
    [
      "PUT /a ?x=1 [if-match?=…] {x: 1}",
      '({ headers, ...c }) => { headers.set("If-Match", "9"); return { ...c, headers }; }',
    ],
    ["PUT /a ?x=1 [if-match=1] unknown …", "(c) => { const b = c.body; b.x = 9; return c; }"],
  ],
  octokit: [
    (hook) =>
      `const o = new Octokit({ baseUrl: base }); o.hook.${hook}; await o.request("PUT /a/{id}", { id: 7, x: 1 });`,
    ["PUT ? ?… []+ unknown …", 'before("request", (o) => { const p = o; p.x = 9; })'],
    // What the other path does not take goes into the body.
    ["PUT ? ?… []+ unknown …", 'before("request", (o) => { o.url = "/b"; })'],
    ["PUT ? ?… []+ unknown …", 'wrap("request", (request, o) => request({ ...o, x: 9 }))'],
    [
      "PUT /a/7 []+ {x: 1}",
      'wrap("request", async (request, o) => { const r = await request(o); r.data.x = 9; return r; })',
    ],
  ],
};

describe("what is left known behind a hook arrives", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  const cases = Object.values(programs).flatMap(([around, ...hooks]) =>
    hooks.map(([known, hook]) => [known, hook, around(hook)] as const),
  );

  test.each(cases)("%s: %s", async (known, _, source) => {
    const outcome = await holdAgainst(wire, { clients, imports, outside, source });
    expect(outcome).toEqual({ known: [known], arrivals: 1, wrong: [] });
  });
});

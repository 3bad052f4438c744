import { describe, expect, test } from "vitest";
import { jsonBodies } from "../../../src/request/derived/predicates";
import { requestsIn } from "../../harness/project-requests";

/** Of each request that has a body: whether rules check it. What a hook sends by itself goes through `fetch`. */
const checkedIn = (files: Readonly<Record<string, string>>, by = /(?:)/u): readonly boolean[] =>
  requestsIn(files)
    .filter(({ body, client }) => body && by.test(client))
    .map((request) => jsonBodies(request).length > 0);

const head = `const base = "https://h.test"; const full = { name: "n" };
const parsed = (text) => JSON.stringify({ ...full, ...JSON.parse(text) });
const sent = { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ size: 1 }) };
`;

/** By client and kind of hook: a program that sends an incomplete body, with `HOOK` for the code that completes it, and code that does not. */
const programs: readonly (readonly [name: string, program: string, writes: string, keeps: string])[] = [
  [
    "an interceptor of an instance of axios",
    `import axios from "axios"; const a = axios.create(); a.interceptors.request.use(HOOK); a.put("/a", { size: 1 });`,
    "(c) => { c.data = { ...full, ...c.data }; return c; }",
    "(c) => { c.headers.set('X-Trace', '1'); return c; }",
  ],
  [
    "an interceptor of axios that returns other options",
    `import axios from "axios"; axios.interceptors.request.use(HOOK); axios.put("/a", { size: 1 });`,
    "async (c) => ({ ...c, data: { ...full, ...c.data } })",
    "async (c) => ({ ...c, timeout: 1 })",
  ],
  [
    "an interceptor that also writes to a log",
    `import axios from "axios"; const a = axios.create(); a.interceptors.request.use((c) => { HOOK return c; }); a.put("/a", { size: 1 });`,
    "complete({ c });",
    'logger.error({ c }, "No parameter."); debug("%O", c); c.headers.X = a.getUri(c);',
  ],
  [
    "an interceptor that is a method",
    `import axios from "axios";
     class Api {
       constructor() { this.http = axios.create(); this.http.interceptors.request.use(this.change.bind(this)); }
       change(c) { HOOK return c; }
       save() { return this.http.put("/a", { size: 1 }); }
     }`,
    "Object.assign(c.data, full);",
    "c.headers.setAuthorization('Bearer x');",
  ],
  [
    "an adapter of axios",
    `import axios from "axios"; const a = axios.create({ adapter: HOOK }); a.put("/a", { size: 1 });`,
    "(c) => axios.defaults.adapter[0]({ ...c, data: parsed(c.data) })",
    '["fetch", "xhr"]',
  ],
  [
    "a hook of ky at the beginning",
    `import ky from "ky"; const k = ky.extend({ hooks: { init: [HOOK] } }); k.put(base, { json: { size: 1 } });`,
    "(o) => { o.json = { ...full, ...o.json }; }",
    "(o) => { o.headers = { 'x-trace': '1' }; }",
  ],
  [
    "ky's own fetch",
    `import ky from "ky"; const k = ky.create({ fetch: HOOK }); k.put(base, { json: { size: 1 } });`,
    "async (r) => fetch(new Request(r, { body: parsed(await r.text()) }))",
    "(r) => fetch(r)",
  ],
  [
    "ofetch's own fetch",
    `import { ofetch } from "ofetch"; const o = ofetch.create({ fetch: HOOK }); o(base, { method: "PUT", body: { size: 1 } });`,
    "(u, i) => fetch(u, { ...i, body: parsed(i.body) })",
    "(u, i) => fetch(u, { ...i, headers: { 'x-trace': '1' } })",
  ],
  [
    "better-fetch's own fetch",
    `import { createFetch } from "@better-fetch/fetch"; const b = createFetch({ customFetchImpl: HOOK }); b(base, { method: "PUT", body: { size: 1 } });`,
    "(u, i) => fetch(u, { ...i, body: parsed(i.body) })",
    "(u, i) => fetch(u, i)",
  ],
  [
    "a middleware of openapi-fetch",
    `import createClient from "openapi-fetch"; const o = createClient({ baseUrl: base }); o.use({ onRequest: HOOK }); o.PUT("/a", { body: { size: 1 } });`,
    "async ({ request }) => new Request(request, { body: parsed(await request.text()) })",
    "({ request }) => { request.headers.set('x-trace', '1'); return request; }",
  ],
  [
    "openapi-fetch's own fetch",
    `import createClient from "openapi-fetch"; const o = createClient({ baseUrl: base, fetch: HOOK }); o.PUT("/a", { body: { size: 1 } });`,
    "async (r) => fetch(new Request(r, { body: parsed(await r.text()) }))",
    "globalThis.fetch",
  ],
  [
    "octokit's own fetch",
    `import { Octokit } from "@octokit/core"; const o = new Octokit({ baseUrl: base, request: { fetch: HOOK } }); o.request("PUT /a", { size: 1 });`,
    "(u, i) => fetch(u, { ...i, body: parsed(i.body) })",
    "(u, i) => fetch(u, i)",
  ],
  [
    "the function that RTK Query sends with",
    `import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query";
     createApi({ baseQuery: fetchBaseQuery({ baseUrl: base, fetchFn: HOOK }), endpoints: (b) => ({ save: b.mutation({ query: () => ({ url: "/a", method: "PUT", body: { size: 1 } }) }) }) });`,
    "async (r) => fetch(new Request(r, { body: parsed(await r.text()) }))",
    "(...all) => fetch(...all)",
  ],
  [
    "a plugin of superagent",
    `import superagent from "superagent"; superagent.put(base).HOOK.send({ size: 1 }).then(() => 0);`,
    "use((r) => { r._data = full; })",
    "timeout(1)",
  ],
  [
    "a plugin of all requests of an agent",
    `import superagent from "superagent"; const a = superagent.agent(); a.HOOK; a.put(base).send({ size: 1 }).then(() => 0);`,
    "use((r) => { r._data = full; })",
    "set('X-Trace', '1')",
  ],
  [
    "a writer of superagent",
    `import superagent from "superagent"; superagent.put(base).HOOK.send({ size: 1 }).then(() => 0);`,
    "serialize((b) => JSON.stringify({ ...full, ...b }))",
    "retry(2)",
  ],
  [
    "an interceptor of gaxios",
    `import { Gaxios } from "gaxios"; const g = new Gaxios(); HOOK; g.request({ url: base, method: "PUT", data: { size: 1 } });`,
    "g.interceptors.request.add({ resolved: async (c) => { c.data = full; return c; } })",
    "g.interceptors.response.add({ resolved: async (r) => r })",
  ],
  [
    "settings of one call of jQuery",
    `$.ajax({ url: base, method: "PUT", contentType: "application/json", data: JSON.stringify({ size: 1 }), beforeSend: HOOK });`,
    "(x, s) => { s.data = parsed(s.data); }",
    "(x) => { x.setRequestHeader('x-trace', '1'); }",
  ],
  [
    "a prototype of the browser's",
    `HOOK; const x = new XMLHttpRequest(); x.open("PUT", base); x.setRequestHeader("content-type", "application/json"); x.send(JSON.stringify({ size: 1 }));`,
    "const send = XMLHttpRequest.prototype.send; XMLHttpRequest.prototype.send = function (b) { send.call(this, parsed(b)); }",
    "const limit = XMLHttpRequest.DONE",
  ],
];

describe("a body that a hook of the client may complete is not checked", () => {
  test.each(programs)("%s", (_, program, writes, keeps) => {
    const known = (hook: string): readonly boolean[] =>
      checkedIn({ "a.js": `${head}${program.replace("HOOK", hook)}` }, /^(?!fetch$)/u);
    expect(known(keeps)).toEqual([true]);
    expect(known(writes)).toEqual([false]);
  });
});

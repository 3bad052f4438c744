import { betterFetch, createFetch } from "@better-fetch/fetch";
import axios from "axios";
import { Gaxios } from "gaxios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import createClient from "openapi-fetch";
import superagent from "superagent";
import ts from "typescript";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import wretch from "wretch";
import QueryString from "wretch/addons/queryString";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";
import { contradictions } from "../harness/consistent";
import { WireServer } from "../harness/wire";
import { renderRequest } from "./render";

const clients = {
  ...{ axios, betterFetch, createClient, createFetch, Gaxios, got, ky, ofetch },
  ...{ QueryString, request, superagent, wretch },
};
const imports = `
import { betterFetch, createFetch } from "@better-fetch/fetch";
import axios from "axios";
import { Gaxios } from "gaxios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import createClient from "openapi-fetch";
import superagent from "superagent";
import { request } from "undici";
import wretch from "wretch";
import QueryString from "wretch/addons/queryString";
`;

/** Programs that give a client a query in several places and forms, with `c` true and false, and what is known of it. */
const programs: readonly (readonly [known: string, source: string])[] = [
  ["?fields=a", 'await ky(base + "/a", { searchParams: [["fields", "a"]] });'],
  ["?fields=a", 'await ky.get(base + "/a?x=1", { searchParams: [["fields", "a"]] });'],
  ["?fields=a&b", 'await ky.get(base + "/a", { searchParams: [["fields", "a"], ["fields", "b"]] });'],
  ["?fields=a&n=1", 'await ky.get(base + "/a", { searchParams: [["fields", "a"], ["n", 1]] });'],
  ["?fields=a,b", 'await ky.get(base + "/a", { searchParams: [["fields", ["a", "b"]]] });'],
  ["?a=undefined", 'await ky.get(base + "/a", { searchParams: [["a", undefined]] });'],
  ["?x=1", 'await ky.get(base + "/a?x=1", { searchParams: [] });'],
  ["?x=1", 'await ky.get(base + "/a?x=1", { searchParams: {} });'],
  ["?x=1", 'await ky.get(base + "/a?x=1", { searchParams: "" });'],
  ["", 'await ky.get(base + "/a?x=1", { searchParams: { y: undefined } });'],
  ["?x=1", 'await ky.get(base + "/a?x=1", { searchParams: new URLSearchParams() });'],
  ["?x=null", 'await ky.get(base + "/a", { searchParams: { x: null } });'],
  ["?x=1,2", 'await ky.get(base + "/a", { searchParams: { x: [1, 2] } });'],
  ["?x=1&y=2", 'await ky.create({ searchParams: { x: 1 } }).get(base + "/a", { searchParams: { y: 2 } });'],
  ["?x=1&2", 'await ky.create({ searchParams: { x: 1 } }).get(base + "/a", { searchParams: { x: 2 } });'],
  ["?x=1&2", 'await ky.create({ searchParams: [["x", 1]] }).get(base + "/a", { searchParams: "?x=2" });'],
  ["?x=1&y=2", 'await ky.create({ searchParams: "x=1" }).get(base + "/a", { searchParams: [["y", 2]] });'],
  [
    "?y=2",
    'await ky.create({ searchParams: "x=1" }).extend({ searchParams: undefined }).get(base + "/a", { searchParams: { y: 2 } });',
  ],
  ["", 'await ky.create({ searchParams: "x=1" }).get(base + "/a", { searchParams: undefined });'],
  ["", 'await ky.create({ searchParams: "x=1" }).get(base + "/a", { searchParams: null });'],
  ["?z=1", 'await ky.create({ searchParams: "x=1" }).get(base + "/a?z=1", { searchParams: undefined });'],
  ["?x=1", 'await ky.create({ searchParams: "x=1" }).get(base + "/a?z=1", { searchParams: {} });'],
  ["?x=1", 'await ky.create({ searchParams: "x=1" }).get(base + "/a", { searchParams: { y: undefined } });'],
  [
    "?x=1&2&3",
    'await ky.create({ searchParams: { x: 1 } }).extend({ searchParams: { x: 2 } }).get(base + "/a", { searchParams: { x: 3 } });',
  ],
  ["?x=1", 'await ky.get(new Request(base + "/a?y=1"), { searchParams: { x: 1 } });'],
  [
    "?x=1&y=2",
    'const p = new URLSearchParams({ x: "1" }); p.append("y", "2"); await ky.get(base + "/a", { searchParams: p });',
  ],
  ["?x=1&y=2", 'await ky.get(base + "/a", { searchParams: Object.entries({ x: 1, y: 2 }) });'],
  ["?x=1&y=2", 'await ky.get(base + "/a", { searchParams: Object.fromEntries([["x", 1], ["y", 2]]) });'],
  ["?…", 'await ky.get(base + "/a", { searchParams: new Map([["x", 1], ["y", 2]]) });'],
  ["?…", 'await got(base + "/a", { searchParams: new Map([["x", 1]]) });'],
  ["?x=1&y=2", 'await got.extend({ searchParams: { x: 1 } })(base + "/a", { searchParams: { y: 2 } });'],
  ["?x=1&y=2", 'await got.extend({ searchParams: { x: 1 } })(base + "/a", { searchParams: "y=2" });'],
  ["?x=2", 'await got.extend({ searchParams: { x: 1 } })(base + "/a", { searchParams: { x: 2 } });'],
  ["?x=2", 'await got(base + "/a?x=1&y=3", { searchParams: { x: 2 } });'],
  ["?x=2", 'await got.extend({ searchParams: { x: 1 } })(base + "/a", { searchParams: new URLSearchParams("x=2") });'],
  ["?x=", 'await got(base + "/a", { searchParams: { x: null } });'],
  ["", 'await got(base + "/a?x=1", { searchParams: {} });'],
  ["?x=1", 'await got(base + "/a?x=1", { searchParams: undefined });'],
  ["?fields=a", 'await axios.get(base + "/a", { params: new URLSearchParams([["fields", "a"]]) });'],
  ["?…", 'await axios.get(base + "/a", { params: [["fields", "a"]] });'],
  ["?x=1&y=2", 'await axios.create({ params: { x: 1 } }).get(base + "/a", { params: { y: 2 } });'],
  ["?x=1&2", 'await axios.create({ params: { x: 1 } }).get(base + "/a?x=1", { params: { x: 2 } });'],
  ["?y=2", 'await axios.create({ params: { x: 1 } }).get(base + "/a", { params: new URLSearchParams("y=2") });'],
  ["?y=2", 'await axios.create({ params: new URLSearchParams("x=1") }).get(base + "/a", { params: { y: 2 } });'],
  ["", 'await axios.create({ params: { x: 1 } }).get(base + "/a", { params: null });'],
  ["?x=1", 'await axios.create({ params: { x: 1 } }).get(base + "/a", { params: undefined });'],
  ["", 'await axios.create({ params: { x: 1, y: 2 } }).get(base + "/a", { params: { y: undefined, x: null } });'],
  ["?…", 'await superagent.get(base + "/a").query([["x", 1]]);'],
  ["?x=1&y=2&z=3", 'await superagent.get(base + "/a?y=2").query({ x: 1 }).query("z=3");'],
  ["?x=1&2&y=", 'await superagent.get(base + "/a").query({ x: [1, 2], y: null, z: undefined });'],
  ["?x=2", 'await superagent.get(base + "/a").query({ x: 1 }).query({ x: 2 });'],
  ["?x=1&y=1&2", 'await ofetch(base + "/a?x=0", { query: { x: 1, y: [1, 2] } });'],
  [
    "?x=1&y=1&2&z=",
    'await ofetch(base + "/a?x=0", { params: { x: 1 }, query: { y: [1, 2], z: null, u: undefined } });',
  ],
  ["?x=1&y=2", 'await ofetch.create({ query: { x: 1 } })(base + "/a", { query: { y: 2 } });'],
  ["?x=1&y=2", 'await ofetch.create({ query: { x: 1 } })(base + "/a", { params: { y: 2 } });'],
  ["?…", 'await ofetch(base + "/a", { query: [["x", 1]] });'],
  ["", 'await ofetch(base + "/a?x=1", { query: { x: undefined } });'],
  [
    "?y?=2",
    'await ofetch.create({ query: { x: 1 } })(base + "/a?y=1", { query: { x: undefined, y: c ? 2 : undefined } });',
  ],
  ["?x=1|2&y=1", 'await ofetch(base + "/a?x=1&y=1", c ? { query: { x: 2 } } : {});'],
  ["?x=1", 'await got.extend({ searchParams: { x: 1 } })(base + "/a", { searchParams: undefined });'],
  ["", 'await got.extend({ searchParams: { x: 1 } })(base + "/a", { searchParams: { x: undefined } });'],
  ["?x=1", 'await got.extend({ searchParams: { x: 1 } })(base + "/a?z=1");'],
  ["?x?=1&z?=1", 'await got(base + "/a?z=1", { searchParams: c ? { x: 1 } : undefined });'],
  ["?x?=1&z?=1", 'await got(base + "/a?z=1", c ? { searchParams: { x: 1 } } : {});'],
  ["?x?=1&z?=1", 'await ky(base + "/a?z=1", { searchParams: c ? { x: 1 } : undefined });'],
  ["?x?=1&z?=1", 'await ky(base + "/a?z=1", { searchParams: { ...(c && { x: 1 }) } });'],
  ["?x?=1", 'await ky(base + "/a?z=1", { searchParams: { x: c ? 1 : undefined } });'],
  ["?x?=1&y?=2", 'await ky(base + "/a", { searchParams: c ? "x=1" : [["y", 2]] });'],
  ["?x?=1&y?=1", 'await ky.create({ searchParams: { x: 1 } })(base + "/a", { searchParams: c ? { y: 1 } : null });'],
  ["?x?=1&y?=1", 'await ky.create({ searchParams: { x: 1 } })(base + "/a", c ? { searchParams: { y: 1 } } : {});'],
  ["?x?=1&y?=1", 'await axios.create({ params: { x: 1 } }).get(base + "/a", { params: c ? { y: 1 } : null });'],
  [
    "?x?=1&y?=1&z?=1",
    'await axios.create({ params: { x: 1 } }).get(base + "/a", { params: c ? { y: 1 } : new URLSearchParams("z=1") });',
  ],
  ["?x=2", 'await axios.create({ params: { x: [1] } }).get(base + "/a", { params: { x: 2 } });'],
  [
    "?f[a]=3&f[b]=2",
    'await axios.create({ params: { f: { a: 1, b: 2 } } }).get(base + "/a", { params: { f: { a: 3 } } });',
  ],
  ["?f=x", 'await axios.create({ params: { f: { a: 1, b: 2 } } }).get(base + "/a", { params: { f: "x" } });'],
  [
    "?f?=…&…",
    'await axios.create({ params: { f: { a: 1, b: 2 } } }).get(base + "/a", { params: { f: c ? "x" : { a: 2 } } });',
  ],
  [
    "?f[d]=…",
    'await axios.create({ params: { f: "x" } }).get(base + "/a", { params: { f: { a: undefined, d: new Date(0) } } });',
  ],
  ["?y=1", 'await superagent.get(base + "/a").query({ x: 1, y: 1 }).query({ x: undefined });'],
  ["?x=1|2&y=1", 'const r = superagent.get(base + "/a").query({ x: 1, y: 1 }); if (c) r.query({ x: 2 }); await r;'],
  ["?x=2&1&y=1", 'const r = superagent.get(base + "/a").query({ x: 1, y: 1 }); if (c) r.query("x=2"); await r;'],
  ["?x=1|…&y=1|…&…", 'await superagent.get(base + "/a").query({ x: 1, y: 1 }).query(c ? "x=2" : { x: 3 });'],
  ["?x=1&2", 'await superagent.get(base + "/a").query("x=1").query("x=2");'],
  ["?x=1&2&y=&z=", 'await request(base + "/a", { query: { x: [1, 2], y: null, z: undefined } });'],
  [
    "?n=null&x=1&2&y=1,2",
    'await new Gaxios().request({ url: base + "/a?x=1", params: { x: 2, y: [1, 2], z: undefined, n: null } });',
  ],
  ["?x=1&…", 'await new Gaxios().request({ url: base + "/a?x=1", params: { y: 1 }, paramsSerializer: () => "q=1" });'],
  ["?x=1&y=1", 'await new Gaxios({ params: { x: 1 } }).request({ url: base + "/a", params: { y: 1 } });'],
  ["?x=1", 'await new Gaxios({ params: { x: 1 } }).request({ url: base + "/a", params: { x: undefined } });'],
  ["?x=2&y=1&2", 'await betterFetch(base + "/a?x=1", { query: { x: 2, y: [1, 2], z: undefined, n: null } });'],
  ["?x=2&y=1", 'await createFetch({ query: { x: 1 }, baseURL: base })("/a", { query: { x: 2, y: 1 } });'],
  ["?x=1&y=1", 'await createFetch({ query: { x: 1 }, baseURL: base })("/a", { query: { y: 1 } });'],
  ["?x=1", 'await createFetch({ query: { x: 1 }, baseURL: base })("/a");'],
  [
    "?n=null&x=1&2&y=1&2&z=",
    'await wretch(base + "/a?x=1").addon(QueryString).query({ x: 2, y: [1, 2], z: undefined, n: null }).get().res();',
  ],
  [
    "?x=1&2&y=1&3",
    'await wretch(base + "/a?x=1").addon(QueryString).query({ x: 2 }).query("y=1").query({ y: 3 }).get().res();',
  ],
  [
    "?x?=1|…&y?=3&…",
    'await wretch(base + "/a?x=1").addon(QueryString).query({ x: 2 }, true).query({ y: 3 }).get().res();',
  ],
  [
    "?x?=1|…&…",
    'await wretch(base + "/a?x=1").addon(QueryString).query({ x: 2 }).query({ y: 3 }, { replace: true }).get().res();',
  ],
  ["?…", 'await wretch(base + "/a").addon(QueryString).query("?x=1").query(new URLSearchParams("y=1")).get().res();'],
  [
    "?f?=…&x=1&2&…",
    'await createClient({ baseUrl: base }).GET("/a", { params: { query: { x: [1, 2], y: null, z: undefined, f: { a: 1 } } } });',
  ],
  [
    "?…",
    'await createClient({ baseUrl: base, querySerializer: { array: { style: "form", explode: false } } }).GET("/a", { params: { query: { x: [1, 2] } } });',
  ],
  ["?…", 'await superagent.get(base + "/a").query("?x=1");'],
  ["?x=1", 'await got(base + "/a", { searchParams: "?x=1" });'],
  ["?x=1&z=1", 'await betterFetch(base + "/a?x=1&z=1", { query: { x: undefined, z: null } });'],
  ["?x=1&2&3", 'await betterFetch(base + "/a?x=1", { query: { x: [2, 3] } });'],
  ["", 'await createFetch({ query: { x: 1 }, baseURL: base })("/a", { query: { x: undefined } });'],
  ["?y=1", 'await new Gaxios({ params: { x: 1 } }).request({ url: base + "/a", params: new URLSearchParams("y=1") });'],
  ["?x=1|2", 'await new Gaxios({ params: { x: 1 } }).request({ url: base + "/a", params: { x: c ? 2 : undefined } });'],
];

/** Programs that give a client an instance of a class as a body, and what is known of it. */
const instances: readonly (readonly [known: string, source: string])[] = [
  ['PUT /a [] {name: "a", n: 1}', 'await axios.put(base + "/a", new Item(1));'],
  ['PUT /a [] {name: "a", n: 1}', 'await superagent.put(base + "/a").send(new Item(1));'],
  ['PUT /a [] {name: "a", n: 1}', 'await got.put(base + "/a", { json: new Item(1) });'],
  ['PUT /a [] {name: "a", n: 1}', 'await ky.put(base + "/a", { json: new Item(1) });'],
  ['PUT /a [] unknown {name: "a", n: 1}', 'await ofetch(base + "/a", { method: "PUT", body: new Item(1) });'],
  ["PUT /a [] …", 'await axios.put(base + "/a", new Written(1));'],
  ["PUT /a [] …", 'await ky.put(base + "/a", { json: new Written(1) });'],
  ["PUT /a [] {w: …}", 'await ky.put(base + "/a", { json: { w: new Written(1) } });'],
  ["PUT /a [] {w: 1}", 'await fetch(base + "/a", { method: "PUT", body: JSON.stringify(new Written(1)) });'],
];
/** Programs that give a client header fields in several places and forms, and what is known of them. */
const headers: readonly (readonly [known: string, source: string])[] = [
  ["GET /a [x-trace=1, 2]", 'await fetch(base + "/a", { headers: { "X-Trace": "1", "x-trace": "2" } });'],
  ["GET /a [x-trace=1, 2]", 'await ky.get(base + "/a", { headers: { "X-Trace": "1", "x-trace": "2" } });'],
  [
    "GET /a [x-trace?=1|2]",
    'await ky.create({ headers: { "X-Trace": "1" } }).get(base + "/a", { headers: { "x-trace": c ? "2" : undefined } });',
  ],
  ["GET /a [x-trace=2]", 'await got(base + "/a", { headers: { "X-Trace": "1", "x-trace": "2" } });'],
  [
    "GET /a [if-match=1, x-trace=1, 2]",
    'await ofetch.create({ headers: { "X-Trace": "0", "If-Match": "1" } })(base + "/a", { headers: { "X-Trace": "1", "x-trace": "2" } });',
  ],
  ["GET /a [if-match=undefined]", 'await ofetch(base + "/a", { headers: { "If-Match": undefined } });'],
  [
    "GET /a [x-trace=0, 2]",
    'await createFetch({ baseURL: base, headers: { "X-Trace": "0" } })("/a", { headers: { "x-trace": "2" } });',
  ],
  [
    "GET /a [x-trace=1, 2]",
    'await new Gaxios({ headers: { "X-Trace": "0" } }).request({ url: base + "/a", headers: { "X-Trace": "1", "x-trace": "2" } });',
  ],
  ["GET /a [x-trace=1, 2]", 'await request(base + "/a", { headers: { "X-Trace": "1", "x-trace": "2" } });'],
  [
    "GET /a [if-match?=1|…, …]+",
    'const r = new Request(base + "/a", { headers: { "If-Match": "1" } }); r.headers.set("If-Match", "2"); await fetch(r);',
  ],
  [
    "GET /a [if-match?=1|…, …]+",
    'const r = new Request(base + "/a", { headers: { "If-Match": "1" } }); r.headers.delete("If-Match"); await ky(r);',
  ],
  ["GET /a []", 'await superagent.get(base + "/a").set("If-Match", "1").unset("If-Match");'],
  [
    "GET /a [if-match?=1]",
    'const r = superagent.get(base + "/a").set("If-Match", "1"); if (c) r.unset("If-Match"); await r.sortQuery();',
  ],
  ["GET /a [if-match=1]+", 'const r = superagent.get(base + "/a").set("If-Match", "1"); r.ofAPlugin?.(); await r;'],
  [
    "GET /a ?q=1 [if-match=1, x-trace=2]+",
    'const a = superagent.agent().set("If-Match", "1").query({ q: 1 }); await a.get(base + "/a").set("X-Trace", "2");',
  ],
  [
    "GET /a [x-trace?=1]+",
    'const a = superagent.agent(); a.auth("t", { type: "bearer" }); if (c) a.set("X-Trace", "1"); await a.get(base + "/a").unset("Authorization");',
  ],
  [
    "GET /a [if-match=1]+",
    'const a = axios.create({ headers: { "If-Match": "1" } }); a.defaults.headers.common["If-Match"] = "2"; await a.get(base + "/a");',
  ],
  [
    "GET /a [if-match?=…|2, x-trace=3]+",
    'const a = axios.create(); a.defaults.headers.get["If-Match"] = "2"; await a.get(base + "/a", { headers: { "X-Trace": "3" } });',
  ],
  [
    "GET /a [if-match=3]+",
    'const a = axios.create(); a.defaults.headers["If-Match"] = "2"; await a.get(base + "/a", { headers: { "if-match": "3" } });',
  ],
  [
    "GET /a [if-match=2]+",
    'const a = axios.create(); Object.assign(a.defaults.headers.common, { "If-Match": "1" }); await a.get(base + "/a", { headers: { common: { "If-Match": "2" } } });',
  ],
  [
    "GET /a [if-match?=…|1]+",
    'const a = axios.create(); if (c) a.defaults.headers.common["If-Match"] = "1"; await a.get(base + "/a");',
  ],
  [
    "GET /a [if-match?=…|1]+",
    'const a = axios.create(); a.defaults.headers.common["If-Match"] = "1"; delete a.defaults.headers.common["If-Match"]; await a.get(base + "/a");',
  ],
];
/** Programs that give a client a method, or a body, in some cases or several times, and what is known of it. */
const others: readonly (readonly [known: string, source: string])[] = [
  ["GET|PATCH /a []", 'await fetch(base + "/a", c ? { method: "PATCH" } : {});'],
  ["GET|PUT /a []", 'await axios({ url: base + "/a", method: c ? "put" : undefined });'],
  ["GET|PUT /a []", 'await betterFetch(base + "/a", { method: c ? "PUT" : undefined });'],
  ["POST /a [] unknown …", 'await ky.create({ json: { a: 1 } }).post(base + "/a", { json: { b: 2 } });'],
];
const classes = `class Item { name = "a"; #secret = 1; constructor(n) { this.n = n; } get label() { return "l" + this.#secret; } }
class Own { toJSON() { return { w: 1 }; } } class Written extends Own { constructor(n) { super(); this.n = n; } }`;

describe("what is sent is what the client makes of it", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  const given = [
    ...programs.map(([known, source]) => [known === "" ? "GET /a []" : `GET /a ${known} []`, source] as const),
    ...headers,
    ...others,
    ...instances.map(([known, source]) => [known, `${classes} ${source}`] as const),
  ];

  test.each(given)("%s: %s", async (known, source) => {
    const text = `${imports} const base = "http://host"; export async function main(c) { ${source} }`;
    const sourceFile = ts.createSourceFile("program.js", text, ts.ScriptTarget.Latest, true);
    const { requests } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
    expect(requests.map(renderRequest)).toEqual([known]);
    for (const c of [true, false]) {
      const before = wire.take("").length;
      // The programs are our own.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
      await new Function(...Object.keys(clients), "base", "c", `return (async () => { ${source} })()`)(
        ...Object.values(clients),
        wire.url,
        c,
      );
      const arrived = wire.take("").slice(before);
      expect(arrived).toHaveLength(1);
      expect(requests.flatMap((each) => arrived.flatMap((one) => contradictions(each, one)))).toEqual([]);
    }
  });
});

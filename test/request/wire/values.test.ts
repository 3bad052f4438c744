import { createRequire } from "node:module";
import { createAlova } from "alova";
import axios from "axios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import superagent from "superagent";
import ts from "typescript";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { contradictions } from "../../harness/consistent";
import { WireServer } from "../../harness/wire";
import { renderRequest } from "../render";
import { wrongInModes, type Ran } from "./claims";

/** Values that JSON, a query, a header or the URL parser changes. Each is sent by each client, and what arrives is held against what is claimed. */
// Its types for CommonJS declare no function.
const adapterFetch: unknown = createRequire(__filename)("alova/fetch");
const clients = { adapterFetch, axios, createAlova, got, ky, ofetch, superagent, request };
const imports = `
import { createAlova } from "alova";
import adapterFetch from "alova/fetch";
import { createAlova } from "alova";
import axios from "axios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import superagent from "superagent";
import { request } from "undici";
`;

const values = [
  ...[
    "NaN",
    "-0",
    "Infinity",
    "1e400",
    "0 / 0",
    'Number("x")',
    "10n",
    "[1n]",
    "[undefined, 1]",
    "[NaN]",
    "[, 1]",
    "[() => 1]",
  ],
  ...[
    "undefined",
    "null",
    "() => 1",
    "c ? NaN : 1",
    "{ a: undefined }",
    "{ get a() { return 1; } }",
    '{ [Symbol("a")]: 1 }',
  ],
  ...[
    "new Date(0)",
    "new Date(NaN)",
    'new URL("http://x.y/z")',
    'new Map([["a", 1]])',
    "new Set([1])",
    'new Headers({ a: "b" })',
  ],
  ...[
    'new URLSearchParams({ a: "b" })',
    "/x/g",
    'new Error("e")',
    "new Number(5)",
    'new String("s")',
    "new Uint8Array([1, 2])",
  ],
  ...[
    "new (class { x = 1; toJSON() { return { y: 2 }; } })()",
    "new (class { #x = 1; y = 2; get z() { return 3; } })()",
  ],
  ...["new (class extends Array {})()", "new (class extends Date {})(0)", 'new (class extends URL {})("http://x.y")'],
  ...[
    '{ toJSON: () => "t" }',
    "{ toJSON: () => undefined, a: 1 }",
    "Object.create({ inherited: 1 })",
    "Promise.resolve(1)",
  ],
  ...["structuredClone(new Date(0))", "JSON.parse(JSON.stringify({ a: new Date(0), b: NaN, c: undefined }))"],
  ...[
    "`${new URL('http://x.y')}`",
    "`${[1, [2, 3]]}`",
    "`${Promise.resolve(1)}`",
    "{ ...[1, 2] }",
    "{ ...new Date() }",
  ],
];
const bodies = [
  '"text"',
  '""',
  "'{\"a\":1}'",
  '"5"',
  "null",
  "undefined",
  "5",
  "false",
  "[1]",
  "{ a: NaN }",
  "new Date(0)",
  "JSON.stringify({ a: NaN })",
];
const lists = ["[undefined]", "[undefined, 1]", "[null, 1]", "[]", "[1, 2]", "c ? [undefined] : [1]"];
const addresses = [
  ...[
    '"/a b"',
    '"/a\\tb"',
    '"/a\\nb"',
    '"/a "',
    '"/a\\\\b"',
    '"/a/%2e%2e/b"',
    '"/a/../b"',
    '"/a//b"',
    '"//a"',
    '"/é"',
    '"/a%2Fb"',
  ],
  ...['"/a?x=\\ty"', '"/a?x=1\\n&y=2"', '"/a?x=1 2"', '"/a?x=a\\\\b"', '"/a#h?x=1"', '"/a?x=1#h"', '"?x=1"', '""'],
];
const relatives = [
  ...[
    '"/b"',
    '"b"',
    '"../b"',
    '"./b"',
    '"//b"',
    '""',
    '"?x=1"',
    '"#h"',
    '"/b\\tc"',
    '" /b"',
    '"/b "',
    '"b:c"',
    '"/b:c"',
    '"b/../c"',
    '"\\\\b"',
  ],
  ...[
    "base + '/z'",
    "' ' + base + '/z'",
    "'//' + base.slice(7) + '/z'",
    "base.toUpperCase() + '/z'",
    "new URL(base + '/z')",
  ],
];

const alova = (base: string, call: string): string =>
  `await createAlova({ baseURL: ${base}, cacheFor: null, requestAdapter: adapterFetch() }).${call};`;

const queries = [
  ...lists,
  ...['"a&b=1"', '"a+b"', '"a%20b"', '"a b"', '"a#b"', '""', "null", "true", "{ a: 1 }", "[[1, 2], 3]", "new Date(0)"],
  ...[
    'encodeURIComponent("a&b c")',
    'c ? "a&b" : "d"',
    'c ? undefined : "a+b"',
    '["a&b", 1]',
    '{ toString: () => "t" }',
  ],
];

const patch = (client: string, options: string): string =>
  `await ${client}(base + "/a", { method: "PATCH", ${options} });`;

/** By what is sent, and by whom. */
const sinks: Readonly<Record<string, readonly [values: readonly string[], sink: (value: string) => string]>> = {
  "JSON by fetch": [values, (v) => patch("fetch", `body: JSON.stringify({ v: ${v} })`)],
  "JSON by axios": [values, (v) => `await axios.patch(base + "/a", { v: ${v} });`],
  "JSON by got": [values, (v) => patch("got", `json: { v: ${v} }, retry: { limit: 0 }`)],
  "JSON by superagent": [values, (v) => `await superagent.patch(base + "/a").send({ v: ${v} });`],
  "the body of axios": [bodies, (v) => `await axios.patch(base + "/a", ${v});`],
  "the body of axios under the type of JSON": [
    bodies,
    (v) => `await axios.patch(base + "/a", ${v}, { headers: { "Content-Type": "application/json" } });`,
  ],
  "JSON by alova": [values, (v) => alova("base", `Patch("/a", { v: ${v} })`)],
  "the body of alova": [bodies, (v) => alova("base", `Patch("/a", ${v})`)],
  "a value in the body of alova": [values, (v) => alova("base", `Patch("/a", ${v})`)],
  "a header field of alova": [queries, (v) => alova("base", `Patch("/a", {}, { headers: { "If-Match": ${v} } })`)],
  "the type of alova": [queries, (v) => alova("base", `Patch("/a", {}, { headers: { "Content-Type": ${v} } })`)],
  "the header fields of alova": [values, (v) => alova("base", `Patch("/a", {}, { headers: ${v} })`)],
  "the JSON of ky": [bodies, (v) => patch("ky", `json: ${v}, retry: 0`)],
  "a path": [values, (v) => `await fetch(\`\${base}/a/\${${v}}\`);`],
  "a list in the query of axios": [lists, (v) => `await axios.get(base + "/a", { params: { v: ${v} } });`],
  "a list in the query of ky": [lists, (v) => `await ky.get(base + "/a", { searchParams: { v: ${v} } });`],
  "a list in the query of superagent": [lists, (v) => `await superagent.get(base + "/a").query({ v: ${v} });`],
  "a list in the query of ofetch": [lists, (v) => `await ofetch(base + "/a", { query: { v: ${v} } });`],
  "a value in the query of alova": [queries, (v) => alova("base", `Get("/a", { params: { v: ${v}, w: 1 } })`)],
  "the query of alova": [
    [
      ...values,
      '"?a=1"',
      '"a=1&b=2#c"',
      'c ? "a=1" : undefined',
      'c ? { a: 1 } : "b=2"',
      '{ "a&b": 1 }',
      '{ "a#": 1 }',
    ],
    (v) => alova("base", `Get("/a", { params: ${v} })`),
  ],
  "a URL of alova": [addresses, (v) => alova('""', `Get(base + ${v}, { params: { p: 1 } })`)],
  "a URL on the base of alova": [relatives, (v) => alova('base + "/p/"', `Get(${v})`)],
  "a URL of fetch": [addresses, (v) => `await fetch(base + ${v});`],
  "a URL of axios": [addresses, (v) => `await axios.get(base + ${v});`],
  "a URL of got": [addresses, (v) => `await got(base + ${v}, { retry: { limit: 0 } });`],
  "a URL of undici": [addresses, (v) => `await request(base + ${v});`],
  "a URL of superagent": [addresses, (v) => `await superagent.get(base + ${v});`],
  "a URL on a base": [relatives, (v) => `await fetch(new URL(${v}, base + "/p/q"));`],
  "a URL on the base of axios": [relatives, (v) => `await axios.get(${v}, { baseURL: base + "/p" });`],
  "a URL on the base of got": [relatives, (v) => `await got(${v}, { prefixUrl: base + "/p", retry: { limit: 0 } });`],
  "a URL on the base of ky": [relatives, (v) => `await ky.get(${v}, { prefixUrl: base + "/p", retry: 0 });`],
  "a URL on the base of ofetch": [relatives, (v) => `await ofetch(${v}, { baseURL: base + "/p", retry: 0 });`],
};

/** What is claimed otherwise than it arrives, with the reason for which it is left so. */
const known: readonly (readonly [sink: string, value: string])[] = [
  // superagent writes a text of its own for what JSON cannot hold.
  ["JSON by superagent", "[1n]"],
  // ofetch takes a blank in front of a scheme for part of it.
  ["a URL on the base of ofetch", "' ' + base + '/z'"],
];

describe("what a value is claimed to become arrives", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  /** @returns what arrives when a program is run, which may fail: then nothing does. */
  async function run(source: string, c: boolean): Promise<ReturnType<WireServer["take"]>> {
    const before = wire.take("").length;
    try {
      // The programs are our own.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
      await new Function(...Object.keys(clients), "base", "c", `return (async () => { ${source} })()`)(
        ...Object.values(clients),
        wire.url,
        c,
      );
    } catch {
      // Clients refuse some of them.
    }
    return wire.take("").slice(before);
  }

  test.each(Object.entries(sinks))(
    "as %s",
    async (name, [given, sink]) => {
      const wrong: string[] = [];
      const ran: Ran[] = [];
      let arrivals = 0;
      for (const value of given) {
        if (known.some(([place, each]) => place === name && each === value)) continue;
        const source = sink(value);
        for (const c of value.includes("c ?") ? [true, false] : [true]) {
          const arrived = await run(source, c);
          arrivals += arrived.length;
          // The host is the real one, which paths may hold.
          const text = `${imports} const base = ${JSON.stringify(wire.url)}; export async function main(c) { ${source} }`;
          const sourceFile = ts.createSourceFile("program.js", text, ts.ScriptTarget.Latest, true);
          const { requests } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
          expect(requests).toHaveLength(1);
          ran.push({ text, arrived });
          for (const one of arrived)
            for (const each of requests)
              for (const reason of contradictions(each, one)) wrong.push(`${value}: ${renderRequest(each)}: ${reason}`);
        }
      }
      expect([...wrong, ...wrongInModes(ran)]).toEqual([]);
      expect(arrivals).toBeGreaterThan(given.length / 2);
    },
    600_000,
  );
});

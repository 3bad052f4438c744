import fc from "fast-check";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { analyseCode } from "../../../../src/analysis/code";
import { builtinContract } from "../../../../src/contract/builtin";
import { noFacts, type ClientDefinition } from "../../../../src/contract/configuration/configuration";
import { loadConfiguration } from "../../../../src/contract/configuration/load";
import { noSignatures, noteSignatures } from "../../../../src/hosts/cli/requests/declared-places";
import { suggestClients } from "../../../../src/hosts/cli/requests/unseen";
import { findUnseenCalls } from "../../../../src/hosts/shared/calls/unseen";
import { renderRequest } from "../../../request/render";

/** @returns what is suggested for a file of code, and the file's requests and what is still not understood with that pasted. */
function roundTrip(text: string): { readonly clients: unknown; readonly requests: string[]; readonly left: unknown } {
  const analyse = (clients: readonly ClientDefinition[]) => {
    const sourceFile = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
    const analysis = analyseCode({ ts, sourceFile, contract: builtinContract, facts: { ...noFacts, clients } });
    const unseen = findUnseenCalls(ts, sourceFile, analysis);
    return { sourceFile, analysis, unseen: unseen.map((each) => ({ ...each, file: "a.ts", line: 1, column: 1 })) };
  };
  const before = analyse([]);
  const signatures = noSignatures();
  noteSignatures(ts, before.sourceFile, signatures);
  const yaml = suggestClients(before.unseen, signatures);
  const { clients = [] } = (parse(yaml) ?? {}) as { clients?: ClientDefinition[] };
  const { analysis, unseen } = analyse(clients);
  return { clients, requests: analysis.requests.map(renderRequest), left: unseen.map(({ callee }) => callee) };
}

const id = fc.constantFrom("a", "b1", "list");
const path = id.map((each) => ({ written: `"/${each}"`, sent: `/${each}` }));
const members = fc.constantFrom(
  { written: '{ name: "x" }', sent: '{name: "x"}' },
  { written: "{ n: 1 }", sent: "{n: 1}" },
);
const verb = fc.constantFrom("get", "post", "put", "patch", "delete");
const method = verb.map((each) => each.toUpperCase());

/** A call of each form, and the request that it is. */
const call = fc.oneof(
  fc.record({ verb, path, members }).map((each) => {
    const takesBody = each.verb.startsWith("p");
    const headers = '{ headers: { "If-Match": "1" } }';
    const args = [each.path.written, ...(takesBody ? [each.members.written] : []), headers];
    const sent = `${each.verb.toUpperCase()} ${each.path.sent} [if-match=1]+${takesBody ? ` ${each.members.sent}` : ""}`;
    return { name: `.${each.verb}`, args, sent };
  }),
  fc.record({ method, path, members }).map((each) => ({
    name: ".send",
    args: [JSON.stringify(each.method), each.path.written, each.members.written],
    sent: `${each.method} ${each.path.sent} []+ ${each.members.sent}`,
  })),
  fc.record({ method, path, members, key: fc.constantFrom("body", "data", "json") }).map((each) => ({
    name: `.run${each.key}`,
    args: [`{ method: "${each.method}", url: ${each.path.written}, ${each.key}: ${each.members.written} }`],
    sent: `${each.method} ${each.path.sent} []+ ${each.members.sent}`,
  })),
);

/** What the calls are made on: all that is known of it sends nothing. */
const holder = fc.constantFrom(
  { before: "", on: "api" },
  { before: "class Api { [key: string]: any }\nconst api = new Api();", on: "api" },
  { before: "declare const shop: { $api: any };", on: "shop.$api" },
  { before: 'import { api } from "./api";', on: "api" },
  {
    before: "const api = { get() {}, post() {}, put() {}, patch() {}, delete() {}, send() {} } as any;",
    on: "(api as any)",
  },
);

describe("what --suggest prints", () => {
  it("makes every call understood when it is pasted", () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 8 }), holder, (calls, { before, on }) => {
        const lines = calls.map(({ name, args }) => `  ${on}${name}(${args.join(", ")});`);
        const { requests, left } = roundTrip(
          `${before}\nfunction f(${before === "" ? "api" : ""}) {\n${lines.join("\n")}\n}`,
        );
        expect(left).toEqual([]);
        expect([...new Set(requests)].sort()).toEqual([...new Set(calls.map(({ sent }) => sent))].sort());
      }),
      { numRuns: Number(process.env.RESTRAINT_RUNS ?? 30) },
    );
  });

  it("is a valid configuration, also for private members", () => {
    const text = 'class A { #http; $x; f() { this.#http.get("/a"); this.$x.put("/b", 1); } }';
    const { clients, left } = roundTrip(text);
    const file = join(mkdtempSync(join(tmpdir(), "restraint-")), "restraint.config.json");
    writeFileSync(file, JSON.stringify({ clients }));
    expect(loadConfiguration(file).problems).toEqual([]);
    expect(clients).toHaveLength(2);
    expect(left).toEqual([]);
  });

  const interfaces = `interface Hass {
    callApi<T>(method: string, path: string, parameters?: object, headers?: Record<string, string>): Promise<T>;
    callWS<T>(message: object): Promise<T>;
    fetchWithAuth(path: string, init?: Record<string, any>): Promise<Response>;
  }\n`;

  it("is complete by what the code declares", () => {
    const calls =
      'hass.callApi("GET", "a"); hass.callApi("POST", "/a/b", { x: 1 }); hass.fetchWithAuth("/c", { method: "PUT" });';
    expect(roundTrip(`${interfaces}function f(hass: Hass) { ${calls} }`).clients).toEqual([
      { call: "hass.callApi", method: 0, path: 1, body: 2, headers: 3 },
      { call: "hass.fetchWithAuth", method: "1.method", path: 0, body: "1.body", headers: "1.headers" },
    ]);
  });

  it.each([
    ["a body by its name", "send(method: string, path: string, payload: object)", { body: 2 }],
    [
      "a member of a type",
      "send(method: string, path: string, options: Options)",
      { body: "2.data", headers: "2.headers" },
    ],
    ["a member of what is taken apart", "send(method, path, { json, query })", { body: "2.json", query: "2.query" }],
    [
      "nothing where declarations disagree",
      "send(m, path, headers, body) {} } class B { send(m, path, body, headers)",
      {},
    ],
  ])("takes of a declaration %s", (_, declared, places) => {
    const types = "interface Options { data?: object; headers?: object; }\n";
    const text = `${types}class A { ${declared} {} }\nfunction f(api) { api.send("GET", "/a"); }`;
    expect(roundTrip(text).clients).toEqual([{ call: "api.send", method: 0, path: 1, ...places }]);
  });

  it("leaves a body by that name as the body", () => {
    const text = 'function f(api) { api.post("/a", { body: "a comment" }); api.post("/b", { data: 1, id: 2 }); }';
    expect(roundTrip(text).clients).toEqual([{ call: "api.post", method: "POST", path: 0, body: 1 }]);
  });

  it.each([
    ["a socket", 'hass.callWS({ type: "supervisor/api", endpoint: "/a", method: "post", data });'],
    [
      "messages",
      'socket.send({ url: "/a", method: "POST" }); port.postMessage({ url: "/a", method: "GET" }); ws.request({ path: "/a", method: "GET" });',
    ],
    ["remote procedures", 'rpc.request({ jsonrpc: "2.0", method: "GET", path: "/a" });'],
    [
      "collections",
      'const paths = new Map<string, number>(); paths.get("/a"); class S { static instances: Map<string, S>; f() { S.instances.delete("/a"); } }',
    ],
  ])("is nothing for %s", (_, text) => {
    expect(roundTrip(text)).toMatchObject({ clients: [], left: [] });
  });
});

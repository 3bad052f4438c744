import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type ClientDefinition } from "../../src/contract/configuration/configuration";
import { renderRequest } from "./render";

function requestsOf(source: string, ...clients: readonly ClientDefinition[]): readonly string[] {
  const sourceFile = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  const { requests } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: { ...noFacts, clients } });
  return requests.map(renderRequest);
}

describe("clients of the configuration", () => {
  const fetchJson: ClientDefinition = { call: "stackClient.fetchJSON", method: 0, path: 1, body: 2 };
  const patch = '("PATCH", "/files/1", {a: 1})';
  const sent = ["PATCH /files/1 []+ {a: 1}"];

  it("match a dotted name from its end", () => {
    expect(requestsOf(`stackClient.fetchJSON${patch}`, fetchJson)).toEqual(sent);
    expect(requestsOf(`function f() { this.client.stackClient.fetchJSON${patch} }`, fetchJson)).toEqual(sent);
    expect(requestsOf(`function f(client) { client.stackClient.fetchJSON${patch} }`, fetchJson)).toEqual(sent);
    expect(requestsOf(`function f(client) { client.otherClient.fetchJSON${patch} }`, fetchJson)).toEqual([]);
    expect(requestsOf(`function f(stackClient) { stackClient.inner.fetchJSON${patch} }`, fetchJson)).toEqual([]);
  });

  it("match a name alone by itself or on `this`", () => {
    const send: ClientDefinition = { call: "send", method: "GET", path: 0 };
    expect(requestsOf('send("/a")', send)).toEqual(["GET /a []+"]);
    expect(requestsOf('function f() { this.send("/a") }', send)).toEqual(["GET /a []+"]);
    expect(requestsOf('function f(mail) { mail.send("/a") }', send)).toEqual([]);
  });
});

describe("clients of the configuration, where their source is at hand", () => {
  const send: ClientDefinition = { call: "send", method: 0, path: 1, body: 2 };
  const described = "PATCH /files/1 []+ {a: 1}";

  it("are taken as described, and not entered", () => {
    const source = "function send(method, path, body) { queue.push({ method, path, body }); }\n";
    expect(requestsOf(`${source}send("PATCH", "/files/1", { a: 1 });`, send)).toEqual([described]);
    const other = 'const send = (method, path, body) => fetch("https://x.example" + path, { method: "POST" });\n';
    expect(requestsOf(`${other}send("PATCH", "/files/1", { a: 1 });`, send)).toContain(described);
    expect(requestsOf(`${other}send("PATCH", "/files/1", { a: 1 });`, send)).toHaveLength(2);
  });

  it("are methods of classes and objects, whatever is called: also by an optional chain or with a type", () => {
    const client: ClientDefinition = { ...send, call: "api.send" };
    const made = ["class Api { send() { return cached; } }\nconst api = new Api();\n", "const api = { send() {} };\n"];
    for (const source of made)
      for (const call of ["api.send", "api?.send", "api!.send", "(api as Api).send", "api.send<Item>"])
        expect(requestsOf(`${source}${call}("PATCH", "/files/1", { a: 1 });`, client)).toEqual([described]);
  });

  it("run their arguments", () => {
    const source = 'function send() {}\nlet id = 0;\nconst next = () => { id = 1; return "/files/" + id; };\n';
    expect(requestsOf(`${source}send("PATCH", next(), { a: id });`, send)).toEqual([described]);
  });

  it("have a body that their caller has written as JSON", () => {
    expect(requestsOf('send("PATCH", "/files/1", JSON.stringify({ a: 1 }));', send)).toEqual([described]);
  });

  it("send GET where the method is an option that is left out", () => {
    const withOptions: ClientDefinition = { call: "send", path: 0, method: "1.method", body: "1.body" };
    expect(requestsOf('send("/files/1");', withOptions)).toEqual(["GET /files/1 []+"]);
    expect(requestsOf('send("/files/1", {});', withOptions)).toEqual(["GET /files/1 []+"]);
    expect(requestsOf("const f = (more) => send('/files/1', { ...more });", withOptions)[0]).toMatch(/^\? /u);
    expect(requestsOf('send(undefined, "/files/1");', send)[0]).toMatch(/^\? /u);
  });

  it("win over a library's own", () => {
    const source = 'import axios from "axios";\naxios.post("PATCH", "/files/1", { a: 1 });';
    expect(requestsOf(source, { ...send, call: "axios.post" })).toEqual([described]);
  });

  it("are nothing where nothing is described", () => {
    expect(requestsOf('function send() {}\nsend("PATCH", "/files/1", {});')).toEqual([]);
  });
});

describe("declared requests of the configuration", () => {
  const tool: ClientDefinition = { object: "ToolConfig.request" };
  const request =
    '{ url: (p) => `/items/${p.id}`, method: "PATCH", headers: (p) => ({ "If-Match": p.tag }), body: (p) => ({ name: p.name }) }';
  const sent = ["PATCH /items/{p.id} [if-match=…]+ {name: …}"];

  it("are members of objects of a declared type, whose members are values or functions", () => {
    expect(requestsOf(`const a: ToolConfig<A> = { id: "a", request: ${request} };`, tool)).toEqual(sent);
    expect(requestsOf(`const a = { request: ${request} } satisfies ToolConfig;`, tool)).toEqual(sent);
    expect(requestsOf(`const all: ToolConfig[] = [{ request: ${request} }];`, tool)).toEqual(sent);
    expect(requestsOf(`const all: Record<string, ToolConfig> = { a: { request: ${request} } };`, tool)).toEqual(sent);
    expect(requestsOf(`const make = (): ToolConfig => ({ request: ${request} });`, tool)).toEqual(sent);
    expect(requestsOf(`function make(): ToolConfig { return { request: ${request} }; }`, tool)).toEqual(sent);
  });

  it("are objects of a type, or members of a name", () => {
    expect(requestsOf(`const a: RequestConfig = ${request};`, { object: "RequestConfig" })).toEqual(sent);
    expect(requestsOf(`define({ request: ${request} });`, { object: ".request" })).toEqual(sent);
  });

  it("have members of other names, and a method that is always the same", () => {
    const text = 'const a: Route = { path: "/items", params: { size: 1 }, data: { name: "x" } };';
    const route: ClientDefinition = { object: "Route", method: "POST", path: "path", query: "params", body: "data" };
    expect(requestsOf(text, route)).toEqual(['POST /items ?size=1 []+ {name: "x"}']);
  });

  it("are no others", () => {
    expect(requestsOf(`const a: OtherConfig = { request: ${request} };`, tool)).toEqual([]);
    expect(requestsOf(`const a: ToolConfig = { response: ${request} };`, tool)).toEqual([]);
    expect(requestsOf(`const a: ToolConfig = { more: { request: ${request} } };`, tool)).toEqual([]);
    expect(requestsOf(`const a = { request: ${request} };`, tool)).toEqual([]);
  });

  it("say what is not known", () => {
    expect(requestsOf("const a: ToolConfig = { request: { url: base, method } };", tool)).toEqual(["? ? ?… []+"]);
  });
});

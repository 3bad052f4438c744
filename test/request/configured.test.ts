import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type ClientDefinition } from "../../src/contract/configuration";
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

import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";
import { describeRequest } from "../../src/request/questions/describe";

/** Analyses the first of some files by the request graph of all. */
function analyse(files: Readonly<Record<string, string>>): {
  readonly requests: readonly string[];
  readonly nodes: number;
} {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const find = (_: string, specifier: string): string | undefined => `${specifier.slice(2)}.ts`;
  const sources = { find, file: (name: string) => trees.get(name) };
  const codebase = createCodebase(ts, sources, noFacts, { lookedAt: [...trees.keys()] });
  const [sourceFile] = trees.values();
  if (!sourceFile) throw new Error("no file");
  const { requests, work } = analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts });
  const shown = requests.map((request) => {
    const { method, path, headers, body } = describeRequest(request, builtinContract, noFacts);
    return `${method ?? "?"} ${path ?? "?"} [${headers.join()}] ${body ?? ""}`.trim();
  });
  return { requests: shown, nodes: work.nodes ?? 0 };
}

/** Code that takes many nodes, and of which no request is made. */
const filler = Array.from({ length: 200 }, (_, index) => `label.push("x" + ${index} + name);`).join("\n");

const send = `export async function send(path: string, body: object) {
  return fetch(path, { method: "PUT", body: JSON.stringify(body), headers: { "Content-Type": "application/json", "X-State": state.name } });
}
export const state = { name: "first" };`;

describe("what no request is made of", () => {
  it.each([
    [
      "statements",
      `export async function save(name: string) { const label: string[] = []; ${filler} show(label); await send("/a", { name }); }`,
    ],
    [
      "branches",
      `export async function save(name: string) { const label: string[] = []; if (name) { ${filler} } await send("/a", { name }); }`,
    ],
    [
      "calls whose result is not part of one",
      `function render(name: string) { const label: string[] = []; ${filler} return label; } export async function save(name: string) { show(render(name)); await send("/a", { name }); }`,
    ],
    [
      "functions that lead to none",
      `export function render(name: string) { const label: string[] = []; ${filler} return label; } export const save = (name: string) => send("/a", { name });`,
    ],
  ])("is not run: %s", (_, text) => {
    const { requests, nodes } = analyse({ "a.ts": `import { send } from "./send";\n${text}`, "send.ts": send });
    expect(requests).toEqual(["PUT /a [Content-Type,X-State] json {name}"]);
    expect(nodes, "nodes that were run").toBeLessThan(150);
  });
});

describe("what requests are made of", () => {
  const run = (text: string): readonly string[] =>
    analyse({ "a.ts": `import { send, state } from "./send";\n${text}`, "send.ts": send }).requests;

  it.each([
    [
      "a variable that is assigned later",
      'export function f() { let path = "/a"; path = "/b"; return send(path, {}); }',
      "PUT /b",
    ],
    [
      "a member of a list",
      'export function f() { const parts = ["a"]; parts.push("b"); return send("/" + parts.join("/"), {}); }',
      "PUT /a/b",
    ],
    [
      "an argument that a function changes",
      'function add(body: any) { body.more = 1; } export function f() { const body = { a: 1 }; add(body); return send("/a", body); }',
      "json {a, more}",
    ],
    [
      "what `Object.assign` adds",
      'export function f() { const body = {}; Object.assign(body, { more: 1 }); return send("/a", body); }',
      "json {more}",
    ],
    [
      "a part of a URL",
      'export function f() { const url = new URL("https://a.example/a?x=1"); url.searchParams.delete("x"); url.pathname = "/b"; return fetch(url); }',
      "GET /b",
    ],
    [
      "a function that never returns",
      'function fail(): never { throw new Error("x"); } export function f(id?: string) { if (!id) fail(); return send(`/a/${id}`, {}); }',
      "PUT /a/{id}",
    ],
    [
      "a class's field that a method sets",
      'class Api { base = "/a"; use() { this.base = "/b"; } go() { return send(this.base, {}); } } export function f() { const api = new Api(); api.use(); return api.go(); }',
      "PUT /b",
    ],
  ])("is run: %s", (_, text, expected) => {
    expect(run(text).join("\n")).toContain(expected);
  });

  it("is changed by other functions at any time", () => {
    const text =
      'let path = "/a"; export function move() { path = "/b"; } export function f() { return send(path, {}); }';
    expect(run(text).join("\n")).toContain("PUT /a | /b");
  });

  it("is told once where a caller supplies nothing of it", () => {
    const text =
      'async function login() { return fetch("/login", { method: "POST" }); } export async function f() { await login(); return fetch("/a"); } export async function g() { await login(); return fetch("/b"); }';
    expect(run(text).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["GET /a []", "GET /b []", "POST /login []"]);
  });
});

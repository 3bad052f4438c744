import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { describeRequest } from "../../src/request/derived/describe";

/** Analyses the first of some files by the request graph of all, of which some are looked at. */
function analyse(
  files: Readonly<Record<string, string>>,
  { lookedAt = Object.keys(files) } = {},
): {
  readonly requests: readonly string[];
  readonly nodes: number;
} {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const find = (_: string, specifier: string): string | undefined => `${specifier.slice(2)}.ts`;
  const sources = { find, file: (name: string) => trees.get(name), all: () => [...trees.keys()] };
  const codebase = createCodebase(ts, sources, noFacts, { lookedAt });
  const [sourceFile] = trees.values();
  if (!sourceFile) throw new Error("no file");
  const { requests, work } = analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts });
  const shown = requests.map((request) => {
    const { method, path, headers, body } = describeRequest(request, builtinContract, noFacts);
    return `${method ?? "?"} ${path ?? "?"} [${headers.join()}] ${body ?? ""}`.trim();
  });
  return { requests: shown, nodes: work.nodes ?? 0 };
}

const times = (count: number, code: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => code(index)).join("\n");

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
    [
      "elements of a page, and calls among what is",
      `import { effect } from "some-package"; export function Page({ name }: { name: string }) { effect(() => { void send("/a", { name }); }); return [${times(200, (index) => `render(name + ${index}),`)}]; }`,
    ],
  ])("is not run: %s", (_, text) => {
    const { requests, nodes } = analyse({ "a.ts": `import { send } from "./send";\n${text}`, "send.ts": send });
    expect(requests).toEqual(["PUT /a [Content-Type,X-State] json {name}"]);
    expect(nodes, "nodes that were run").toBeLessThan(150);
  });
});

describe("what changes nothing", () => {
  it.each([
    ["methods that read", "url.toString();"],
    ["the tag of a template", "html`${url}`;"],
  ])("is stepped over: %s", (_, code) => {
    const text = `import { html } from "some-package";
function show(url: URL) { ${times(100, () => code)} }
export async function save(name: string) { const url = new URL("https://a.example/" + name); show(url); await fetch(url); }`;
    const { requests, nodes } = analyse({ "a.ts": text });
    expect(requests).toEqual(["GET /{name} []"]);
    expect(nodes, "nodes that were run").toBeLessThan(60);
  });
});

it("what is given a text, which nobody can change, is stepped over", () => {
  const text = `import { record } from "some-package";
function note(id: string) { ${times(100, () => "record(id);")} }
export async function remove(id: string) { note(id); await fetch("/a/" + id, { method: "DELETE" }); }`;
  const { requests, nodes } = analyse({ "a.ts": text });
  expect(requests).toEqual(["DELETE /a/{id} []"]);
  expect(nodes, "nodes that were run").toBeLessThan(60);
});

it("what an instance keeps is stepped over, where unknown code makes a text of it", () => {
  const text = `import { format } from "some-package";
class Notes { list: string[] = []; fill(name: string) { ${times(100, () => "this.list = [name];")} } }
export async function remove(name: string) { const notes = new Notes(); notes.fill(name); await fetch("/a/" + format(notes)); }`;
  const { requests, nodes } = analyse({ "a.ts": text });
  expect(requests).toEqual(["GET /a/{format()} []"]);
  expect(nodes, "nodes that were run").toBeLessThan(60);
});

describe("a call of a function that sends", () => {
  const long = (result: string): string =>
    `let text = ""; ${times(120, (index) => `text += kept.a${index};`)} return ${result};`;

  it("is not entered for a text that it gives", () => {
    const login = `async function login() { const kept: any = await (await fetch("/token")).json(); ${long("text")} }`;
    const callers = times(
      20,
      (index) =>
        `export async function f${index}() { return fetch("/a${index}", { headers: { "X-Token": await login() } }); }`,
    );
    const { requests, nodes } = analyse({ "a.ts": `${login}\n${callers}` });
    expect(requests).toHaveLength(21);
    expect(nodes, "nodes that were run").toBeLessThan(2_000);
  });

  /** Takes more nodes than are entered for callers that supply nothing. */
  const before = `function prepare(kept: any) { ${long("text")} }`;

  it("is not entered late where its caller supplies nothing that is known", () => {
    const work = `async function work(id: string) { const kept: any = id; ${long("fetch('/b/' + id + text)")} }`;
    const callers = times(
      20,
      (index) =>
        `export async function f${index}(id: string) { await fetch("/a${index}/" + prepare(id)); await work(id); }`,
    );
    const { requests, nodes } = analyse({ "a.ts": `${before}\n${work}\n${callers}` });
    expect(requests).toHaveLength(21);
    expect(nodes, "nodes that were run").toBeLessThan(22_000);
  });

  it("is entered for a client that it gives, however late", () => {
    const connect = `import axios from "axios";\nasync function connect() { await fetch("/token"); return axios.create({ baseURL: "/api" }); }`;
    const text = `${connect}\n${before}\nexport async function f(id: string) { await fetch("/a/" + prepare(id)); const api = await connect(); return api.get("/x"); }`;
    expect(analyse({ "a.ts": text }).requests.join("\n")).toContain("GET /api/x");
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
      'import { show } from "page"; function fail(): never { throw new Error("x"); } export function f(id?: string) { let path = "/a"; if (!id) { path = "/b"; fail(); } return send(path, {}); }',
      "PUT /a [",
    ],
    [
      "what a function changes by a method",
      'function strip(url: URL) { url.searchParams.delete("x"); } export function f() { const url = new URL("https://a.example/a?x=1"); strip(url); return send(url.pathname + url.search, {}); }',
      "PUT /a [",
    ],
    [
      "what a function puts in front of a list",
      'function add(parts: string[]) { parts.unshift("b"); } export function f() { const parts = ["a"]; add(parts); return send("/" + parts[0], {}); }',
      "PUT /b",
    ],
    [
      "a class's field that a method sets",
      'class Api { base = "/a"; use() { this.base = "/b"; } go() { return send(this.base, {}); } } export function f() { const api = new Api(); api.use(); return api.go(); }',
      "PUT /b",
    ],
  ])("is run: %s", (_, text, expected) => {
    expect(run(text).join("\n")).toContain(expected);
  });

  it("is not known where code that is nested too deep to be looked at assigns it", () => {
    const text = `export function f() { let path = "/a"; ${"{".repeat(320)} path = "/b"; ${"}".repeat(320)} return send(path, {}); }`;
    expect(run(text).join("\n")).toMatch(/^PUT (?!\/a \[)/u);
  });

  it("is what a hook hands to unknown code within an object", () => {
    const hooked = (hook: string): readonly string[] =>
      analyse({
        "a.ts": `import axios from "axios"; const a = axios.create(); a.interceptors.request.use((c) => { ${hook} return c; }); a.put("/a", { size: 1 });`,
      }).requests;
    expect(hooked("const seen = c.url;")).toEqual(["PUT /a [] json {size}"]);
    expect(hooked("complete({ c });")).toEqual(["? ? [authorization?] unknown unknown"]);
  });

  it("is what the fields of a class hold, which `super()` makes", () => {
    const { requests } = analyse({
      "a.ts": `import { Store } from "./base";
export class Orders extends Store {
  constructor(private readonly log: Log) { super(); }
  public rename = async (id: string) => fetch("/orders/" + id, { method: "DELETE" });
}`,
      "base.ts": "export class Store { items = [1]; add = (item: number) => { this.items.push(item); }; }",
    });
    expect(requests).toEqual(["DELETE /orders/{id} []"]);
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

describe("where nothing is sent", () => {
  const text = times(200, (index) => `text += "x" + ${index} + name;`);
  /** What changes `state` takes many nodes, and runs where `state` is part of a request or decides about one. */
  const changing = `import { show } from "./page"; export let state = ""; export function change(name: string) { let text = show; ${text} state = text; }`;

  it.each([
    [
      "functions that look like requests by their arguments",
      `${changing} const read = (path: string) => path.length; export function list() { if (state) read("/orders"); }`,
    ],
    [
      "functions that never return",
      `${changing} function fail(): never { throw new Error("x"); } export function check() { if (state) fail(); }`,
    ],
  ])("nothing runs because of %s", (_, code) => {
    expect(analyse({ "a.ts": code }).nodes).toBeLessThan(100);
    expect(analyse({ "a.ts": `${code} export const send = () => fetch(state);` }).nodes).toBeGreaterThan(1_000);
  });

  it("nothing runs because of what is sent where the code does not lead", () => {
    const other = 'import { state } from "./a"; export const send = () => fetch("/orders", { method: state });';
    expect(analyse({ "a.ts": changing, "b.ts": other }, { lookedAt: ["a.ts"] }).nodes).toBeLessThan(100);
    expect(analyse({ "a.ts": changing, "b.ts": other }).nodes).toBeGreaterThan(1_000);
  });

  it("nothing runs because of a method elsewhere that has the name of one", () => {
    const user = `${changing} export function renew(api: unknown) { return api.renewKey(state); }`;
    const sender = 'export class Keys { renewKey(path: string) { return fetch(path, { method: "PUT" }); } }';
    const nodesBeside = (name: string): number =>
      analyse({ "src/a.ts": user, [name]: sender }, { lookedAt: ["src/a.ts"] }).nodes;
    expect(nodesBeside("examples/b.ts")).toBeLessThan(100);
    expect(nodesBeside("src/b.ts")).toBeGreaterThan(1_000);
  });
});

import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const requestsOf = (text: string): readonly string[] =>
  requestsIn({ "a.ts": text }).map((each) => renderRequest(each).replace(" []", ""));

describe("a member of which a condition has asked something", () => {
  test.each([
    [
      "a field",
      `class A { private kind = ""; set(kind: string) { this.kind = kind; } load() { if (!this.kind) return; return fetch("/a/" + this.kind); } }`,
      "GET /a/{kind}",
    ],
    [
      "a member that was perhaps assigned",
      `export function load(mode: string) { const state: { id?: string } = {}; if (mode === "x") state.id = "1"; if (!state.id) return; return fetch("/c/" + state.id); }`,
      "GET /c/1",
    ],
    [
      "a member that a call was given before",
      `export function load(it: any) { const state = { id: it.id ?? null }; console.log(state.id); if (state.id) return fetch("/a/" + state.id); }`,
      "GET /a/{it.id}",
    ],
    [
      "a member that code which is not known was given before",
      `declare function save(given: unknown): void; export function load(it: any) { const state = { id: it.id ?? null }; save({ id: state.id }); if (state.id) return fetch("/a/" + state.id); }`,
      "GET /a/{it.id}",
    ],
    [
      "a member that was compared",
      `export function load(state: { id: "1" | "2" }) { if (state.id !== "1") return; return fetch("/c/" + state.id); }`,
      "GET /c/1",
    ],
    [
      "an entry of a table",
      `const table: any = { a: "/1", b: "/1" }; export function load(key: string) { return fetch(table[key] ? table[key] : "/1"); }`,
      "GET /1",
    ],
    [
      "an entry of a table in a class",
      `class Hosts { private static all: any = {}; static init() { this.all["us"] = { x: "/us" }; } static of(key: string) { if (this.all[key] && this.all[key]["x"]) return this.all[key]["x"]; return "/us"; } }
Hosts.init();
export function load(key: string) { return fetch(Hosts.of(key)); }`,
      "GET /us",
    ],
  ])("is what the condition says, where it is read again: %s", (_, text, expected) => {
    expect(requestsOf(text)).toEqual([expected]);
  });

  test.each([
    [
      "it was assigned since",
      `export function load(state: any, other: any) { state.id = "1"; if (state.id !== "1") return; state.id = other; return fetch("/c/" + state.id); }`,
    ],
    [
      "the object was given away since",
      `declare function change(state: unknown): void; export function load(state: any) { if (state.id !== "1") return; change(state); return fetch("/c/" + state.id); }`,
    ],
    [
      "what it holds was assigned by another name",
      `export function load(state: any) { const other = state; if (state.id !== "1") return; other.id = "2"; return fetch("/c/" + state.id); }`,
    ],
    [
      "a member by another key was asked",
      `export function load(table: any, one: string, other: string) { if (table[one] !== "1") return; return fetch("/c/" + table[other]); }`,
    ],
    [
      "the key is another one since",
      `export function load(table: any, key: string) { if (table[key] !== "1") return; key = key + "a"; return fetch("/c/" + table[key]); }`,
    ],
    [
      "another round of a loop has assigned it",
      `export function load(state: any, list: any[]) { for (const each of list) { if (state.id !== "1") return; fetch("/d"); state.id = each; } return fetch("/c/" + state.id); }`,
    ],
    [
      "a member by a name was assigned, which may be the one",
      `export function load(table: any, key: string, other: any) { if (table[key] !== "1") return; table.a = other; return fetch("/c/" + table[key]); }`,
    ],
    [
      "another branch asked",
      `export function load(state: any, x: any) { if (x) { if (state.id !== "1") return; } return fetch("/c/" + state.id); }`,
    ],
    [
      "what was thrown is caught",
      `export function load(state: any) { try { if (state.id !== "1") throw new Error(); } catch { } return fetch("/c/" + state.id); }`,
    ],
    [
      "the case ends",
      `export function load(state: any, x: any) { switch (x) { case "a": if (state.id !== "1") break; fetch("/d"); break; default: } return fetch("/c/" + state.id); }`,
    ],
    [
      "the loop ends otherwise",
      `export function load(state: any) { do { if (state.id === "1") break; } while (state.n); return fetch("/c/" + state.id); }`,
    ],
    [
      "other code may have run since",
      `declare function tick(): Promise<void>; class A { id = ""; set(id: any) { this.id = id; } async load() { if (this.id !== "1") return; await tick(); return fetch("/c/" + this.id); } }`,
    ],
    [
      "code that nobody knows ran since",
      `export function load(state: any, run: any) { state.id ||= "2"; if (state.id !== "1") return; run(); return fetch("/c/" + state.id); }`,
    ],
  ])("is not, where %s", (_, text) => {
    expect(requestsOf(text)).not.toContain("GET /c/1");
    expect(requestsOf(text).length).toBeGreaterThan(0);
  });
});

test("a member of which a condition has asked is the object as it was changed since", () => {
  const text = `export function load() { const state: any = { init: { method: "PUT" } }; if (!state.init) return; state.init.method = "DELETE"; return fetch("/c", state.init); }`;
  expect(requestsOf(text)).toEqual(["DELETE /c"]);
});

describe("a member of nothing", () => {
  test("is not read by code that goes on", () => {
    const text = `export function load(key: string, flag: boolean) { const of: any = flag ? { path: "/a" } : undefined; return fetch(of.path); }`;
    expect(requestsOf(text)).toEqual(["GET /a"]);
  });
});

const parsed = `type Scope = { kind: "team" } | { kind: "project"; name: string };
function parse([kind, name]: string[]): { scope: Scope } | { error: string } {
  if (!kind) return { error: "no scope" };
  return kind === "team" ? { scope: { kind: "team" } } : { scope: { kind: "project", name } };
}`;

/** Each way of a function gives another object; a condition on a member tells them apart. */
test.each([
  ["a literal", `const r: any = parse(args); const { scope } = r; if (scope.kind === "project")`, "scope.name"],
  [
    "a member being there",
    `const r = parse(args); if ("error" in r) return; if (r.scope.kind === "project")`,
    "r.scope.name",
  ],
  ["truth", `const r: any = parse(args); if (r.error || r.scope?.kind !== "project") return;`, "r.scope.name"],
  ["a case", `const r: any = parse(args); switch (r.scope.kind) { case "project":`, "r.scope.name); }//"],
])("of several objects those stay that have the member as it was asked: %s", (_, asked, name) => {
  expect(requestsOf(`${parsed}\nexport function go(args: string[]) { ${asked} fetch("/p/" + ${name}); \n}`)).toEqual([
    "GET /p/{name}",
  ]);
});

test("what is said to be there is neither null nor undefined, unless it is nothing else", () => {
  const text = `const pick = (some: boolean, id: string) => { if (some) return id; };
export const go = (some: boolean, id: string) => { fetch("/a/" + pick(some, id)!); fetch("/b/" + pick(some, id)); fetch("/c/" + pick(false, id)!); };`;
  expect(requestsOf(text)).toEqual(["GET /a/{id}", "GET /b/{id}", "GET /c/undefined"]);
});

import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Files } from "./listed-sites";
import { graphOf } from "./project";

/** @returns the names of a file's functions that lead to a request. */
function leading(files: Files, name = Object.keys(files)[0] ?? ""): readonly string[] {
  const { graph, trees } = graphOf(files);
  const file = trees.get(name);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (file && ts.isFunctionLike(node) && graph.leads(file, node) === true) names.push(nameOf(node));
    ts.forEachChild(node, visit);
  };
  if (file) visit(file);
  return names;
}

/** An arrow function has the name of what it is given to. */
function nameOf({ name, parent }: ts.SignatureDeclaration): string {
  const named = name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined);
  return named?.getText() ?? "";
}

describe("which functions lead to a request", () => {
  it("does not follow a common name to another object", () => {
    const files = {
      "a.ts": `import { api } from "./api";
const cache = new Map<string, string>();
export function cached(key: string) { return cache.get(key); }
export function loaded(key: string) { return api.get(key); }`,
      "api.ts": "export const api = { get: (key: string) => fetch(key) };",
    };
    expect(leading(files)).toEqual(["loaded"]);
  });

  it("follows an object to the parameter that takes it, and not to others of the name", () => {
    const files = {
      "a.ts": `import { HttpApi } from "./api";
function run(api: HttpApi) { return api.load(); }
function other(api: { load(): void }) { api.load(); }
export const start = () => { run(new HttpApi()); other({ load() {} }); };`,
      "api.ts": "export class HttpApi { load() { return fetch('/x'); } }",
    };
    expect(leading(files)).toEqual(["run", "start"]);
  });

  it("follows an interface to the literals and classes that are given its type, whatever the member is called", () => {
    const files = {
      "a.ts": `import type { Api } from "./types";
export const read = (api: Api) => api.get("/x");`,
      "types.ts": "export interface Api { get(path: string): unknown }",
      "made.ts": `import type { Api } from "./types";
const api: Api = { get: (path) => fetch(path) };
export default api;`,
    };
    expect(leading(files)).toEqual(["read"]);
    const withClass = {
      ...files,
      "made.ts": `import type { Api } from "./types";
export class HttpApi implements Api { get(path: string) { return fetch(path); } }`,
    };
    expect(leading(withClass)).toEqual(["read"]);
  });

  it("follows what a library's function passes through, and functions that are given to others", () => {
    const files = {
      "a.ts": `import { useCallback } from "react"; import { debounce } from "lodash"; import { retry } from "./retry";
const save = () => fetch("/x");
export const hook = () => { const f = useCallback(save, []); f(); };
export const later = () => { debounce(save, 10)(); };
export const again = () => retry(save);
export const none = () => retry(() => 1);`,
      "retry.ts": "export const retry = (f: () => unknown) => f();",
    };
    expect(leading(files)).toEqual(["save", "hook", "later", "again"]);
  });

  it("takes the members of a literal under a computed key for no others", () => {
    const files = {
      "a.ts": `const handlers: Record<string, () => unknown> = { load: () => fetch("/x"), log: () => 1 };
export const any = (key: string) => handlers[key]();
export const log = () => handlers.log();`,
    };
    expect(leading(files)).toEqual(["load", "any"]);
  });
});

import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Sources } from "../../../src/project/sources";
import { Reachability } from "../../../src/evaluator/reach/reachability";
import { parse, testLibrary } from "../../harness/evaluating";

/** @returns the names of the functions and classes of the first file that may lead to a request, and whether any code does. */
function leading(files: Readonly<Record<string, string>>): {
  readonly any: boolean;
  readonly names: readonly string[];
} {
  const trees = new Map(Object.entries(files).map(([name, text]) => [name, parse(text, name)]));
  const sources: Sources = {
    find: (_, specifier) => (trees.has(`${specifier.slice(2)}.ts`) ? `${specifier.slice(2)}.ts` : undefined),
    file: (name) => trees.get(name),
  };
  const [first] = trees.values();
  if (!first) throw new Error("no file");
  const reach = new Reachability(ts, testLibrary, sources).of(first);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && reach.leadsToRequest(node))
      names.push(node.name?.getText() ?? "");
    ts.forEachChild(node, visit);
  };
  visit(first);
  return { any: reach.any, names };
}

describe("which code may lead to a request", () => {
  it("follows calls inside of a file", () => {
    const text = "function a() { b(); } function b() { send({}); } function c() { log(); }";
    expect(leading({ "a.ts": text })).toEqual({ any: true, names: ["a", "b"] });
  });

  it("takes a file whose imports lead nowhere for one without requests", () => {
    const files = {
      "a.ts": 'import { b } from "./b"; export function a() { b(); }',
      "b.ts": "export const b = () => 1;",
    };
    expect(leading(files)).toEqual({ any: false, names: [] });
  });

  it("follows what is imported, by name, through re-exports and circles", () => {
    const files = {
      "a.ts": 'import { sends, adds } from "./index"; function one() { sends(); } function two() { adds(); }',
      "index.ts": 'export * from "./b"; export { c as adds } from "./c";',
      "b.ts": 'import "./a"; export function sends() { send({}); }',
      "c.ts": 'import "./b"; export function c() {}',
    };
    expect(leading(files)).toEqual({ any: true, names: ["one"] });
  });

  it("follows re-exports in a circle, whichever of its files is asked first", () => {
    const files = {
      "a.ts":
        'import { x } from "./one"; import { x as y } from "./two"; function first() { x(); } function second() { y(); }',
      "one.ts": 'export * from "./two"; export * from "./three";',
      "two.ts": 'export * from "./one";',
      "three.ts": "export function x() { send({}); }",
    };
    expect(leading(files)).toEqual({ any: true, names: ["first", "second"] });
  });

  it("follows members by their names", () => {
    const files = {
      "a.ts":
        'import type { Api } from "./b"; function save(api: Api) { api.rename(); } function show(x) { x.render(); }',
      "b.ts": "export class Api { rename() { send({}); } }",
    };
    expect(leading(files)).toEqual({ any: true, names: ["save"] });
  });

  it.each([
    ["the name of a type", "interface send {} type Sent = send; function one(x: send) { return x; }"],
    ["a name that an import gives", 'import { send } from "./b"; function one() { send({}); }'],
  ])("does not take for a client: %s", (_, text) => {
    expect(leading({ "a.ts": text, "b.ts": "export const send = () => 1;" })).toEqual({ any: false, names: [] });
  });

  it("takes a member of the global object for a client, whatever an import gives", () => {
    const text = 'import { send } from "./b"; function one() { globalThis.send({}); } function two() { send({}); }';
    expect(leading({ "a.ts": text, "b.ts": "export const send = () => 1;" }).names).toEqual(["one"]);
  });

  it("follows namespaces, default exports and CommonJS", () => {
    const files = {
      "a.ts":
        'import * as b from "./b"; import c from "./c"; const d = require("./d"); function one() { b.x(); } function two() { c(); } function three() { d.y(); } function four() {}',
      "b.ts": "export function x() { send({}); }",
      "c.ts": "export default () => send({});",
      "d.ts": "module.exports = { y: () => send({}) };",
    };
    expect(leading(files)).toEqual({ any: true, names: ["one", "two", "three"] });
  });

  it("follows a chain of ten thousand files", () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 10_000; index += 1)
      files[`f${index}.ts`] =
        `import { f${index + 1} } from "./f${index + 1}"; export function f${index}() { f${index + 1}(); }`;
    files["f10000.ts"] = "export const f10000 = () => send({});";
    expect(leading(files)).toEqual({ any: true, names: ["f0"] });
  });

  it("takes a verb with a path for a request, whatever sends it", () => {
    expect(
      leading({ "a.ts": "function a(x) { x.patch(`/items/${1}`); } function b(x) { x.get('name'); }" }).names,
    ).toEqual(["a"]);
  });
});

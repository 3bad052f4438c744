import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";
import { Sends } from "../../src/evaluate/calls/sends";
import type { Context } from "../../src/evaluate/domain";
import { requestsOf } from "../harness/project-requests";

/** How many values are evaluated, for each character of the program. */
function visitsOf(text: string): number {
  return totalOf(text) / text.length;
}

function totalOf(text: string): number {
  const sourceFile = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const { work } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  return work.nodes ?? 0;
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

/** Methods that ask a part of their object for something, and each other, in loops. */
const methods = (size: number): string => `class Store {
  constructor(private db: any) {}
  ${lines(size, (index) => `async m${index}(id: string) { const one = await this.db.find(id); for (const each of one) { await this.m${(index * 7) % size}(each.id); await this.m${(index * 3 + 1) % size}(one.id); } await this.db.save(one); return one; }`)}
  async send(id: string) { const one = await this.m0(id); return fetch("/a/" + one.id, { method: one.method }); }
}`;

/** Functions that call others twice with something else each time, in a circle. */
const circle = (
  size: number,
): string => `${lines(size, (index) => `function f${index}(a: any, b: any): any { const c = f${(index * 7 + 1) % size}(a.x, b); return c ? f${(index * 3 + 2) % size}(c, a.y) : f${(index + 1) % size}(b, { a }); }`)}
export function send(x: any) { return fetch("/a/" + f0(x, {})); }`;

/** The same without a circle: each step doubles the ways. */
const doubling = (
  size: number,
): string => `${lines(size, (index) => `function f${index}(a: any, b: any): any { return f${index + 1}(a.x, b) + f${index + 1}(b, a.y); }`)}
function f${size}(a: any, b: any) { return "" + a + b; }
export function send(x: any, y: any) { return fetch("/a/" + f0(x, y)); }`;

const nested = (size: number): string => `export function send(list: any) { let v = "", w = "", u = "";
  ${lines(size, (index) => `for (const x${index} of list) { v += w; w += u + x${index}; u = v;`)} ${"}".repeat(size)}
  return fetch("/a/" + v); }`;

/** The work grows as the program does, whatever calls what. */
describe("bounded evaluation", () => {
  it.each([
    ["methods that call each other on `this`", methods],
    ["functions that call each other in a circle", circle],
    ["functions that call the next one twice", doubling],
    ["loops around each other", nested],
  ])("of %s", (_, program) => {
    expect(visitsOf(program(96))).toBeLessThan(2 * visitsOf(program(24)));
  });

  it("knows a request where it has taken all to tell what other calls call", () => {
    const asked = "export const other = (x: any) => f0(x, {}).get(fetch);";
    const text = `export const plain = () => fetch("/plain", { method: "PUT" });\n${circle(4_000)}\n${asked}`;
    expect(requestsOf({ "a.ts": text })).toContain("PUT /plain");
  });

  it("knows what wrappers around wrappers are given", () => {
    const wrappers = lines(9, (index) => `const f${index} = (path: string, own = {}) => f${index + 1}(path, own);`);
    const calls = lines(60, (index) => `f0("/a/${index}");`);
    const text = `${wrappers}\nconst f9 = (path: string, own = {}) => fetch(path, own);\n${calls}`;
    expect(requestsOf({ "a.ts": text }).slice(-60)).toEqual(
      Array.from({ length: 60 }, (_, index) => `GET /a/${index}`),
    );
  });

  it("evaluates no argument that the function does not use for what is asked", () => {
    const unused = `{ ${lines(200, (index) => `key${index}: String(x) + ${index},`)} }`;
    const program = (given: string): string =>
      `const pathOf = (id: string, context: unknown) => "/a/" + id;
export function send(x: any) { return fetch(pathOf("1", Object.keys(${given}).map((key) => key + key))); }`;
    expect(totalOf(program(unused))).toBe(totalOf(program("{}")));
  });

  it("evaluates nothing of what a package only passes on", () => {
    const members = (from: string): string => lines(200, (index) => `m${index}: ${from},`);
    const program = (from: string): string => `import { useMemo } from "react";
const store = useMemo(() => ({ load: (id: string) => fetch("/a/" + id), ${members(from)} }), []);
store.load("1");`;
    expect(totalOf(program("String([1, 2].map((each) => each + 1))"))).toBe(totalOf(program("1")));
  });

  it("runs the hooks of each request apart from what its call leads to", () => {
    const hook = (part: string): string =>
      `api.interceptors.request.use((config) => { ${lines(12, (index) => `config.url = without(config.url, "${part}${index}");`)} return config; });`;
    const calls = lines(60, (index) => `read("/a/${index}");`);
    const text = `import axios from "axios";
const api = axios.create();
const without = (text: string, part: string) => text.split(part).join("");
${hook("x")}
${hook("y")}
const read = (path: string) => api.get(path);
${calls}`;
    expect(requestsOf({ "a.ts": text }).slice(-60)).toEqual(
      Array.from({ length: 60 }, (_, index) => `GET /a/${index}`),
    );
  });

  it("describes a request when it is listed, and once", () => {
    let made = 0;
    const sends = new Sends();
    const context = { id: 0 } as Context;
    sends.add(1, context, () => ({ made: (made += 1) }));
    expect(made).toBe(0);
    const [sent] = sends.of(1, context);
    expect([sent?.draft, sent?.draft]).toEqual([{ made: 1 }, { made: 1 }]);
  });
});

import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { Sends } from "../../src/evaluate/calls/sends";
import type { Context } from "../../src/evaluate/domain";
import { limits } from "../../src/evaluate/limits";
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

/** Values of which each is computed from the one before, twice, and a condition on the last. */
const sums = (size: number): string => `export function send(x: any) { const a0 = x.y;
  ${lines(size, (index) => `const a${index + 1} = a${index} + a${index};`)}
  if (a${size} === 1) return; return fetch("/a/" + x.y); }`;

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
    ["conditions on values that are computed from others", sums],
  ])("of %s", { tags: ["long"] }, (_, program) => {
    expect(visitsOf(program(96))).toBeLessThan(2 * visitsOf(program(24)));
  });

  it("of an object that is the same on all ways, whatever decides which way is taken", () => {
    const asked = (
      size: number,
    ): string => `class Client { input = { text: (m: string) => m }; send(path: string) { return fetch("/a" + path); } }
function decides(x: any) { ${lines(size, (index) => `if (x.a${index} === x.b${index}) return x.c${index}.includes("a");`)} return x; }
export async function edit(client: Client, x: any) { if (decides(x)) await client.input.text("a"); else await client.input.text("b"); return client.send("/x"); }`;
    expect(totalOf(asked(96))).toBe(totalOf(asked(24)));
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

  it("does not evaluate what a function gives to know what it sends", () => {
    const program = (more: string): string =>
      `const send = (path: string, x: any) => { const answer = fetch(path); ${more} return answer; };
${lines(20, (index) => `send("/a/${index}", ${index});`)}`;
    const costly = `let key = ""; ${lines(40, (index) => `if (x.k${index}) key = String(key + ${index});`)} if (key) return key;`;
    expect(totalOf(program(costly))).toBeLessThan(totalOf(program("")) * 2);
  });

  it("evaluates nothing that is called on an object to know a client in a field of it", () => {
    const program = (step: string): string => `import axios from "axios";
class Service {
  private readonly http = axios.create();
  state: any = {};
  step(x: any) { ${step} }
  load(x: any) { this.step(x); return this.http.put("/a", "x"); }
}`;
    const costly = lines(40, (index) => `if (x.k${index}) this.state.k${index} = String(x.k${index});`);
    expect(totalOf(program(costly))).toBe(totalOf(program("this.state.k = x;")));
  });

  it("evaluates nothing that is called on an object to know which method of it runs", () => {
    const before = { ...limits };
    const text = `class Service {
  state: any = {};
  step(x: any) { ${lines(40, (index) => `if (x.k${index}) this.state.k${index} = String(x.k${index});`)} }
  put(path: string) { return fetch(path, { method: "PUT" }); }
}
export function load(x: any) { const service = new Service(); service.step(x); return service.put("/a"); }`;
    Object.assign(limits, { evaluationsOfCallee: 60, evaluationsOfValue: 0 });
    try {
      expect(requestsOf({ "a.ts": text })).toContain("PUT /a");
    } finally {
      Object.assign(limits, before);
    }
  });

  it("evaluates nothing of what a package only passes on", () => {
    const members = (from: string): string => lines(200, (index) => `m${index}: ${from},`);
    const program = (from: string): string => `import { useMemo } from "react";
const store = useMemo(() => ({ load: (id: string) => fetch("/a/" + id), ${members(from)} }), []);
store.load("1");`;
    expect(totalOf(program("String([1, 2].map((each) => each + 1))"))).toBe(totalOf(program("1")));
  });

  it("runs the hooks of each request apart from what its call leads to", { tags: ["long"] }, () => {
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

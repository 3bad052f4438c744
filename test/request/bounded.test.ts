import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Analysis } from "../../src/analysis/analysis";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";

function analyse(text: string): Analysis {
  const sourceFile = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
}

/** A file of functions of 25 lines; one in four sends a request through a wrapper of the file. */
function longFile(functions: number): string {
  const wrapper =
    "const api = (method: string, path: string, body?: object) => fetch(`${process.env.BASE}${path}`, { method, body: JSON.stringify(body) });\n";
  const bodies = Array.from({ length: functions }, (_, index) => {
    const lines = Array.from({ length: 22 }, (_unused, line) =>
      line % 5 === 4 ? `  if (a > ${line}) total += a * ${line};` : `  const v${line} = a + ${line};`,
    );
    const send =
      index % 4 === 0 ? `  void api("PATCH", \`/widgets/\${a}\`, { total, size: ${index} });` : "  void total;";
    return [`export function f${index}(a: number) {`, "  let total = 0;", ...lines.slice(0, 21), send, "}"].join("\n");
  });
  return wrapper + bodies.join("\n");
}

function chain(length: number): string {
  const first =
    "export const f0 = (path: string, body: object) => fetch(`${process.env.BASE}${path}`, { method: 'PATCH', body: JSON.stringify(body) });";
  const others = Array.from(
    { length },
    (_, index) => `export const f${index + 1} = (path: string, body: object) => f${index}(path, body);`,
  );
  return [first, ...others, `f${length}("/widgets/1", { a: 1 });`].join("\n");
}

describe("bounded work", () => {
  it("visits a file of 2,000 lines in proportion to its length", () => {
    const [short, long] = [longFile(40), longFile(80)];
    expect(long.split("\n").length).toBeGreaterThanOrEqual(2000);
    const [few, many] = [analyse(short), analyse(long)];
    // Each wrapped call counts once; the wrapper's own request too.
    expect(many.requests).toHaveLength(21);
    expect(few.requests).toHaveLength(11);
    expect((many.work.nodes ?? 0) / (few.work.nodes ?? 1)).toBeLessThan(2.5);
  });

  it("ends on a chain of 200 wrappers, and knows a chain of 10", () => {
    const calls = (length: number): number => analyse(chain(length)).work.nodes ?? 0;
    expect(analyse(chain(10)).requests.some((request) => request.target.path?.parts[0]?.kind === "text")).toBe(true);
    const [half, whole] = [calls(100), calls(200)];
    expect(whole).toBeGreaterThan(0);
    expect(whole / half).toBeLessThan(4);
    expect(whole).toBeLessThan(2_000_000);
  });

  it("enters a class whose constructor makes more of its kind once", () => {
    const tree = (fields: number): string => {
      const names = Array.from({ length: fields }, (_, index) => `n${index}`);
      const make = names.map((name) => `this.${name} = new Tree(depth, path);`).join(" ");
      const descend = names
        .map((name) => `if (node.${name}) { node = node.${name}; } else { node.${name} = new Tree(key, key); break; }`)
        .join(" ");
      return `class Tree { constructor(depth, path) { if (path) { ${make} } }\nadd(key) { let node = this; while (true) { ${descend} } } }\nvoid fetch("/x");`;
    };
    expect(analyse(tree(3)).work.nodes).toBeLessThan(2000);
    expect(analyse(tree(6)).work.nodes).toBeLessThan(4000);
  });

  it("joins no more for each node in a class of many members that hold each other", () => {
    const joinsPerNode = (size: number): number => {
      const fields = Array.from(
        { length: size },
        (_, index) => `#list${index} = [];\n#table${index} = (key) => this.#list${index}[key];`,
      );
      const methods = Array.from({ length: size }, (_, index) => {
        const change = `this.#table${index} = (other) => this.#list${index}; this.set${(index + 1) % size}(key, value, this);`;
        return `set${index}(key, value, options) { if (key) { this.#list${index} = value; this.report(options); } else { ${change} } return this; }`;
      });
      const { joined, nodes } = analyse(
        `class Cache {\n${[...fields, ...methods].join("\n")}\nreport(options) { options.log?.(this); void fetch("/log"); } }\nmodule.exports = new Cache();`,
      ).work;
      return (joined ?? Infinity) / (nodes ?? 1);
    };
    expect(joinsPerNode(24) / joinsPerNode(6)).toBeLessThan(2.5);
  });

  it("follows calls of functions that lead to no request not far", () => {
    const file = (last: string): string => {
      const steps = Array.from(
        { length: 12 },
        (_, index) =>
          `function step${index}(x) { const list = [x, x + 1, x + 2]; list.sort(); return step${index + 1}(list[0]) + step${index + 1}(list[1]); }`,
      );
      return `${steps.join("\n")}\n${last}\nvoid fetch("/x");`;
    };
    const quiet = analyse(file("function step12(x) { return x; }")).work.nodes ?? 0;
    const loud = analyse(file("function step12(x) { void fetch(x); return x; }")).work.nodes ?? 0;
    expect(quiet).toBeGreaterThan(0);
    expect(quiet).toBeLessThan(loud / 4);
  });

  it("does nothing with a file that cannot concern us", () => {
    expect(analyse("export const add = (a: number, b: number) => a + b;").work).toEqual({});
  });

  it.each([
    "",
    "const {",
    "fetch(",
    "fetch(`${",
    "await fetch(...a)",
    "const a = a; fetch(a)",
    "class A { x = fetch(this.x) }",
    "#!/bin/sh\nfetch('/x')",
    "function f() { return f(fetch('/x')) }",
    "function f(c) { let t = 'a'; if (c.o) t = 'b'; function g() { return t === 'a' ? x : y } function h(l) { l.forEach(() => g()) } function k() { g(); h(e) } } fetch('/x')",
    "fetch(\0)",
  ])("never throws: %j", (text) => {
    expect(() => analyse(text)).not.toThrow();
  });
});

describe("superagent's short form", () => {
  it("sends its second argument in the query of a GET, at once where a callback is given", () => {
    const [request, ...others] = analyse(
      'import superagent from "superagent"; superagent.get("https://h/x", { fields: "id" }, (error, response) => { log(response.body); });',
    ).requests;
    expect(others).toEqual([]);
    expect(request?.query).toMatchObject({ members: [{ key: "fields" }], open: false });
    expect(request?.body).toBeUndefined();
  });
});

import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { buildCode } from "../../src/code/build";
import type { FileCode } from "../../src/code/graph";
import { printCode } from "../../src/code/print";

function codeOf(text: string, name = "file.ts"): FileCode {
  return buildCode(ts, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)).code;
}

/** @returns the lines of a program's graph after those of its top level, without their indentation. */
function graphOf(text: string): readonly string[] {
  const lines = printCode(codeOf(text)).split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("f1 "))).map((line) => line.trim());
}

describe("the graph of a function", () => {
  test("joins what branches assign, under their conditions", () => {
    expect(graphOf("function f(c) { let x = 1; if (c) x = 2; return x }")).toEqual([
      "f1 function f",
      "v1 = parameter 0 c (0)",
      "v2 = 1",
      "v3 = 2",
      "v4 = join v3 if v1 | v2 if not v1 (0)",
      "result v4",
    ]);
  });

  test("goes on after an early end where the condition does not hold, and knows the variable by it", () => {
    expect(graphOf("function f(x) { if (!x) return 1; return x }")).toEqual([
      "f1 function f",
      "v1 = parameter 0 x (0)",
      "v2 = ! v1 (0)",
      "v3 = 1",
      "v4 = v1 where v1 (0)",
      "v5 = join v3 if v2 | v4 if not v2 (0)",
      "result v5",
    ]);
  });

  test("changes an object under all of its names", () => {
    expect(graphOf("function f(o) { const t = o; t.x = 1; return o }")).toEqual([
      "f1 function f",
      "v1 = parameter 0 o (0)",
      "v2 = v1 as t (0)",
      "v3 = 1",
      "v4 = v1 with x = v3 (0)",
      "result v4",
      "leaves 0 v4",
    ]);
  });

  test("changes the object that holds what is changed", () => {
    expect(graphOf("function f(a) { const h = a.b; h.x = 1; return a.b }")).toEqual([
      "f1 function f",
      "v1 = parameter 0 a (0)",
      "v2 = v1.b (0)",
      "v3 = v2 as h (0)",
      "v4 = 1",
      "v5 = v2 with x = v4 (0)",
      "v6 = v1 with b = v5 (0)",
      "v7 = v6.b (0)",
      "result v7",
      "leaves 0 v6",
    ]);
  });

  test("reads a variable that functions share as all that is assigned to it", () => {
    expect(graphOf("let n = 1; function set(v) { n = v } function get() { return n }")).toEqual([
      "f1 function set",
      "v3 = parameter 0 v (0)",
      "v4 = v3 as n (0)",
      "v5 = undefined",
      "result v5",
      "f2 function get",
      "v6 = variable n",
      "result v6",
      "var n f0: v2, v4",
    ]);
  });

  test("notes what a method does to a field", () => {
    expect(graphOf("class A { load() { this.items.push(1) } }").slice(-3)).toEqual([
      "class A v0",
      "method load f1",
      "this.items = v6 in f1",
    ]);
  });
});

describe("the size of a graph", () => {
  const sizeOf = (text: string): number => codeOf(text).values.length;

  test.each([
    ["statements", (count: number) => "let x = 1;\n" + "if (c) x = f(x);\n".repeat(count)],
    ["pieces of a text", (count: number) => `const t = "a"${' + b + "c"'.repeat(count)};`],
    [
      "captured variables",
      (count: number) =>
        Array.from({ length: count }, (_, at) => `let v${at} = 1; const f${at} = () => v${at};`).join("\n"),
    ],
  ])("grows with the number of %s", { tags: ["long"] }, (_, programOf) => {
    const small = sizeOf(programOf(500));
    expect(sizeOf(programOf(2_000))).toBeLessThan(4.2 * small);
  });

  test("is bounded where calls are nested more deeply than anybody writes", () => {
    const { values } = codeOf(`${"f(".repeat(600)}1${")".repeat(600)};`);
    expect(values.some((value) => value.kind === "opaque" && value.reason === "nested too deeply")).toBe(true);
  });
});

test(
  "the graph of each file of the graph's own sources is made, and names only what is there",
  { tags: ["long"] },
  () => {
    for (const path of globSync("src/code/**/*.ts")) {
      const { values, calls, functions } = codeOf(readFileSync(path, "utf8"), path);
      expect(functions.every(({ result }) => result === undefined || values[result] !== undefined)).toBe(true);
      expect(calls.every((id) => values[id]?.kind === "call")).toBe(true);
    }
  },
);

import ts from "typescript";
import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/analysis/analysis";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { chains, constructs, doublings, nestings, sending, sharings } from "../harness/growing";
import { partOf, partOfWeek } from "../harness/runs";
import { makeFolder, runProgram } from "../hosts/cli/program";

function analyse(text: string): Analysis {
  const name = text.includes("</") ? "file.tsx" : "file.ts";
  const sourceFile = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
}

/** Counts work, and never time: what was visited and called, and what was joined, copied and gathered. */
function workOn(text: string): number {
  const { work, problems, requests } = analyse(text + sending);
  expect(problems).toEqual([]);
  expect(requests.length).toBeGreaterThan(0);
  return (work.nodes ?? 0) + (work.calls ?? 0);
}

describe("work grows as the program does", () => {
  test.each(partOf(Object.entries(constructs), 1 / 6))("with %s", (_, make) => {
    const [once, four] = [workOn(make(150)), workOn(make(600))];
    expect(four / once).toBeLessThan(6);
  });

  test.each(partOf(Object.entries(chains), 1 / 6))("with %s", (_, make) => {
    const [once, four] = [workOn(make(50)), workOn(make(200))];
    expect(four / once).toBeLessThan(6);
  });

  test.each(Object.entries(nestings))("with callbacks of %s within each other", (_, make) => {
    const [some, many] = [workOn(make(6)), workOn(make(18))];
    expect(many / some).toBeLessThan(5);
  });

  test.each(partOf(Object.entries(sharings), 1 / 3))("with %s", (_, make) => {
    const [once, four] = [workOn(make(150)), workOn(make(600))];
    expect(four / once).toBeLessThan(6);
  });

  // Objects that hold another twice, forty deep, do not end yet: what goes through a body does so for each way to a value.
  test.each(Object.entries(doublings).filter(([name]) => !name.includes("object twice")))("with %s", (_, make) => {
    const [some, many] = [workOn(make(20)), workOn(make(40))];
    expect(many / some).toBeLessThan(3);
    expect(workOn(make(320)) / many).toBeLessThan(16);
  });
});

test("annotations are looked up in each block once", () => {
  const looksIn = (size: number): number => {
    let looks = 0;
    const counting = {
      ...ts,
      isVariableStatement: (node: ts.Node): node is ts.VariableStatement => {
        looks += 1;
        return ts.isVariableStatement(node);
      },
    };
    const indices = Array.from({ length: size }, (_, index) => index);
    const declared = indices.map((index) => `let v${index};`).join("\n");
    const assigned = indices.map((index) => `v${index} = get(${index}); v${index}.post("/x");`).join("\n");
    const text = `import { get } from "x";\n${declared}\n${assigned}\n${sending}`;
    const sourceFile = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
    analyseCode({ ts: counting, sourceFile, contract: builtinContract, facts: noFacts });
    return looks;
  };
  expect(looksIn(1000) / looksIn(250)).toBeLessThan(6);
});

describe("memory grows as the program does", () => {
  const large: readonly (readonly [string, number])[] = [
    ["members of an object literal", 30_000],
    ["assignments to one object", 10_000],
    ["elements pushed", 10_000],
    ["pieces appended to a string", 10_000],
    ["members spread into the next", 3_000],
    ["assignments to setters of a shared object", 800],
    ["keys that hold one object, within each other", 60],
  ];

  test.each(partOfWeek(large, 1 / 7))("%s: %i fit into a small heap", (name, size) => {
    const folder = makeFolder({ "large.ts": `${constructs[name]?.(size) ?? ""}${sending}`, "other.ts": sending });
    const env = { NODE_OPTIONS: "--max-old-space-size=256" };
    const { status, stdout } = runProgram(folder, ["check", "--no-types", "."], { env });
    expect(status).toBe(1);
    expect(stdout).toContain("large.ts:");
    expect(stdout).toContain("2 files checked");
  });
});

test.each([
  ["operands", `const o = ${Array.from({ length: 5000 }, (_, index) => `"v${index}"`).join(" + ")};`],
  ["calls", `declare const p: any; p${".then((x) => x)".repeat(1500)}; const o = {};`],
  [
    "alternatives",
    `declare const c: any; const o = ${Array.from({ length: 3000 }, (_, index) => `c.x${index}`).join(" || ")};`,
  ],
  [
    "branches",
    `declare const c: any; let o; ${Array.from({ length: 1500 }, (_, index) => `if (c === ${index}) o = ${index};`).join(" else ")}`,
  ],
])("a chain of thousands of %s does not overflow the stack", (_, text) => {
  expect(() => analyse(`// A comment.\n${text}${sending}`)).not.toThrow();
});

import ts from "typescript";
import { expect, test } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { buildCode } from "../../src/code/build";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { constructs, sending } from "../harness/growing";

/** What changes of shared objects take: values of the graph, and evaluations, and never time. */

function treeOf(text: string): ts.SourceFile {
  return ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
}

const programs = [
  "assignments to setters",
  "assignments to setters that tell others",
  "names of one object by which functions change it",
];

test.each(programs)("the graph of %s is linear in the text", { tags: ["long"] }, (name) => {
  const sizeOf = (size: number): number =>
    buildCode(ts, treeOf(`${constructs[name]?.(size) ?? ""}${sending}`)).code.values.length;
  expect(sizeOf(800) / sizeOf(200)).toBeLessThan(6);
});

test.each(programs)("%s take few evaluations each", { tags: ["long"] }, (name) => {
  const size = 200;
  const sourceFile = treeOf(`${constructs[name]?.(size) ?? ""}${sending}`);
  const { work } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  expect(work.nodes).toBeGreaterThan(0);
  expect(work.nodes).toBeLessThan(15 * size);
});

test("what demands that a parameter is given is noted once for each way", () => {
  const reads = Array.from({ length: 300 }, (_, index) => `if (a.k${index}) fetch("/x" + p.m${index} + p.n${index});`);
  const { code, nodes } = buildCode(ts, treeOf(`export function f(p: any, a: any) {\n${reads.join("\n")}\n}`));
  expect(nodes.length).toBeGreaterThan(0);
  const demands = code.functions.flatMap((each) => each.demands);
  // That of `a` holds for all, and those of `p` on a way each.
  expect(demands).toHaveLength(301);
});

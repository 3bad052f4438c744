import ts from "typescript";
import { describe, expect, test } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";
import { bounds, limitsFor } from "../../src/evaluator/domain/limits";
import { sending, walks } from "../harness/growing";
import { partOf } from "../harness/runs";

/** @returns what is joined, copied and gathered, for what one run of the file may take: what is repeated counts beside it. */
function joinedWithinBound(text: string): number {
  const sourceFile = ts.createSourceFile("file.ts", text + sending, ts.ScriptTarget.Latest, true);
  const { work } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  return (work.joined ?? Infinity) / (bounds.effortPerNode * limitsFor(sourceFile).nodes);
}

describe("what is joined stays within the bound", () => {
  test.each(partOf(Object.entries(walks), 1 / 12))("with %s", (_, make) => {
    expect(joinedWithinBound(make(500))).toBeLessThan(3);
  });

  test("with loops in which one object is given away, from the bound on", () => {
    expect(joinedWithinBound(walks["loops in which one object is given away"]?.(800) ?? "")).toBeLessThan(3);
  });
});

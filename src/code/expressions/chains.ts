import type TS from "typescript";
import { isAssignment, isStep } from "../../syntax/bindings/assignments";
import type { ValueId } from "../graph";
import { evaluate, opaque, type Build } from "../versions/state";
import { inBranches, whereHolds } from "./branches";

/** Optional chains: what stands behind `?.` is evaluated only if the chain does not end there. */

/** Expressions in expressions are looked into so far. */
const deepest = 8;

/** @returns the value of a part of a chain, whose changes may not have happened. */
export function evaluateInChain(build: Build, node: TS.Expression, isOptional: boolean): ValueId {
  if (!isOptional || !assigns(build.ts, node, 0)) return evaluate(build, node);
  const goesOn = opaque(build, "whether an optional chain goes on", [], node);
  let value = goesOn;
  const goOn = (): void => {
    whereHolds(build, goesOn, true, undefined);
    value = evaluate(build, node);
  };
  const end = (): void => {
    whereHolds(build, goesOn, false, undefined);
  };
  inBranches(build, [goOn, end], node);
  return value;
}

/** Whether an expression itself assigns something. */
function assigns(ts: typeof TS, node: TS.Node, depth: number): boolean {
  if (ts.isFunctionLike(node) || depth > deepest) return false;
  if (ts.isBinaryExpression(node) ? isAssignment(ts, node) : isStep(ts, node)) return true;
  return ts.forEachChild(node, (child) => assigns(ts, child, depth + 1) || undefined) ?? false;
}

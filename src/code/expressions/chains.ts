import type TS from "typescript";
import { isAssignment, isStep } from "../../syntax/bindings/assignments";
import type { ValueId } from "../graph";
import { evaluate, opaque, type Build } from "../versions/state";
import { inBranches, whereHolds } from "./branches";

/** Optional chains: code after `?.` only runs if the chain continues. */

/** Bound on nested expressions. */
const deepest = 8;

/** @returns the value of a part of a chain. In an optional chain, its side effects may not happen. */
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

/** Whether an expression contains an assignment outside inner functions. */
function assigns(ts: typeof TS, node: TS.Node, depth: number): boolean {
  if (ts.isFunctionLike(node) || depth > deepest) return false;
  if (ts.isBinaryExpression(node) ? isAssignment(ts, node) : isStep(ts, node)) return true;
  return ts.forEachChild(node, (child) => assigns(ts, child, depth + 1) || undefined) ?? false;
}

import type TS from "typescript";
import { skipWrappers } from "./wrappers";

/** Whether an expression is `null` or `undefined`, as it is written. */
export function isNothing(ts: typeof TS, expression: TS.Expression): boolean {
  const node = skipWrappers(ts, expression);
  return (
    node.kind === ts.SyntaxKind.NullKeyword ||
    ts.isVoidExpression(node) ||
    (ts.isIdentifier(node) && node.text === "undefined")
  );
}

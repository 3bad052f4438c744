import type TS from "typescript";

/** @returns the expression inside parentheses, casts and non-null marks. */
export function skipWrappers(ts: typeof TS, node: TS.Expression): TS.Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

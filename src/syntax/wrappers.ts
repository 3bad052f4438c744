import type TS from "typescript";

/** Whether a node only wraps an expression: parentheses, casts and non-null assertions. */
export function isWrapper(ts: typeof TS, node: TS.Node): node is TS.ParenthesizedExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}

/** @returns the expression inside parentheses, casts and non-null assertions. */
export function skipWrappers(ts: typeof TS, node: TS.Expression): TS.Expression {
  let inner = node;
  while (isWrapper(ts, inner)) inner = inner.expression;
  return inner;
}

/** @returns an expression with the parentheses, casts and non-null assertions around it. */
export function withWrappers(ts: typeof TS, node: TS.Expression): TS.Expression {
  let outer = node;
  while (isWrapper(ts, outer.parent)) outer = outer.parent;
  return outer;
}

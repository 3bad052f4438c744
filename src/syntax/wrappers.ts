import type TS from "typescript";

/** Whether a node stands for the expression in it: parentheses, casts and non-null marks. */
export function isWrapper(ts: typeof TS, node: TS.Node): node is TS.ParenthesizedExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}

/** @returns the outermost node that stands for an expression. */
export function skipWrappersOutwards(ts: typeof TS, node: TS.Node): TS.Node {
  let outer = node;
  while (isWrapper(ts, outer.parent)) outer = outer.parent;
  return outer;
}

/** @returns the expression inside parentheses, casts and non-null marks. */
export function skipWrappers(ts: typeof TS, node: TS.Expression): TS.Expression {
  let inner = node;
  while (isWrapper(ts, inner)) inner = inner.expression;
  return inner;
}

/** @returns whether the value that is read at a node is called there. */
export function isCalled(ts: typeof TS, node: TS.Node): boolean {
  // A file, as the node of its export as a whole, has no parent.
  return !ts.isSourceFile(node) && ts.isCallExpression(node.parent) && node.parent.expression === node;
}

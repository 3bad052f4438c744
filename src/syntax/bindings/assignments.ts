import type TS from "typescript";

/** Whether an operator assigns: `=`, `+=`, `??=`. */
export function isAssignment(ts: typeof TS, { operatorToken: { kind } }: TS.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether an expression increments or decrements its operand: `x++`, `--x`. */
export function isStep(ts: typeof TS, node: TS.Node): node is TS.PrefixUnaryExpression | TS.PostfixUnaryExpression {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}

/** Whether an identifier is the target of an assignment, by itself or within a pattern. */
export function isAssigned(ts: typeof TS, node: TS.Node): boolean {
  let child = node;
  for (let { parent } = node; ; child = parent, { parent } = parent) {
    if (ts.isBinaryExpression(parent)) return parent.left === child && isAssignment(ts, parent);
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return isStep(ts, parent);
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === child;
    if (ts.isPropertyAssignment(parent) ? parent.initializer !== child : !isPatternPart(ts, parent)) return false;
  }
}

/** Whether a node around a target may be a part of the assigned pattern. */
function isPatternPart(ts: typeof TS, node: TS.Node): boolean {
  return (
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isParenthesizedExpression(node)
  );
}

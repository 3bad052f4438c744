import type TS from "typescript";
import { isAssignment, isStep } from "../../syntax/bindings/assignments";

/** Effects that a use of a variable may have besides a read, as bits. */
export const assigned = 1;
export const changed = 2;
export const exported = 4;

export type Mark = (identifier: TS.Identifier, bit: number) => void;

/** Bound on nested objects and expressions. */
const deepestGiven = 8;

/** Marks the variables that a node assigns, or whose objects it may change. Its children are visited separately. */
export function markEffects(ts: typeof TS, node: TS.Node, mark: Mark): void {
  if (ts.isBinaryExpression(node)) {
    if (isAssignment(ts, node)) markTargets(ts, node.left, mark);
  } else if (ts.isDeleteExpression(node)) markTargets(ts, node.expression, mark);
  else if (isStep(ts, node)) markTargets(ts, node.operand, mark);
  else if (ts.isForInStatement(node) || ts.isForOfStatement(node)) {
    if (!ts.isVariableDeclarationList(node.initializer)) markTargets(ts, node.initializer, mark);
  } else if (ts.isExportAssignment(node)) {
    if (ts.isIdentifier(node.expression)) mark(node.expression, exported);
  } else markCall(ts, node, mark);
}

function markCall(ts: typeof TS, node: TS.Node, mark: Mark): void {
  if (ts.isTaggedTemplateExpression(node)) {
    markReceiver(ts, node.tag, mark);
    if (ts.isTemplateExpression(node.template))
      for (const { expression } of node.template.templateSpans) markGiven(ts, expression, mark, 0);
    return;
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
  if (ts.isCallExpression(node)) markReceiver(ts, node.expression, mark);
  for (const each of node.arguments ?? []) markGiven(ts, each, mark, 0);
}

/** Marks the variables that an assignment to a pattern or an expression assigns or changes. */
export function markTargets(ts: typeof TS, target: TS.Node, mark: Mark): void {
  if (ts.isIdentifier(target)) mark(target, assigned);
  else if (ts.isArrayLiteralExpression(target)) for (const each of target.elements) markTargets(ts, each, mark);
  else if (ts.isObjectLiteralExpression(target)) for (const each of target.properties) markProperty(ts, each, mark);
  else if (ts.isSpreadElement(target) || isBracket(ts, target)) markTargets(ts, target.expression, mark);
  else if (ts.isBinaryExpression(target)) markTargets(ts, target.left, mark);
  else if (ts.isObjectBindingPattern(target) || ts.isArrayBindingPattern(target)) {
    for (const each of target.elements) if (!ts.isOmittedExpression(each)) markTargets(ts, each.name, mark);
  } else markRoot(ts, target, mark);
}

function markProperty(ts: typeof TS, property: TS.ObjectLiteralElementLike, mark: Mark): void {
  if (ts.isShorthandPropertyAssignment(property)) mark(property.name, assigned);
  else if (ts.isPropertyAssignment(property)) markTargets(ts, property.initializer, mark);
  else if (ts.isSpreadAssignment(property)) markTargets(ts, property.expression, mark);
}

function isBracket(ts: typeof TS, node: TS.Node): node is TS.ParenthesizedExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}

function markReceiver(ts: typeof TS, callee: TS.Node, mark: Mark): void {
  let inner = callee;
  while (isBracket(ts, inner)) inner = inner.expression;
  if (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) markRoot(ts, inner, mark);
}

function markGiven(ts: typeof TS, given: TS.Node, mark: Mark, depth: number): void {
  if (depth > deepestGiven) return;
  if (ts.isObjectLiteralExpression(given)) {
    for (const each of given.properties) {
      if (ts.isShorthandPropertyAssignment(each)) mark(each.name, changed);
      else if (ts.isPropertyAssignment(each)) markGiven(ts, each.initializer, mark, depth + 1);
    }
  } else if (ts.isArrayLiteralExpression(given)) {
    for (const each of given.elements) markGiven(ts, each, mark, depth + 1);
  } else if (ts.isConditionalExpression(given)) {
    markGiven(ts, given.whenTrue, mark, depth + 1);
    markGiven(ts, given.whenFalse, mark, depth + 1);
  } else if (ts.isSpreadElement(given)) markRoot(ts, given.expression, mark);
  else markRoot(ts, given, mark);
}

/** Marks the variable at the start of a member chain as changed. */
function markRoot(ts: typeof TS, chain: TS.Node, mark: Mark): void {
  let node = chain;
  while (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    isBracket(ts, node) ||
    ts.isAwaitExpression(node)
  )
    node = node.expression;
  if (ts.isIdentifier(node)) mark(node, changed);
  else if (ts.isConditionalExpression(node)) {
    markRoot(ts, node.whenTrue, mark);
    markRoot(ts, node.whenFalse, mark);
  }
}

/** Collects the variables whose objects, or parts of them, may be the value of an expression. */
export function collectRoots(ts: typeof TS, node: TS.Expression, into: TS.Identifier[], depth = 0): void {
  if (ts.isIdentifier(node)) into.push(node);
  if (depth > deepestGiven) return;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || isBracket(ts, node))
    collectRoots(ts, node.expression, into, depth + 1);
  else if (ts.isArrayLiteralExpression(node)) for (const each of node.elements) collectRoots(ts, each, into, depth + 1);
  else if (ts.isConditionalExpression(node)) {
    collectRoots(ts, node.whenTrue, into, depth + 1);
    collectRoots(ts, node.whenFalse, into, depth + 1);
  } else if (
    ts.isBinaryExpression(node) &&
    /^(?:&&|\|\||\?\?|=)$/u.test(ts.tokenToString(node.operatorToken.kind) ?? "")
  ) {
    collectRoots(ts, node.left, into, depth + 1);
    collectRoots(ts, node.right, into, depth + 1);
  }
}

/** Collects the variables whose objects an expression's value may contain: `{ a }`, `[a]`, `new Map([["k", a]])`. */
export function collectHeld(ts: typeof TS, node: TS.Expression, into: TS.Identifier[], depth = 0): void {
  if (depth > deepestGiven) return;
  const within = (each: TS.Expression): void => {
    if (ts.isIdentifier(each)) into.push(each);
    else collectHeld(ts, each, into, depth + 1);
  };
  if (ts.isObjectLiteralExpression(node)) {
    for (const each of node.properties) {
      if (ts.isShorthandPropertyAssignment(each)) into.push(each.name);
      else if (ts.isPropertyAssignment(each)) within(each.initializer);
    }
  } else if (ts.isArrayLiteralExpression(node)) node.elements.forEach(within);
  else if (ts.isCallExpression(node) || ts.isNewExpression(node)) node.arguments?.forEach(within);
  else if (isBracket(ts, node)) collectHeld(ts, node.expression, into, depth + 1);
}

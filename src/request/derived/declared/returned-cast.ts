import type TS from "typescript";
import { walk } from "../../../syntax/walk";

/** Bound on the nodes that are searched for casts of a variable; they stand near it. */
const manyNodes = 2000;

/**
 * Finds the type to which code casts a variable in a `return`: `return body as Widget`. A cast elsewhere may apply to a
 * part of the value, or to one of several values.
 *
 * @param scope the variable's scope.
 * @returns undefined if there is no such cast, or several.
 */
export function returnedCast(
  ts: typeof TS,
  checker: TS.TypeChecker,
  scope: TS.Node,
  name: string,
): TS.Type | undefined {
  const found = new Set<TS.Type>();
  let seen = 0;
  walk(ts, scope, {}, (node, outer) => {
    seen += 1;
    const type = isCast(ts, node) && isReturned(ts, node) && isOf(ts, node, name) && typeOf(checker, node);
    if (type) found.add(type);
    return seen > manyNodes ? undefined : outer;
  });
  const [only] = found;
  return found.size === 1 && seen <= manyNodes ? only : undefined;
}

type Cast = TS.AsExpression | TS.TypeAssertion;

/** Whether a node is `x as T` or `<T>x`. */
function isCast(ts: typeof TS, node: TS.Node): node is Cast {
  return ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
}

/** Whether a node states the type of its expression: a cast, or `x satisfies T`. */
export function isTyped(ts: typeof TS, node: TS.Node): node is Cast | TS.SatisfiesExpression {
  return isCast(ts, node) || ts.isSatisfiesExpression(node);
}

function typeOf(checker: TS.TypeChecker, { type }: Cast): TS.Type {
  return checker.getTypeFromTypeNode(type);
}

function isReturned(ts: typeof TS, node: TS.Node): boolean {
  let child = node;
  let { parent } = child;
  for (; ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent); { parent } = child) child = parent;
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === child);
}

/** Whether a cast applies to the variable itself, perhaps through other casts: `body as unknown as Widget`. */
function isOf(ts: typeof TS, { expression }: Cast, name: string): boolean {
  let inner = expression;
  while (ts.isParenthesizedExpression(inner) || ts.isAwaitExpression(inner) || isCast(ts, inner))
    inner = inner.expression;
  return ts.isIdentifier(inner) && inner.text === name;
}

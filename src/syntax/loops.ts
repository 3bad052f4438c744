import type TS from "typescript";
import { someNode } from "./walk";

/**
 * @param loop a loop, or a call that runs its callback any number of times.
 * @returns whether it may end before all rounds have run, or because of what a round found, as one that tries again until it succeeds does.
 */
export function mayEndEarly(ts: typeof TS, loop: TS.Node): boolean {
  return someNode(ts, loop, (node) => leaves(ts, node)) || goesOnByResult(ts, loop);
}

function leaves(ts: typeof TS, node: TS.Node): boolean {
  return ts.isBreakStatement(node) || ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isCatchClause(node);
}

/** Whether the condition reads a variable that the body assigns: `do answer = await send(); while (!answer.ok)`. */
function goesOnByResult(ts: typeof TS, loop: TS.Node): boolean {
  if (!ts.isWhileStatement(loop) && !ts.isDoStatement(loop) && !ts.isForStatement(loop)) return false;
  const condition = ts.isForStatement(loop) ? loop.condition : loop.expression;
  if (!condition) return false;
  const read = new Set<string>();
  someNode(ts, condition, (node) => {
    if (ts.isIdentifier(node)) read.add(node.text);
    return false;
  });
  const isRead = (node: TS.Node): boolean => ts.isIdentifier(node) && read.has(node.text);
  return someNode(
    ts,
    loop.statement,
    (node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      someNode(ts, node.left, isRead),
  );
}

/** @returns the labels of a statement. */
export function labelsOf(ts: typeof TS, statement: TS.Node): readonly string[] {
  const labels: string[] = [];
  for (let outer = statement.parent; ts.isLabeledStatement(outer); outer = outer.parent) labels.push(outer.label.text);
  return labels;
}

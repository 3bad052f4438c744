import { walk } from "./walk";
import type TS from "typescript";
import { isAssignment, isStep } from "./bindings/assignments";
import { changingArrayMethods } from "./built-ins";

/** Writes that are visible in the syntax tree. */

const changing: ReadonlySet<string> = new Set([
  ...changingArrayMethods,
  ...["set", "add", "append", "delete", "clear", "assign"],
]);

/**
 * Calls `note` with each target that code assigns, deletes or mutates: `x`, `x.y`, and the receiver of `x.push(…)` with
 * the method's name.
 *
 * @param enter whether to visit the children of a node.
 */
export function findWrites(
  ts: typeof TS,
  root: TS.Node,
  note: (target: TS.Node, method?: string) => void,
  enter: (node: TS.Node) => boolean,
): void {
  walk(ts, root, {}, (node, outer) => {
    if (node === root) return outer;
    if (!enter(node)) return undefined;
    if (ts.isBinaryExpression(node) && isAssignment(ts, node)) noteTargets(ts, node.left, note);
    if (isStep(ts, node)) note(node.operand);
    if (ts.isDeleteExpression(node)) note(node.expression);
    if (ts.isCallExpression(node)) noteChanged(ts, node, note);
    return outer;
  });
}

/** Notes the target of an assignment; of a pattern, all nodes in it. */
function noteTargets(ts: typeof TS, left: TS.Node, note: (target: TS.Node) => void): void {
  if (!ts.isObjectLiteralExpression(left) && !ts.isArrayLiteralExpression(left)) {
    note(left);
    return;
  }
  walk(ts, left, {}, (node, outer) => {
    if (node !== left) note(node);
    return outer;
  });
}

function noteChanged(ts: typeof TS, node: TS.CallExpression, note: (target: TS.Node, method?: string) => void): void {
  if (!ts.isPropertyAccessExpression(node.expression) || !changing.has(node.expression.name.text)) return;
  const owner = node.expression.expression;
  const isSent = ts.isAwaitExpression(node.parent) || ts.isReturnStatement(node.parent);
  if (ts.isIdentifier(owner) && owner.text === "Object") for (const target of node.arguments.slice(0, 1)) note(target);
  // Clients have methods of these names, too. An awaited or returned call counts as one of theirs, which changes
  // nothing.
  else if (!isSent) note(owner, node.expression.name.text);
}

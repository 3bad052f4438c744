import type TS from "typescript";
import { noteAsked } from "../versions/asked";
import { capture, markOf, merge, refine, undo } from "../versions/environment";
import type { GuardId, ValueId } from "../graph";
import { type Build, revive, type State } from "../versions/state";
import { bindingOf } from "../versions/variables";

/** Ways that part by a condition and meet again. */

/** Walks several ways from here, and goes on where they meet. */
export function inBranches(build: Build, ways: readonly (() => void)[], node: TS.Node): void {
  const { guard } = build;
  const mark = markOf(build);
  const ends: State[] = [];
  for (const way of ways) {
    revive(build);
    build.guard = guard;
    way();
    if (!build.dead) ends.push(capture(build, mark));
    undo(build, mark);
  }
  merge(build, ends, mark, guard, node);
}

/** @returns the condition on the way to something, with one more. */
export function guardOf(build: Build, condition: ValueId, holds: boolean): GuardId {
  const id = build.guards.length;
  build.guards.push({ condition, holds, outer: build.guard });
  return id;
}

/**
 * Goes on where a condition holds, or does not.
 *
 * @param node the condition in the tree: variables that it mentions are known better from here on.
 */
export function whereHolds(build: Build, condition: ValueId, holds: boolean, node: TS.Expression | undefined): void {
  build.guard = guardOf(build, condition, holds);
  if (node) refineBy(build, condition, holds, node, 0);
}

/** Conditions in conditions are looked into so far. */
const deepestCondition = 12;

/** More variables of one condition are not told apart. */
const mostMentions = 8;

function refineBy(build: Build, condition: ValueId, holds: boolean, node: TS.Expression, depth: number): void {
  const { ts } = build;
  if (depth > deepestCondition) return;
  if (ts.isParenthesizedExpression(node)) {
    refineBy(build, condition, holds, node.expression, depth + 1);
    return;
  }
  if (refineParts(build, condition, holds, node, depth + 1)) return;
  noteAsked(build, condition, holds, node);
  const mentions: TS.Identifier[] = [];
  collectMentions(ts, node, mentions, 0);
  for (const each of mentions) {
    const binding = bindingOf(build, each);
    const held = binding && binding.kind !== "import" ? build.slots[binding.index] : undefined;
    if (held === undefined || held === -1) continue;
    const known = held >= 0 ? held : (build.thunks[-2 - held]?.value ?? -1);
    if (known >= 0) refine(build, known, condition, holds, node);
  }
}

/** @returns whether a condition is made of others of which each holds, or does not. */
function refineParts(build: Build, condition: ValueId, holds: boolean, node: TS.Expression, depth: number): boolean {
  const { ts } = build;
  const value = build.values[condition];
  if (value?.kind !== "operation") return false;
  const [first = -1, second = -1] = value.operands;
  if (value.operator === "!" && ts.isPrefixUnaryExpression(node)) {
    refineBy(build, first, !holds, node.operand, depth);
    return true;
  }
  if (value.operator !== (holds ? "&&" : "||") || !ts.isBinaryExpression(node)) return false;
  refineBy(build, first, holds, node.left, depth);
  refineBy(build, second, holds, node.right, depth);
  return true;
}

/** Collects the variables of which a condition asks something. */
function collectMentions(ts: typeof TS, node: TS.Expression, into: TS.Identifier[], depth: number): void {
  if (into.length >= mostMentions || depth > deepestCondition) return;
  const go = (inner: TS.Expression): void => {
    collectMentions(ts, inner, into, depth + 1);
  };
  if (ts.isIdentifier(node)) {
    if (!into.some(({ text }) => text === node.text)) into.push(node);
  } else if (ts.isBinaryExpression(node)) {
    go(node.left);
    go(node.right);
  } else if (ts.isPrefixUnaryExpression(node)) go(node.operand);
  else if (ts.isCallExpression(node)) {
    go(node.expression);
    for (const each of node.arguments) go(each);
  } else if (leadsOn(ts, node)) go(node.expression);
}

function leadsOn(ts: typeof TS, node: TS.Expression): node is TS.PropertyAccessExpression {
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isTypeOfExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

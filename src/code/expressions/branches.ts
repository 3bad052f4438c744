import type TS from "typescript";
import { noteAsked } from "../versions/asked";
import { capture, markOf, merge, refine, undo } from "../versions/environment";
import type { GuardId, ValueId } from "../graph";
import { type Build, revive, type State } from "../versions/state";
import { bindingOf } from "../versions/variables";

/** Branches and the joins after them. */

/** Walks several branches from this place, and continues where they meet. */
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

/** @returns a new guard: the condition, inside the current guard. */
export function guardOf(build: Build, condition: ValueId, holds: boolean): GuardId {
  const id = build.guards.length;
  build.guards.push({ condition, holds, outer: build.guard });
  return id;
}

/**
 * Continues where a condition holds, or fails.
 *
 * @param node the expression of the condition: variables and members that it tests are refined.
 */
export function whereHolds(build: Build, condition: ValueId, holds: boolean, node: TS.Expression | undefined): void {
  build.guard = guardOf(build, condition, holds);
  if (node) refineBy(build, condition, holds, node, 0);
}

/** Bound on nested conditions. */
const deepestCondition = 12;

/** Bound on the variables that one condition refines. */
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

/** @returns whether a condition consists of others that are now decided one by one: `!a`, and `a && b` where it holds. */
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

/** Collects the variables that a condition tests. */
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

import type TS from "typescript";
import type { Abstract, Arguments, CallNode, Closure, Frame } from "../domain/domain";
import { optionsOf } from "../domain/values";
import type { Machine } from "../machine";

/**
 * Whether a call need not be entered: nothing that it gives or does is part of a request, or its caller supplies nothing that is known to the
 * requests that it leads to, so that these are what the function sends when it runs by itself.
 */
export function isUnneeded(
  { ts, need }: Machine,
  frame: Frame,
  closure: Closure,
  self: Abstract | undefined,
  { values }: Arguments,
  node: CallNode,
): boolean {
  if (!need || !(ts.isCallExpression(node) || ts.isNewExpression(node))) return false;
  if (!need.hasCall(frame.file, node)) return true;
  if (need.gives(frame.file, node) || !need.leads(closure.file, closure.node) || isInner(ts, closure)) return false;
  if (self && suppliesSomething(self) && !isSameThis(frame, self)) return false;
  return !values.some(suppliesSomething);
}

/** A function within another one reads that one's variables, which are known here alone. */
function isInner(ts: typeof TS, { node }: Closure): boolean {
  for (let each: TS.Node = node.parent; !ts.isSourceFile(each); each = each.parent)
    if (ts.isFunctionLike(each)) return true;
  return false;
}

/** A method that calls another one of its instance is run by itself on the same. */
function isSameThis({ activation, self }: Frame, receiver: Abstract): boolean {
  const isOwn = activation.depth === 0 && receiver.kind === "reference" && self?.kind === "reference";
  return isOwn && self.cell === receiver.cell;
}

/** Whether more is known of a value than that there is one: a function that runs by itself knows that of its arguments. */
function suppliesSomething(value: Abstract): boolean {
  return optionsOf(value).some((option) => option.kind !== "unknown" || option.origin?.response !== undefined);
}

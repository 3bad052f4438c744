import type { Budget } from "../domain/context";
import type { CallNode, Closure, Frame, Root } from "../domain/domain";
import type { Machine } from "../machine";
import { newBudget } from "../domain/context";

/** What happens when the calls of all entry points together come near the file's bound. */

/**
 * @param parent the run whose functions are run by themselves, one after the other.
 * @param regular how many nodes an entry point may visit in functions that it calls.
 * @returns the same as long as half of the file's bound is left. What is left then is parted evenly among those that have not run, so that each
 *   reaches what it calls itself.
 */
export function budgetFor({ limits, pass }: Machine, parent: Root, regular: number): Budget {
  parent.begun = (parent.begun ?? 0) + 1;
  const left = limits.entered - pass.entered;
  if (left > limits.entered / 2) return newBudget(regular);
  let waiting = 1;
  for (let each: Root | undefined = parent; each; each = each.parent)
    waiting += Math.max(0, each.made.length - (each.begun ?? 0));
  const share = Math.max(1, Math.floor(left / waiting));
  return share < regular ? { ...newBudget(share), isShort: true } : newBudget(regular);
}

/** Notes a call of the entry point's own code. */
export function noteOwnCall({ context, recorder }: Machine, { activation }: Frame, node: CallNode): void {
  if (activation.depth === 0) context.budget.call = { node, before: recorder.begin() };
}

/**
 * Notes that a function is not entered. Requests of this entry point may be missing, unless the call that led here has sent some: of the whole
 * file if the file's bound is the reason, else of that call.
 */
export function noteNotEntered(machine: Machine, frame: Frame, closure: Closure, node: CallNode): void {
  const { context, limits, pass, recorder, reachability } = machine;
  if (!reachability.of(closure.file).leadsToRequest(closure.node)) return;
  const { budget } = context;
  const { call } = budget;
  const isOwn = frame.activation.depth === 0;
  if (!isOwn && call && recorder.hasSent(call.before)) return;
  const isShort = pass.entered > limits.entered || (budget.isShort === true && budget.spent > budget.allowance);
  if (isShort) pass.gaveUpWork = true;
  else pass.cutCalls.add(isOwn ? node : (call?.node ?? node));
}

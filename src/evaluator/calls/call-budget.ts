import type TS from "typescript";
import { type Budget, newBudget } from "../domain/budgets";
import type { CallNode, Closure, Frame, Root } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Program } from "../program";

/** Which calls the bounds cut short, who is told, and how what is left is parted when all entry points together come near the file's bound. */

/**
 * @param parent the run whose functions are run by themselves, one after the other.
 * @param regular how many nodes an entry point may visit in functions that it calls.
 * @returns the same as long as half of the file's bound is left. What is left then is parted evenly among those that have not run, so that each
 *   reaches what it calls itself.
 */
export function budgetFor({ pass: { limits, run } }: Program, parent: Root, regular: number): Budget {
  parent.begun = (parent.begun ?? 0) + 1;
  const left = limits.entered - run.entered;
  if (left > limits.entered / 2) return newBudget(regular);
  let waiting = 1;
  for (let each: Root | undefined = parent; each; each = each.parent)
    waiting += Math.max(0, each.made.length - (each.begun ?? 0));
  const share = Math.max(1, Math.floor(left / waiting));
  return share < regular ? { ...newBudget(share), isShort: true } : newBudget(regular);
}

/**
 * Whether a function is not entered: nothing is left of what the entry point may visit, or what is left is for functions that lead to requests.
 *
 * @param apart the body of a function that is not part of the code around its call: one that alone would visit several times as many nodes as all
 *   that the entry point calls may is left to its own run.
 */
export function isBeyondBounds(program: Program, { file, node }: Closure, apart: TS.Node | undefined): boolean {
  const { allowance } = program.run.context.budget;
  return (
    program.run.isExhausted() ||
    (program.run.isReserved() && !program.reachability.of(file).leadsToRequest(node)) ||
    (apart !== undefined && apart.end - apart.pos > bounds.charactersPerAllowed * allowance)
  );
}

/** Notes a call of the entry point's own code. */
export function noteOwnCall({ pass, run }: Program, { activation }: Frame, node: CallNode): void {
  if (activation.depth === 0) run.context.budget.call = { node, before: pass.recorder.begin() };
}

/**
 * Notes that a function is not entered. Requests of this entry point may be missing, unless the call that led here has sent some: of the whole
 * file if the file's bound is the reason, else of that call.
 */
export function noteNotEntered(program: Program, frame: Frame, closure: Closure, node: CallNode): void {
  const { pass, reachability, run } = program;
  const { limits, recorder } = pass;
  if (!reachability.of(closure.file).leadsToRequest(closure.node)) return;
  const { budget } = run.context;
  const { call } = budget;
  const isOwn = frame.activation.depth === 0;
  if (!isOwn && call && recorder.hasSent(call.before)) return;
  const isShort = run.entered > limits.entered || (budget.isShort === true && budget.spent > budget.allowance);
  if (isShort) pass.gaveUpWork = true;
  else pass.cutCalls.add(isOwn ? node : (call?.node ?? node));
}

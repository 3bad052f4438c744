import type { Machine } from "../machine";
import type { Attempt } from "../models/recorder";
import type { CallNode, Closure } from "./domain";

/** What an entry point may spend in functions that it calls, and what a call needs of that. */

/** What a budget has to allow, so that no call is cut short: how much was spent when a function was entered, at most. */
export interface Needs {
  readonly any: number;
  /** When one was entered that leads to no request. */
  readonly quiet: number;
}

/** How many nodes an entry point may visit in functions that it calls. */
export interface Budget {
  readonly allowance: number;
  spent: number;
  needs: Needs;
  /** It is a share of what is left of the file's bound. */
  readonly isShort?: true;
  /** The last call of the entry point's own code, and what had been sent before it. */
  call?: { readonly node: CallNode; readonly before: Attempt };
}

const nothing: Needs = { any: 0, quiet: 0 };

export function newBudget(allowance: number): Budget {
  return { allowance, spent: 0, needs: nothing };
}

/** Notes that a function is entered. */
export function noteEntered({ context: { budget }, reachability }: Machine, { file, node }: Closure): void {
  const { spent, needs } = budget;
  if (spent <= needs.quiet) return;
  const isQuiet = !reachability.of(file).leadsToRequest(node);
  if (isQuiet || spent > needs.any) noteNeeds(budget, { any: spent, quiet: isQuiet ? spent : 0 });
}

/** Notes that a call is answered by a summary: what it would need if it ran. */
export function noteRepeated({ context: { budget } }: Machine, { any, quiet }: Needs): void {
  noteNeeds(budget, { any: budget.spent + any, quiet: budget.spent + quiet });
}

function noteNeeds(budget: Budget, { any, quiet }: Needs): void {
  const { needs } = budget;
  budget.needs = { any: Math.max(needs.any, any), quiet: Math.max(needs.quiet, quiet) };
}

/** Runs a call. @returns its result, and what it needs by itself. */
export function measured<T>(
  { context: { budget } }: Machine,
  run: () => T,
): { readonly result: T; readonly needs: Needs } {
  const { spent, needs } = budget;
  budget.needs = { any: spent, quiet: -Infinity };
  const result = run();
  const { any, quiet } = budget.needs;
  noteNeeds(budget, needs);
  return { result, needs: { any: any - spent, quiet: quiet - spent } };
}

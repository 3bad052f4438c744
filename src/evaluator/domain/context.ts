import type TS from "typescript";
import type { Attempt } from "../models/recorder";
import type { Machine } from "../machine";
import type { CallNode, Closure, Root } from "./domain";

/** The context of the running code. It is immutable: `within` of the machine replaces it as a whole, and restores it. */
export interface Context {
  /** The entry point whose code runs. */
  readonly root: Root;
  readonly timeline: Timeline;
  /** A branch, loop or handler surrounds the code, so that it may not run. */
  readonly conditional: boolean;
  /** The call around, or the one that runs, which calls one of several values. */
  readonly choosing?: TS.Node | undefined;
  readonly budget: Budget;
  /** How many loops around look for a start that holds for all their rounds. */
  readonly searching: number;
}

/** Whether the code that runs may run later than the code around it. */
export interface Timeline {
  /**
   * Set after the first `await` of an async function whose result nobody awaits: other code may have run since this time. The rest of the
   * function shares the timeline, so that an `await` within an expression counts for the code after it.
   */
  since: number | undefined;
}

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
  budget.needs = { any: spent, quiet: spent };
  const result = run();
  const { any, quiet } = budget.needs;
  noteNeeds(budget, needs);
  return { result, needs: { any: any - spent, quiet: quiet - spent } };
}

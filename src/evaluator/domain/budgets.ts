import type { CallNode } from "./domain";

/** What an entry point may spend in functions that it calls. */

/** The point to return to when a part of a run is abandoned. */
export interface Attempt {
  readonly sent: number;
}

/** How many nodes an entry point may visit in functions that it calls. */
export interface Budget {
  readonly allowance: number;
  spent: number;
  /** It is a share of what is left of the file's bound. */
  readonly isShort?: true;
  /** The last call of the entry point's own code, and what had been sent before it. */
  call?: { readonly node: CallNode; readonly before: Attempt };
}

export function newBudget(allowance: number): Budget {
  return { allowance, spent: 0 };
}

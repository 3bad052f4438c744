import type { Root } from "./domain";

/** What surrounds the code that runs. A context is never changed: `within` of the machine exchanges it as a whole, and brings it back. */
export interface Context {
  /** The entry point whose code runs. */
  readonly root: Root;
  readonly timeline: Timeline;
  /** A branch, loop or handler surrounds the code, so that it may not run. */
  readonly conditional: boolean;
  readonly budget: Budget;
}

/** Whether the code that runs may run later than the code around it. */
export interface Timeline {
  /**
   * Set after the first `await` of an async function whose result nobody awaits: other code may have run since this time. The rest of the
   * function shares the timeline, so that an `await` inside of an expression counts for what follows it.
   */
  since: number | undefined;
}

/** How many nodes an entry point may visit in functions that it calls. */
export interface Budget {
  readonly allowance: number;
  spent: number;
}

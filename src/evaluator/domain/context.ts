import type TS from "typescript";
import type { Budget } from "./budgets";
import type { Root } from "./domain";

/** The context of the running code. It is immutable: `Run.within` replaces it, and restores it. */
export interface Context {
  /** The entry point whose code runs. */
  readonly root: Root;
  readonly timeline: Timeline;
  /** A branch, loop or handler surrounds the code, so that it may not run. */
  readonly conditional: boolean;
  /** The call around, or the one that runs, which calls one of several values. */
  readonly choosing?: TS.Node | undefined;
  /** A call in whose arguments the code stands is made once for each alternative of a variable: calls in there are not, which would multiply them. */
  readonly isPartitioned?: boolean | undefined;
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

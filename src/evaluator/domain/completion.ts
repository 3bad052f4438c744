import type { Abstract } from "./domain";
import type { Slot } from "./slots";

/** How statements complete abruptly: the target of the jump, and the writes before it. */

/** How a statement completes, if not normally. */
export type Completion =
  | { readonly kind: "return"; readonly value: Abstract }
  | { readonly kind: "throw" }
  | { readonly kind: "break" | "continue"; readonly label: string | undefined };

/** The target of `break` and `continue`. */
export interface JumpTarget {
  readonly kind: "loop" | "switch" | "block";
  readonly labels: readonly string[];
  readonly checkpoint: number;
  readonly exits: Exit[];
}

/** An abrupt completion, with the writes before it. */
export interface Exit {
  readonly completion: Completion;
  readonly delta: Delta;
}

/** The contents of the slots that were written on a path. */
export type Delta = ReadonlyMap<Slot<unknown>, unknown>;

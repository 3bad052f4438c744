import type { Abstract } from "../domain/domain";
import type { Slot } from "../domain/slots";

/** How statements end other than at their end: where they go, and what was written before. */

/** What a statement does where it does not end at its end. */
export type Completion =
  | { readonly kind: "return"; readonly value: Abstract }
  | { readonly kind: "throw" }
  | { readonly kind: "break" | "continue"; readonly label: string | undefined };

/** What `break` and `continue` go to. */
export interface JumpTarget {
  readonly kind: "loop" | "switch" | "block";
  readonly labels: readonly string[];
  readonly checkpoint: number;
  readonly exits: Exit[];
}

/** A completion that leaves early, with what had been written by then. */
export interface Exit {
  readonly completion: Completion;
  readonly delta: Delta;
}

/** The contents of the slots that were written on a path. */
export type Delta = ReadonlyMap<Slot<unknown>, unknown>;

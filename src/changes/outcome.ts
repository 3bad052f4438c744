import type { ReadPosition } from "../usage/usage";

/** The effect of a change on a call. */
export type Outcome =
  | { readonly kind: "hit"; readonly at?: ReadPosition }
  | { readonly kind: "spared" }
  /** The call may be hit; not enough is known of it. */
  | { readonly kind: "unknown"; readonly reason: string; readonly at?: ReadPosition };

export const hit: Outcome = { kind: "hit" };
export const spared: Outcome = { kind: "spared" };

/** @returns an unknown outcome with its reason. */
export function notKnown(reason: string, at?: ReadPosition): Outcome {
  return { kind: "unknown", reason, ...(at && { at }) };
}

const order: readonly Outcome["kind"][] = ["spared", "unknown", "hit"];

/** @returns the worse of two outcomes, for a change at several places of a call. */
export function worse(one: Outcome | undefined, other: Outcome): Outcome {
  return one && order.indexOf(one.kind) >= order.indexOf(other.kind) ? one : other;
}

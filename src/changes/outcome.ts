import type { ReadPosition } from "../usage/usage";

/** What a change means to a call. */
export type Outcome =
  | { readonly kind: "hit"; readonly at?: ReadPosition }
  | { readonly kind: "spared" }
  /** It may be hit: not enough is known of the call. */
  | { readonly kind: "unknown"; readonly reason: string; readonly at?: ReadPosition };

export const hit: Outcome = { kind: "hit" };
export const spared: Outcome = { kind: "spared" };

/** @returns an outcome that nobody knows, with the reason. */
export function notKnown(reason: string, at?: ReadPosition): Outcome {
  return { kind: "unknown", reason, ...(at && { at }) };
}

const order: readonly Outcome["kind"][] = ["spared", "unknown", "hit"];

/** @returns the outcome that counts where a change is met at several places of a call. */
export function worse(one: Outcome | undefined, other: Outcome): Outcome {
  return one && order.indexOf(one.kind) >= order.indexOf(other.kind) ? one : other;
}

import { item } from "./item";
import type { ValueId } from "./graph";
import type { ValueNode } from "./values";

/** Bound on the wrappers removed from one value. A value with more counts as a different one. */
const mostAround = 20;

/** @returns a value without its names, types, refinements and `await`. */
export function bareOf(values: readonly ValueNode[], id: ValueId): ValueId {
  let current = id;
  for (let count = 0; count < mostAround; count += 1) {
    const node = item(values, current);
    if (node.kind !== "refined" && node.kind !== "named" && node.kind !== "typed" && node.kind !== "await") break;
    current = node.value;
  }
  return current;
}

import type TS from "typescript";
import type { Value } from "../../value/value";
import { type Native } from "../models/native";

/** Which natives are alike: each run of a call makes a new one, and those of the same call with the same arguments do the same. */

interface Making {
  readonly node: TS.Node;
  readonly arguments: readonly Value[];
  written?: string;
}

const makings = new WeakMap<Native, Making>();

/** Notes that a call gives a native, if it does and the native is its own. */
export function noteMade(native: Native | undefined, node: TS.Node, args: readonly Value[]): void {
  if (native && !makings.has(native)) makings.set(native, { node, arguments: args });
}

/** Whether two natives do the same. */
export function sameNative(left: Native, right: Native): boolean {
  if (left === right) return true;
  const one = makings.get(left);
  const other = makings.get(right);
  return one && other
    ? one.node === other.node &&
        left.label === right.label &&
        left.steps === right.steps &&
        written(one) === written(other)
    : false;
}

/** What says where a value stands and which unknown one it is: two that are not known are alike for what can be said of them. */
const places = new Set(["range", "keyRange", "elsewhere", "handle", "offsets", "identity"]);

function written(making: Making): string {
  making.written ??= JSON.stringify(making.arguments, (key, value: unknown) => (places.has(key) ? undefined : value));
  return making.written;
}

import type TS from "typescript";
import type { Value } from "../../value/value";
import { type Native } from "../../clients/native";

/** Tells which natives are alike. Each run of a call makes a new native; those of one call with equal arguments behave the same. */

interface Making {
  readonly node: TS.Node;
  readonly arguments: readonly Value[];
  written?: string;
}

const makings = new WeakMap<Native, Making>();

/** Notes the native that a call gives, if the call itself makes it. */
export function noteMade(native: Native | undefined, node: TS.Node, args: readonly Value[]): void {
  if (!native || makings.has(native)) return;
  makings.set(native, { node, arguments: args });
}

/** Whether two natives do the same. */
export function sameNative(left: Native, right: Native): boolean {
  if (left === right) return true;
  const one = makings.get(left);
  const other = makings.get(right);
  return one && other
    ? one.node === other.node &&
        left.label === right.label &&
        left.chainLength === right.chainLength &&
        written(one) === written(other)
    : false;
}

/** Natives that stand for any of several. */
const joined = new WeakMap<Native, readonly Native[]>();

/** @returns a native that stands for any of several, if they can be joined. */
export function joinNatives([first, ...others]: readonly Native[]): Native | undefined {
  const native = first?.join?.(others);
  if (first && native) joined.set(native, [first, ...others]);
  return native;
}

/** @returns whether a native allows for all that another does. */
export function allowsForNative(upper: Native, lower: Native): boolean {
  const several = joined.get(lower);
  const allowed = joined.get(upper) ?? [];
  const isAllowed = (native: Native): boolean => allowed.some((each) => sameNative(each, native));
  return isAllowed(lower) || (several?.every(isAllowed) ?? false);
}

/** Keys that are left out of the comparison: a value's place, and the identity of an unknown value. Two unknown values count as alike. */
const places = new Set(["range", "keyRange", "elsewhere", "handle", "offsets", "identity"]);

function written(making: Making): string {
  making.written ??= JSON.stringify(making.arguments, (key, value: unknown) => (places.has(key) ? undefined : value));
  return making.written;
}

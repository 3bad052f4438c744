import type { FunctionId, ValueId } from "../../code/graph";
import { addToSet } from "../../text/groups";

/** What a value may be, relative to the object that a hook gets. Names are those of the probe's members; `anyOther` is the object itself. */
export interface Parts {
  /** The member itself, as it was passed in. */
  readonly same: Set<string>;
  /** Something reachable from the member. */
  readonly within: Set<string>;
  /** Objects that the hook creates, by the member of which they are copies; `none` for objects that are no copies. */
  readonly made: Map<string, Made>;
  readonly functions: Set<FunctionId>;
  /** The function that continues the chain (`next`). */
  isNext: boolean;
  isRejected: boolean;
  isScalar: boolean;
  /** An unknown value. */
  isOther: boolean;
}

/** An object that the hook creates. */
export interface Made {
  /** Assigned values by key; {@link gone} for a value outside the graph. */
  readonly keys: Map<string, Set<ValueId>>;
  /** Members of which anything reachable may be in it. */
  readonly holds: Set<string>;
  /** Any key may have any value. */
  any: boolean;
}

export const none = "";
/** A deleted member, or a value that is not followed. */
export const gone: ValueId = -1;
/** The key of elements with an unknown index. */
export const somewhere = "*";

export function noParts(): Parts {
  return {
    same: new Set(),
    within: new Set(),
    made: new Map(),
    functions: new Set(),
    isNext: false,
    isRejected: false,
    isScalar: false,
    isOther: false,
  };
}

export function otherParts(): Parts {
  return { ...noParts(), isOther: true };
}

export function scalarParts(): Parts {
  return { ...noParts(), isScalar: true };
}

/** @returns the created object that copies a member, added if the value has none. */
export function madeOf(parts: Parts, of: string): Made {
  const known = parts.made.get(of);
  if (known) return known;
  const made: Made = { keys: new Map(), holds: new Set(), any: false };
  parts.made.set(of, made);
  return made;
}

export function putInto(made: Made, key: string, value: ValueId): void {
  addToSet(made.keys, key, value);
}

export function addMade(into: Made, { keys, holds, any }: Made): void {
  for (const [key, values] of keys) for (const value of values) putInto(into, key, value);
  for (const name of holds) into.holds.add(name);
  into.any ||= any;
}

/** Adds the possibilities of another value. */
export function addParts(into: Parts, from: Parts): void {
  for (const name of from.same) into.same.add(name);
  for (const name of from.within) into.within.add(name);
  for (const [of, made] of from.made) addMade(madeOf(into, of), made);
  for (const id of from.functions) into.functions.add(id);
  into.isNext ||= from.isNext;
  into.isRejected ||= from.isRejected;
  into.isScalar ||= from.isScalar;
  into.isOther ||= from.isOther;
}

export function copyOf(parts: Parts): Parts {
  const copy = noParts();
  addParts(copy, parts);
  return copy;
}

/** @returns the number of known possibilities. It grows in each round until the fixpoint. */
export function sizeOf({ same, within, made, functions, ...flags }: Parts): number {
  let size = same.size + within.size + functions.size;
  for (const { keys, holds, any } of made.values()) {
    size += 1 + holds.size + (any ? 1 : 0);
    for (const values of keys.values()) size += 1 + values.size;
  }
  for (const flag of Object.values(flags)) if (flag) size += 1;
  return size;
}

/** @returns whether a value is surely an object, neither nullish nor a scalar. */
export function isSurelyObject(parts: Parts, isObject: (name: string) => boolean): boolean {
  if (parts.isOther || parts.isScalar || parts.within.size > 0 || parts.isNext || parts.isRejected) return false;
  return parts.same.size + parts.made.size > 0 && [...parts.same].every(isObject);
}

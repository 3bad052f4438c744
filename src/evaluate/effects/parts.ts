import type { FunctionId, ValueId } from "../../code/graph";
import { addToSet } from "../../text/groups";

/** What a value may be of the object that a function is given: the names are those of the probe's members, `anyOther` is the object itself. */
export interface Parts {
  /** It is that very member, as it was given. */
  readonly same: Set<string>;
  /** Something that the member reaches. */
  readonly within: Set<string>;
  /** Objects that the function makes, by what they are copies of; `none` for those that are none. */
  readonly made: Map<string, Made>;
  readonly functions: Set<FunctionId>;
  /** The function by which it goes on. */
  isNext: boolean;
  isRejected: boolean;
  isScalar: boolean;
  /** Something else, of which nothing is known. */
  isOther: boolean;
}

/** An object that the function makes. */
export interface Made {
  /** What was put there: {@link gone} where something else than a value of the graph is. */
  readonly keys: Map<string, Set<ValueId>>;
  /** Whatever may be there besides: anything that these members reach. */
  readonly holds: Set<string>;
  /** Anything may have been put anywhere. */
  any: boolean;
}

/** An object that is no copy. */
export const none = "";
/** A member that was taken out, or whose value is not followed. */
export const gone: ValueId = -1;
/** The key of elements whose place is not known. */
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

/** @returns the object of a kind that a value may be, which is made if there is none. */
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

/** Adds what another value may be. */
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

/** @returns how much is known to be possible: it grows from round to round until all is found. */
export function sizeOf({ same, within, made, functions, ...flags }: Parts): number {
  let size = same.size + within.size + functions.size;
  for (const { keys, holds, any } of made.values()) {
    size += 1 + holds.size + (any ? 1 : 0);
    for (const values of keys.values()) size += 1 + values.size;
  }
  for (const flag of Object.values(flags)) if (flag) size += 1;
  return size;
}

/** Whether it is surely an object, and so neither nothing nor a scalar. */
export function isSurelyObject(parts: Parts, isObject: (name: string) => boolean): boolean {
  if (parts.isOther || parts.isScalar || parts.within.size > 0 || parts.isNext || parts.isRejected) return false;
  return parts.same.size + parts.made.size > 0 && [...parts.same].every(isObject);
}

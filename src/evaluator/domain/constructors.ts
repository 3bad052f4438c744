import type {
  Abstract,
  Alternatives,
  Builtin,
  Callable,
  Cell,
  Closure,
  Field,
  HolePart,
  KnownPart,
  NativeValue,
  Never,
  Part,
  Place,
  Reference,
  Scalar,
  Text,
  Unknown,
} from "./domain";
import type { Native } from "../../clients/native";
import type { Origin } from "../../value/value";

/**
 * Constructors of abstract values and their parts.
 *
 * Each writes all members of its kind, in one order: objects of one shape are read and copied several times faster than objects of which each has
 * the members that it needs. The types have no optional members, so the compiler finds a value that is made without some.
 */

let identities = 0;

/** @returns a number that no other unknown value has. */
export function freshIdentity(): number {
  identities += 1;
  return identities;
}

/** What may be said of an unknown value when it is made. */
export type AboutUnknown = {
  readonly [Name in keyof Omit<Unknown, "kind" | "reason" | "place">]?: Unknown[Name] | undefined;
};

const nothing: AboutUnknown = {};

/** @returns an unknown value. It has an identity of its own, if it is not given one. */
export function unknown(reason: string, place: Place, about: AboutUnknown = nothing): Unknown {
  return {
    kind: "unknown",
    place,
    origin: about.origin,
    promise: about.promise,
    settles: about.settles,
    reason,
    is: about.is,
    identity: about.identity ?? freshIdentity(),
    truth: about.truth,
    nullish: about.nullish,
    pointsTo: about.pointsTo,
    any: about.any,
    index: about.index,
    typed: about.typed,
    member: about.member,
  };
}

/** @param written a number as written. */
export function scalar(value: Scalar["value"], place: Place, written?: string): Scalar {
  return { kind: "scalar", place, origin: undefined, promise: undefined, settles: undefined, value, text: written };
}

/** @returns the text that is made of some parts. */
export function textFrom(parts: readonly Part[], place: Place, json?: Text["json"]): Text {
  return { kind: "text", place, origin: undefined, promise: undefined, settles: undefined, parts, json };
}

/** @returns a text that is fully known. */
export function text(value: string, place: Place): Text {
  return textFrom(value === "" ? [] : [knownPart(value, place)], place);
}

export function knownPart(value: string, place: Place, offsets?: readonly number[]): KnownPart {
  return { kind: "text", text: value, offsets, place };
}

/** @param encoded whether it is percent-encoded as one piece. */
export function holePart(value: Abstract, encoded?: true): HolePart {
  return { kind: "hole", value, encoded };
}

export function reference(cell: Cell, place: Place): Reference {
  return { kind: "reference", place, origin: undefined, promise: undefined, settles: undefined, cell };
}

export function callable(target: Closure | Builtin, place: Place): Callable {
  return { kind: "callable", place, origin: undefined, promise: undefined, settles: undefined, target };
}

export function nativeValue(native: Native, place: Place, origin?: Origin): NativeValue {
  return { kind: "native", place, origin, promise: undefined, settles: undefined, native };
}

/** @param settles requests that have been answered when any of the options, a promise, settles. */
export function alternatives(options: readonly Abstract[], place: Place, settles?: readonly number[]): Alternatives {
  return { kind: "alternatives", place, origin: undefined, promise: undefined, settles, options };
}

export function never(place: Place): Never {
  return { kind: "never", place, origin: undefined, promise: undefined, settles: undefined };
}

/** @returns a member that has a value and no accessors. */
export function fieldOf(value: Abstract, keyPlace: Place, presence: Field["presence"] = "always"): Field {
  return {
    value,
    presence,
    keyPlace,
    getter: undefined,
    setter: undefined,
    maybeGetter: undefined,
    unordered: undefined,
  };
}

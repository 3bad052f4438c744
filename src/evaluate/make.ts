import type { Native } from "../clients/native";
import type { Origin } from "../value/value";
import type {
  Abstract,
  Accessor,
  Alternatives,
  ArrayValue,
  Builtin,
  BuiltinValue,
  Element,
  Entry,
  HolePart,
  KnownPart,
  NativeValue,
  Never,
  ObjectValue,
  Part,
  Place,
  Scalar,
  Single,
  Text,
  Unknown,
} from "./domain";

/** Constructors of abstract values. Each assigns properties in one order, so that all objects of a kind share one hidden class. */

let identities = 0;

/** @returns a new identity. */
export function freshIdentity(): number {
  identities += 1;
  return identities;
}

type About = Partial<Omit<Unknown, "kind" | "reason" | "place">>;

/** @returns an unknown value. It gets a new identity unless `about` has one. */
export function unknown(reason: string, place: Place, about: About = {}): Unknown {
  return { kind: "unknown", place, reason, identity: about.identity ?? freshIdentity(), ...about };
}

/** @param written the number as written in the source. */
export function scalar(value: Scalar["value"], place: Place, written?: string): Scalar {
  return { kind: "scalar", place, value, text: written };
}

export function textFrom(parts: readonly Part[], place: Place): Text {
  return { kind: "text", place, parts };
}

/** @returns the text that `JSON.stringify` returns for a value. */
export function jsonText(json: Abstract, place: Place): Text {
  return { kind: "text", place, parts: [], json };
}

/** @returns a text without holes. */
export function text(value: string, place: Place): Text {
  return textFrom(value === "" ? [] : [knownPart(value, place)], place);
}

export function knownPart(value: string, place: Place, offsets?: readonly number[]): KnownPart {
  return { kind: "text", text: value, offsets, place };
}

/** @returns a text that the program computes, so that no source range contains it. */
export function computedText(value: string, place: Place): Text {
  return textFrom(value === "" ? [] : [computedPart(value, place)], place);
}

export function computedPart(value: string, place: Place): KnownPart {
  return { kind: "text", text: value, offsets: undefined, place, computed: true };
}

/** @param encoded the value is percent-encoded as one piece. */
export function holePart(value: Abstract, encoded?: true): HolePart {
  return { kind: "hole", value, encoded };
}

type AboutObject = Partial<Omit<ObjectValue, "kind" | "members" | "place">>;

export function objectOf(members: ReadonlyMap<string, Entry>, place: Place, about: AboutObject = {}): ObjectValue {
  return {
    ...about,
    kind: "object",
    place,
    members,
    open: about.open,
    spreads: about.spreads ?? [],
    identity: about.identity ?? freshIdentity(),
  };
}

type AboutArray = Partial<Omit<ArrayValue, "kind" | "elements" | "place">>;

export function arrayOf(elements: readonly Element[], place: Place, about: AboutArray = {}): ArrayValue {
  return {
    ...about,
    kind: "array",
    place,
    elements,
    open: about.open,
    sources: about.sources ?? [],
    identity: about.identity ?? freshIdentity(),
  };
}

/** @returns a member with a known value. */
export function entry(value: Abstract, keyPlace: Place, presence: Entry["presence"] = "always"): Entry {
  return { value, presence, keyPlace };
}

/** @returns a member that is evaluated at the first read. */
export function lazyEntry(
  evaluate: () => Abstract,
  keyPlace: Place,
  presence: Entry["presence"] = "always",
  accessor?: Accessor,
): Entry {
  const read = onceRead(evaluate);
  return {
    get value() {
      return read();
    },
    presence,
    keyPlace,
    accessor,
  };
}

/** Counts the bounded evaluations that have ended and were cut: what was cut in one may be known in the next. */
let cutFrames = 0;

/** Must be called when a bounded evaluation ends in which values were cut. */
export function endCutFrame(): void {
  cutFrames += 1;
}

/**
 * @returns a memo of `evaluate`. A value that was cut is stored until the bounded evaluation ends: members of joined versions read each other, and would be
 *   evaluated twice as often at each join.
 */
function onceRead(evaluate: () => Abstract): () => Abstract {
  let known: Abstract | undefined;
  let cutIn: number | undefined;
  return () => {
    if (known && (cutIn === undefined || cutIn === cutFrames)) return known;
    known = evaluate();
    const options = known.kind === "alternatives" ? known.options : [known];
    cutIn = options.some((option) => option.kind === "unknown" && option.cut) ? cutFrames : undefined;
    return known;
  };
}

/** @returns an element that is evaluated at the first read. */
export function lazyElement(evaluate: () => Abstract, presence: Element["presence"] = "always"): Element {
  const read = onceRead(evaluate);
  return {
    get value() {
      return read();
    },
    presence,
  };
}

export function nativeValue(native: Native, place: Place, origin?: Origin): NativeValue {
  return { kind: "native", place, origin, native };
}

export function builtinValue(builtin: Builtin, place: Place, self?: Abstract): BuiltinValue {
  return { kind: "builtin", place, builtin, self };
}

export function alternativesOf(options: readonly Single[], place: Place): Alternatives {
  return { kind: "alternatives", place, options };
}

export function never(place: Place): Never {
  return { kind: "never", place };
}

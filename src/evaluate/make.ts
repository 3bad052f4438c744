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

/** Constructors of abstract values. Each writes its members in one order, so that objects of a kind have one shape. */

let identities = 0;

/** @returns a number that no other value has. */
export function freshIdentity(): number {
  identities += 1;
  return identities;
}

type About = Partial<Omit<Unknown, "kind" | "reason" | "place">>;

/** @returns an unknown value, with an identity of its own if it is given none. */
export function unknown(reason: string, place: Place, about: About = {}): Unknown {
  return { kind: "unknown", place, reason, identity: about.identity ?? freshIdentity(), ...about };
}

/** @param written a number as written. */
export function scalar(value: Scalar["value"], place: Place, written?: string): Scalar {
  return { kind: "scalar", place, value, text: written };
}

/** @returns the text that is made of some parts. */
export function textFrom(parts: readonly Part[], place: Place): Text {
  return { kind: "text", place, parts };
}

/** @returns the text that `JSON.stringify` gives for a value. */
export function jsonText(json: Abstract, place: Place): Text {
  return { kind: "text", place, parts: [], json };
}

/** @returns a text that is fully known. */
export function text(value: string, place: Place): Text {
  return textFrom(value === "" ? [] : [knownPart(value, place)], place);
}

export function knownPart(value: string, place: Place, offsets?: readonly number[]): KnownPart {
  return { kind: "text", text: value, offsets, place };
}

/** @returns a text that the program computes, written nowhere. */
export function computedText(value: string, place: Place): Text {
  return textFrom(value === "" ? [] : [computedPart(value, place)], place);
}

export function computedPart(value: string, place: Place): KnownPart {
  return { kind: "text", text: value, offsets: undefined, place, computed: true };
}

/** @param encoded whether it is percent-encoded as one piece. */
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

/** @returns a member that is there, with a value that is known already. */
export function entry(value: Abstract, keyPlace: Place, presence: Entry["presence"] = "always"): Entry {
  return { value, presence, keyPlace };
}

/** @returns a member whose value is evaluated when it is first read. */
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

/** @returns what evaluates a value when it is first read, and again where it was cut. */
function onceRead(evaluate: () => Abstract): () => Abstract {
  let known: Abstract | undefined;
  return () => {
    if (known) return known;
    const value = evaluate();
    const options = value.kind === "alternatives" ? value.options : [value];
    if (!options.some((option) => option.kind === "unknown" && option.cut)) known = value;
    return value;
  };
}

/** @returns an element whose value is evaluated when it is first read. */
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

import { limits } from "./limits";
import { alternativesOf, never, textFrom, unknown } from "./make";
import type { Abstract, Assumptions, Part, Place, Single, Scalar, Text, Unknown } from "./domain";

/** Joins of abstract values, and predicates over them. */

/** @returns the options of a value: itself, if it is a single one. */
export function optionsOf(value: Abstract): readonly Single[] {
  return value.kind === "alternatives" ? value.options : value.kind === "never" ? [] : [value];
}

/** @returns the value as data: a stand-in, known by its declared type alone, becomes its unknown value. */
export function dataOf(value: Single): Single {
  return value.kind === "object" && value.outside ? value.outside.value : value;
}

/** @returns the whole string, if it has no hole. */
export function plainText(value: Abstract | undefined): string | undefined {
  if (value?.kind !== "text" || value.json) return undefined;
  let whole = "";
  for (const part of value.parts) {
    if (part.kind === "hole") return undefined;
    whole += part.text;
  }
  return whole;
}

/** @returns the primitive that a value surely is. It is boxed, because the primitive may be `undefined`. */
export function primitiveOf(value: Abstract): { readonly value: Scalar["value"] | string } | undefined {
  if (value.kind === "scalar") return { value: value.value };
  const whole = plainText(value);
  return whole === undefined ? undefined : { value: whole };
}

/** @returns whether all options are primitives, which no code can change. */
export function isPrimitive(value: Abstract): boolean {
  return optionsOf(value).every(({ kind }) => kind === "text" || kind === "scalar");
}

export function isUndefined(value: Abstract | undefined): boolean {
  return value?.kind === "scalar" && value.value === undefined;
}

type Comparisons = {
  readonly [Kind in Single["kind"]]: (
    left: Extract<Single, { kind: Kind }>,
    right: Extract<Single, { kind: Kind }>,
  ) => boolean;
};

const comparisons: Comparisons = {
  scalar: (left, right) => Object.is(left.value, right.value),
  text: (left, right) => left.json === right.json && haveSameParts(left.parts, right.parts),
  object: (left, right) =>
    left.identity === right.identity && left.members === right.members && left.open === right.open,
  array: (left, right) =>
    left.identity === right.identity && left.elements === right.elements && left.open === right.open,
  function: (left, right) =>
    left.file === right.file &&
    left.function === right.function &&
    left.context === right.context &&
    left.self === right.self,
  class: (left, right) => left.file === right.file && left.class === right.class && left.context === right.context,
  native: (left, right) => left.native === right.native,
  builtin: (left, right) => left.builtin === right.builtin && left.self === right.self,
  module: (left, right) => left.file === right.file,
  unknown: (left, right) => left.identity === right.identity && left.changed === right.changed,
};

/** @returns whether two values are surely the same at run time. */
export function isSame(left: Abstract, right: Abstract): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || left.kind === "alternatives" || left.kind === "never") return false;
  return (comparisons[left.kind] as (left: Single, right: Single) => boolean)(left, right as Single);
}

function haveSameParts(left: readonly Part[], right: readonly Part[]): boolean {
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const other = right[index];
      if (part.kind === "text") return other?.kind === "text" && part.text === other.text;
      return other?.kind === "hole" && part.encoded === other.encoded && isSame(part.value, other.value);
    })
  );
}

/** @returns the join of values, at a place: it is one of them. */
export function joinAll(values: readonly Abstract[], place: Place): Abstract {
  const options: Single[] = [];
  for (const option of values.flatMap(optionsOf)) {
    const index = options.findIndex((each) => isSame(each, option) || covers(each, option) || covers(option, each));
    const known = index < 0 ? undefined : options[index];
    if (known === undefined) options.push(option);
    else if (covers(option, known)) options[index] = option;
    else if (!covers(known, option)) options[index] = joinSame(known, option);
    if (options.length > limits.alternatives) return overflow(options, place);
  }
  const [first] = options;
  if (!first) return never(place);
  return options.length === 1 ? first : alternativesOf(options, place);
}

/** Whether a client counts as another one, too: see `Native.mayBe`. */
function covers(one: Single, other: Single): boolean {
  return one.kind === "native" && other.kind === "native" && one.native.mayBe?.(other.native) === true;
}

/** @returns the join of two values that are the same at run time, with the facts and conditions that both sides share. */
export function joinSame(known: Single, option: Single): Single {
  if (known === option) return known;
  const assumes = sharedAssumptions(known.assumes, option.assumes);
  const value = joinFacts(known, option);
  return assumes === value.assumes ? value : { ...value, assumes };
}

/** Drops facts that hold on one branch only. Contexts compare values by object identity, so an unchanged value is returned as is. */
function joinFacts(known: Single, option: Single): Single {
  if (known.kind === "unknown" && option.kind === "unknown")
    return facts.every((fact) => known[fact] === option[fact])
      ? known
      : { ...known, ...Object.fromEntries(facts.map((fact) => [fact, joinFact(fact, known, option)])) };
  if (known.kind !== "text" || option.kind !== "text") return known;
  const parts = known.parts.map((part, index) => joinParts(part, option.parts[index]));
  return parts.every((part, index) => part === known.parts[index]) ? known : { ...known, parts };
}

const facts = ["is", "truth", "nullish", "index", "missing", "unfinished"] as const;

function joinFact(fact: (typeof facts)[number], left: Unknown, right: Unknown): Unknown[typeof fact] {
  if (fact === "missing" || fact === "unfinished") return left[fact] ?? right[fact];
  return left[fact] === right[fact] ? left[fact] : undefined;
}

function joinParts(left: Part, right: Part | undefined): Part {
  if (left.kind !== "hole" || right?.kind !== "hole") return left;
  if (left.value.kind !== "unknown" || right.value.kind !== "unknown") return left;
  const value = joinSame(left.value, right.value);
  return value === left.value ? left : { ...left, value };
}

/** @returns the conditions that both sets share: those of a value reached under either. */
export function sharedAssumptions(left?: Assumptions, right?: Assumptions): Assumptions | undefined {
  if (!left || !right || sameAssumptions(left, right)) return left && right && left;
  const shared = [...left].filter(([key, holds]) => right.get(key) === holds);
  return shared.length === 0 ? undefined : new Map(shared);
}

export function sameAssumptions(left: Assumptions | undefined, right: Assumptions | undefined): boolean {
  if (!left || !right) return left === right;
  return left.size === right.size && [...left].every(([key, holds]) => right.get(key) === holds);
}

/** Too many options: keeps only the common beginning, if all are texts. */
function overflow(options: readonly Single[], place: Place): Abstract {
  const rest = unknown("too many possible values", place);
  const texts = options.filter((option): option is Text => option.kind === "text" && !option.json);
  const [first, ...others] = texts;
  if (!first || texts.length < options.length) return rest;
  let length = first.parts.length;
  for (const { parts } of others) {
    let same = 0;
    while (same < length && haveSameParts(first.parts.slice(same, same + 1), parts.slice(same, same + 1))) same += 1;
    length = same;
  }
  return length === 0 ? rest : textFrom([...first.parts.slice(0, length), { kind: "hole", value: rest }], place);
}

/** Applies a function to each option. Each result keeps the conditions of its option. */
export function mapOptions(value: Abstract, apply: (option: Single) => Abstract): Abstract {
  if (value.kind === "never") return value;
  if (value.kind !== "alternatives") return apply(value);
  return joinAll(
    value.options.map((option) => assuming(apply(option), option.assumes)),
    value.place,
  );
}

/** @returns the value under further conditions, without the options that contradict them. */
export function assuming(value: Abstract, assumes: Assumptions | undefined): Abstract {
  if (!assumes || assumes.size === 0) return value;
  const options = optionsOf(value).flatMap((option): Single[] => {
    const both = bothAssume(option.assumes, assumes);
    return both === "contradiction" ? [] : [{ ...option, assumes: both }];
  });
  const [first] = options;
  if (!first) return never(value.place);
  return options.length === 1 ? first : alternativesOf(options, value.place);
}

/** @returns the union of both sets of conditions, or "contradiction". */
export function bothAssume(
  left: Assumptions | undefined,
  right: Assumptions | undefined,
): Assumptions | undefined | "contradiction" {
  if (!left || !right) return left ?? right;
  for (const [key, holds] of right) if (left.has(key) && left.get(key) !== holds) return "contradiction";
  return new Map([...left, ...right]);
}

/** @returns whether a value is truthy, if that is known. */
export function truthOf(value: Abstract): boolean | undefined {
  switch (value.kind) {
    case "scalar":
      return Boolean(value.value);
    case "text":
      if (value.json) return true;
      return value.parts.some(isNeverEmpty) ? true : value.parts.length === 0 ? false : undefined;
    case "unknown":
      return (
        value.truth ?? (value.nullish === true ? false : !value.missing && isAlwaysTrue(value.is) ? true : undefined)
      );
    case "alternatives": {
      const [first, ...others] = value.options.map(truthOf);
      return others.every((each) => each === first) ? first : undefined;
    }
    case "never":
      return undefined;
    default:
      return true;
  }
}

/** Whether a part of a text has a character, whatever its hole stands for. */
function isNeverEmpty(part: Part): boolean {
  if (part.kind === "text") return part.text !== "";
  const { value } = part;
  if (value.kind === "unknown") return value.is === "number" || value.is === "boolean";
  const isQuery = value.kind === "object" && value.class === "URLSearchParams";
  return isQuery && [...value.members.values()].some(({ presence }) => presence === "always");
}

function isAlwaysTrue(is: Unknown["is"]): boolean {
  return is === "array" || is === "object";
}

/** @returns whether a value may be `undefined`, in which case nothing is sent. */
export function mayBeMissing(value: Abstract): boolean {
  return value.kind === "alternatives"
    ? value.options.some(mayBeMissing)
    : value.kind === "unknown" && value.missing === true && nullishOf(value) === undefined;
}

/** @returns the value with its unknown options marked as possibly absent (`missing`). Known options stay. */
export function missing(value: Abstract): Abstract {
  return mapOptions(value, (option) =>
    option.kind === "unknown" && option.nullish === undefined && option.truth !== true
      ? { ...option, missing: true }
      : option,
  );
}

/** @returns whether a value is null or undefined, if that is known. */
export function nullishOf(value: Abstract): boolean | undefined {
  switch (value.kind) {
    case "scalar":
      return value.value === null || value.value === undefined;
    case "unknown":
      return value.nullish ?? (value.truth === true || (value.is !== undefined && !value.missing) ? false : undefined);
    case "alternatives": {
      const [first, ...others] = value.options.map(nullishOf);
      return others.every((each) => each === first) ? first : undefined;
    }
    case "never":
      return undefined;
    default:
      return false;
  }
}

/** @returns the value without its null and undefined options, as after `value!`. A value with no other options stays as it is. */
export function present(value: Abstract): Abstract {
  const all = optionsOf(value);
  const options = all.filter((option) => nullishOf(option) !== true).map(notMissing);
  // Contexts compare values by object identity, so an unchanged value is returned as is.
  const isSame = options.length === all.length && options.every((option, index) => option === all[index]);
  return options.length === 0 || isSame ? value : joinAll(options, value.place);
}

function notMissing(option: Single): Single {
  return option.kind === "unknown" && option.missing ? { ...option, missing: undefined, nullish: false } : option;
}

/** Appends a name to the trail of an unknown value or a native. Other values have no trail. */
export function named(value: Abstract, name: string): Abstract {
  if (value.kind === "alternatives")
    return { ...value, options: value.options.map((option) => named(option, name) as Single) };
  if (value.kind !== "unknown" && value.kind !== "native") return value;
  const trail = value.origin?.trail ?? [];
  if (trail.at(-1) === name) return value;
  return { ...value, origin: { ...value.origin, trail: [...trail, name] } };
}

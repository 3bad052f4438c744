import { alternatives, holePart, knownPart, nativeValue, never, textFrom, unknown } from "./constructors";
import type { Abstract, Cell, Part, Place, Scalar, Text } from "./domain";
import { bounds } from "./limits";
import { joinNatives, sameNative } from "./made-natives";
import { commonParts, hasQuery } from "./texts/pieces";

/** Joins of abstract values, and questions about them, that need no program. */

/** Why the value of a promise is unknown that nothing resolves. */
export const rejectedPromise = "a rejected promise";

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

/** @returns how long a string is at least: as long as its known pieces. */
export function leastLength(value: Abstract): number {
  if (value.kind !== "text" || value.json) return 0;
  return value.parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
}

/** @returns the primitive that a value surely is, boxed because the primitive may be `undefined`. */
export function primitiveOf(value: Abstract): { readonly value: Scalar["value"] | string } | undefined {
  if (value.kind === "scalar") return { value: value.value };
  const whole = plainText(value);
  return whole === undefined ? undefined : { value: whole };
}

/** @returns the possibilities of a value: itself, if there is only one. */
export function optionsOf(value: Abstract): readonly Abstract[] {
  return value.kind === "alternatives" ? value.options : value.kind === "never" ? [] : [value];
}

export function isUndefined(value: Abstract): boolean {
  return value.kind === "scalar" && value.value === undefined;
}

/** @returns whether two values are the same run-time value written at the same place. */
function sameOption(left: Abstract, right: Abstract): boolean {
  if (left === right) return true;
  if (left.promise !== right.promise) return false;
  switch (left.kind) {
    case "scalar":
      return right.kind === "scalar" && Object.is(left.value, right.value);
    case "reference":
      return right.kind === "reference" && left.cell === right.cell;
    case "callable":
      return right.kind === "callable" && left.target === right.target;
    case "native":
      return right.kind === "native" && sameNative(left.native, right.native);
    case "unknown":
      return right.kind === "unknown" && left.identity === right.identity;
    case "text":
      return right.kind === "text" && sameText(left, right);
    default:
      return false;
  }
}

function sameText(left: Text, right: Text): boolean {
  return left.json === right.json && sameParts(left.parts, right.parts);
}

/** @returns whether two values have the same possibilities. */
export function same(left: Abstract, right: Abstract): boolean {
  const one = optionsOf(left);
  const other = optionsOf(right);
  return one.length === other.length && one.every((option) => other.some((known) => sameOption(option, known)));
}

/** @returns whether all possibilities of a value are possibilities of another. */
export function isPartOf(value: Abstract, whole: Abstract): boolean {
  return optionsOf(value).every((option) => optionsOf(whole).some((known) => sameOption(option, known)));
}

/** @returns whether two texts are made of the same parts. */
export function sameParts(left: readonly Part[], right: readonly Part[]): boolean {
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const other = right[index];
      if (part.kind === "text") return other?.kind === "text" && part.text === other.text;
      return other?.kind === "hole" && part.encoded === other.encoded && sameOption(part.value, other.value);
    })
  );
}

function union(
  left: readonly number[] | undefined,
  right: readonly number[] | undefined,
): readonly number[] | undefined {
  if (!left || !right) return undefined;
  const both = left.filter((id) => right.includes(id));
  return both.length === left.length ? left : both.length > 0 ? both : undefined;
}

/** @returns the join of two values; the first itself, if the second adds nothing. */
export function join(left: Abstract, right: Abstract): Abstract {
  if (left === right || right.kind === "never") return left;
  if (left.kind === "never") return right;
  const known = optionsOf(left);
  const added = optionsOf(right).filter((option) => !known.some((each) => sameOption(each, option)));
  const settles = union(left.settles, right.settles);
  if (added.length === 0) return left.settles === settles ? left : { ...left, settles };
  const options = [...known, ...added];
  if (options.length > bounds.alternatives || (options.length > 2 && options.filter(isOverflow).length > 1))
    return overflow(options, left.place);
  return alternatives(options, left.place, settles);
}

const tooMany = "too many possible values";

function isOverflow(value: Abstract): boolean {
  return value.kind === "unknown" && value.reason === tooMany;
}

/**
 * URLs that begin alike keep their beginning if a query has begun in it: parameters that are added each on a condition of its own are many texts.
 * So do natives to which parameters are added.
 */
function overflow(options: readonly Abstract[], place: Place): Abstract {
  const natives = options.flatMap((option) => (option.kind === "native" && !option.promise ? [option.native] : []));
  const native = natives.length === options.length ? joinNatives(natives) : undefined;
  if (native) return nativeValue(native, place);
  const pointsTo = reachable(options);
  const rest = unknown(tooMany, place, { any: true, pointsTo: pointsTo.length > 0 ? pointsTo : undefined });
  const shared = sharedBeginning(options);
  return shared ? textFrom([...shared, holePart(rest)], place) : rest;
}

/** @returns the parts with which several URLs begin, if these are texts and a query begins in those parts. */
export function sharedBeginning(options: readonly Abstract[]): readonly Part[] | undefined {
  const texts = options.flatMap((option) => (option.kind === "text" && !option.json ? [option.parts] : []));
  const [first, ...others] = texts;
  if (!first || texts.length < options.length) return undefined;
  const shared = others.reduce((left, right) => commonParts(left, right, sameParts), first);
  return hasQuery(shared) ? shared : undefined;
}

let gathered = 0;

/** @returns how many objects have been put into points-to lists in all runs so far. The difference before and after a run is its work. */
export function gatheredCells(): number {
  return gathered;
}

const reachedSets = new WeakMap<readonly Cell[], ReadonlySet<Cell>>();

/** @returns all objects that some values may be, each once. Long lists grow a little at a time, so the longest one is extended. */
export function reachable(values: readonly Abstract[]): readonly Cell[] {
  const lists = values.map(cellsOf);
  const longest = lists.reduce((one, other) => (other.length > one.length ? other : one), []);
  let known = reachedSets.get(longest);
  if (!known) reachedSets.set(longest, (known = new Set(longest)));
  const added = new Set<Cell>();
  for (const list of lists) if (list !== longest) for (const cell of list) if (!known.has(cell)) added.add(cell);
  if (added.size === 0 && known.size === longest.length) return longest;
  gathered += known.size + added.size;
  const all = new Set([...known, ...added]);
  const result = [...all];
  reachedSets.set(result, all);
  return result;
}

const reachedByAlternatives = new WeakMap<Abstract, readonly Cell[]>();

/** @returns the heap objects that a value may be, each once. */
export function cellsOf(value: Abstract): readonly Cell[] {
  if (value.kind === "reference") return [value.cell];
  if (value.kind === "unknown") return value.pointsTo ?? [];
  if (value.kind === "alternatives") {
    let cells = reachedByAlternatives.get(value);
    if (!cells) reachedByAlternatives.set(value, (cells = reachable(value.options)));
    return cells;
  }
  if (value.kind === "callable" && value.target.type === "closure") return [value.target.cell];
  return [];
}

export function joinAll(values: readonly Abstract[], place: Place): Abstract {
  if (values.length <= 2 * bounds.alternatives) return values.reduce(join, never(place));
  // Joined one by one, the list of all objects that they may be would be copied time and again.
  const spilled: Abstract[] = [];
  let options: Abstract[] = [];
  for (const option of values.flatMap(optionsOf)) {
    if (option.kind === "never" || options.some((each) => sameOption(each, option))) continue;
    options.push(option);
    if (options.length + Math.min(spilled.length, 1) <= bounds.alternatives) continue;
    spilled.push(...options);
    options = [];
  }
  const [first, ...others] = values.filter(({ kind }) => kind !== "never");
  const settles = others.reduce((known, each) => union(known, each.settles), first?.settles);
  const few = options.reduce(join, first && spilled.length > 0 ? overflow(spilled, first.place) : never(place));
  return few.settles === settles ? few : { ...few, settles };
}

/** Applies a function to each possibility. */
export function mapOptions(value: Abstract, apply: (option: Abstract) => Abstract): Abstract {
  if (value.kind !== "alternatives") return value.kind === "never" ? value : apply(value);
  return joinAll(value.options.map(apply), value.place);
}

/** @returns the value with another place, its parts included. */
export function moveTo(value: Abstract, place: Place): Abstract {
  if (value.kind === "text") {
    const move = (from: Place): Place => (from.activation.active ? from : relocate(from, place));
    const parts = value.parts.map((part): Part =>
      part.kind === "text"
        ? movePart(part, move(part.place))
        : { ...part, value: part.value.place.activation.active ? part.value : moveTo(part.value, place) },
    );
    return { ...value, parts, place: relocate(value.place, place) };
  }
  if (value.kind === "alternatives") {
    return {
      ...value,
      options: value.options.map((option) => moveTo(option, place)),
      place: relocate(value.place, place),
    };
  }
  return { ...value, place: relocate(value.place, place) };
}

function movePart(part: Extract<Part, { kind: "text" }>, place: Place): Part {
  return knownPart(part.text, place, place.foreign ? undefined : part.offsets);
}

/** Parts that are written in the same file keep their own range. */
function relocate(from: Place, to: Place): Place {
  if (from.file !== to.file) return { ...to, foreign: true };
  return { ...from, activation: to.activation };
}

/** Adds a name to the trail of a value. Literal strings and objects have no trail. */
export function named(value: Abstract, name: string): Abstract {
  if (value.kind === "alternatives") return { ...value, options: value.options.map((option) => named(option, name)) };
  if (value.kind !== "unknown" && value.kind !== "native") return value;
  const trail = value.origin?.trail ?? [];
  if (trail.at(-1) === name) return value;
  return { ...value, origin: { ...value.origin, trail: [...trail, name] } };
}

/** @returns the value as the promise of it. */
export function promised(value: Abstract): Abstract {
  return mapOptions(value, (option) =>
    option.promise || option.kind === "never" ? option : { ...option, promise: true },
  );
}

/** @returns the value of a promise; another value as it is. */
export function unwrapped(value: Abstract): Abstract {
  return mapOptions(value, (option) => (option.promise ? { ...option, promise: undefined } : option));
}

/** @returns the value as a promise that settles after the given requests. */
export function settling(value: Abstract, ids: readonly number[] | undefined): Abstract {
  if (!ids || ids.length === 0) return value;
  return { ...value, settles: [...new Set([...(value.settles ?? []), ...ids])] };
}

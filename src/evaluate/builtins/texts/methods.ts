import { limits } from "../../limits";
import { builtinValue, computedText, holePart, scalar, textFrom, unknown } from "../../make";
import { isUndefined, mapOptions, plainText, primitiveOf } from "../../values";
import type { Abstract, Builtin, BuiltinCall, HolePart, KnownPart, Part, Place, Text, Unknown } from "../../domain";
import { argument, fromPrimitive, method, resultOf } from "../define";
import { iteratorOf } from "../arrays/elements";
import { literalOf, matchedOrNot, matchResult, patternOf } from "../classes/regexp";
import { matchesParts } from "../patterns/matching";
import { findAll } from "../patterns/run";
import { concat } from "./concat";
import { cutEnds, trimmed } from "./ends";
import { textForm } from "./form";
import { leadOf, leastLength, mapPart, sliceText, trailOf } from "./parts";
import { replaceText } from "./replace";
import { asPlace, asTruth, beginsWith, endsWith, findInText } from "./search";
import { lineUp, splitKnown, splitParted } from "./split";

/**
 * Methods of known and partly known strings. Cutting and joining of parts is in `parts.ts` and `concat.ts`. Cases that are not supported yield an unknown
 * value of the method's result type.
 */

/** @param whole the text, if it is fully known. */
type Make = (self: Text, call: BuiltinCall, whole: string | undefined) => Abstract | undefined;

type Result = NonNullable<Unknown["is"]> | "any";

/** Methods that yield a known result for a known text and known arguments, with their result types. */
const results: ReadonlyMap<string, Result> = new Map(
  Object.entries({
    at: "any",
    charAt: "string",
    charCodeAt: "number",
    codePointAt: "any",
    concat: "string",
    endsWith: "boolean",
    includes: "boolean",
    indexOf: "number",
    isWellFormed: "boolean",
    lastIndexOf: "number",
    localeCompare: "number",
    match: "any",
    matchAll: "any",
    normalize: "string",
    padEnd: "string",
    padStart: "string",
    repeat: "string",
    replace: "string",
    replaceAll: "string",
    search: "number",
    slice: "string",
    split: "array",
    startsWith: "boolean",
    substr: "string",
    substring: "string",
    toLocaleLowerCase: "string",
    toLocaleUpperCase: "string",
    toLowerCase: "string",
    toString: "string",
    toUpperCase: "string",
    toWellFormed: "string",
    trim: "string",
    trimEnd: "string",
    trimLeft: "string",
    trimRight: "string",
    trimStart: "string",
    valueOf: "string",
  } as const),
);

/** Methods that depend on a locale, or on the methods of an argument. */
const notRun = /^(?:localeCompare|match|matchAll|replace|replaceAll|search|split|toLocale\w+)$/u;

/** @returns a member of a string. */
export function memberOfText(text: Abstract, name: string, place: Place): Abstract | undefined {
  const known = methods.get(name);
  if (known) return builtinValue(known, place, text);
  if (text.kind !== "text" || text.json) return name === "length" ? unknownLength(0, place) : undefined;
  if (name === "length") {
    const whole = plainText(text);
    return whole === undefined ? unknownLength(leastLength(text), place) : scalar(whole.length, place);
  }
  return /^(?:0|[1-9]\d{0,5})$/u.test(name)
    ? characterAt(text, Number(name), place, scalar(undefined, place))
    : undefined;
}

/** @returns a method of `String.prototype`. */
export function textMethod(name: string): Builtin | undefined {
  return methods.get(name);
}

/** @returns a length with a lower bound. */
export function unknownLength(least: number, place: Place): Unknown {
  const more = least > 0 ? { truth: true } : {};
  return unknown("a length", place, { is: "number", index: { least, mayBeFirst: least === 0 }, ...more });
}

function textMethodNamed(name: string, is: Result): Builtin {
  const make = Object.hasOwn(table, name) ? table[name] : undefined;
  const type = is === "any" ? undefined : is;
  return method(`String.${name}`, (call) =>
    mapOptions(call.self ?? resultOf(name, call.place, "string"), (option): Abstract => {
      const unknownResult = (): Abstract => unknown(`the result of \`${name}()\``, call.place, { is: type });
      const self = option.kind === "text" && !option.json ? option : textForm(option, call.place, call.evaluator);
      if (self.kind !== "text") return unknownResult();
      const whole = plainText(self);
      if (call.more) return unknownResult();
      return (
        make?.(self, call, whole) ??
        (whole === undefined ? undefined : runNatively(name, whole, call)) ??
        unknownResult()
      );
    }),
  );
}

/** @returns the result of the native method, if text and arguments are known. */
function runNatively(name: string, whole: string, call: BuiltinCall): Abstract | undefined {
  if (notRun.test(name)) return undefined;
  const given = call.arguments.map(primitiveOf);
  if (given.some((each) => each === undefined)) return undefined;
  const values = given.map((each) => each?.value);
  if (/^(?:pad|repeat)/u.test(name) && !(Number(values[0]) * Math.max(1, whole.length) <= limits.length))
    return undefined;
  try {
    const run: unknown = Reflect.get(String.prototype, name);
    return typeof run === "function" ? fromPrimitive(Reflect.apply(run, whole, values), call.place) : undefined;
  } catch {
    return undefined;
  }
}

const table: Readonly<Record<string, Make>> & { readonly toString: Make; readonly valueOf: Make } = {
  concat: (self, call) =>
    concat([self, ...call.arguments.map((each) => textForm(each, call.place, call.evaluator))], call.place),
  toString: (self) => self,
  valueOf: (self) => self,
  toUpperCase: (self, { place }) => mapLetters(self, (text) => text.toUpperCase(), place),
  // At the end of a word, a capital sigma has another lower-case form.
  toLowerCase: (self, { place }) =>
    self.parts.some((part) => part.kind === "text" && part.text.includes("Σ"))
      ? undefined
      : mapLetters(self, (text) => text.toLowerCase(), place),
  trim: (self, { place }) => trimmed(self, "both", place),
  trimEnd: (self, { place }) => trimmed(self, "end", place),
  trimRight: (self, { place }) => trimmed(self, "end", place),
  trimStart: (self, { place }) => trimmed(self, "start", place),
  trimLeft: (self, { place }) => trimmed(self, "start", place),
  slice: (self, call, whole) => {
    const [start, end] = bounds(call);
    if (start === undefined || end === undefined) return undefined;
    if (whole === undefined) return cutEnds(self, start, end, call.place);
    const from = start < 0 ? Math.max(0, whole.length + start) : Math.min(start, whole.length);
    const to = end < 0 ? Math.max(0, whole.length + end) : Math.min(end, whole.length);
    return sliceText(self, from, Math.max(from, to), call.place);
  },
  substring: (self, call, whole) => {
    const [start, end] = bounds(call);
    if (start === undefined || end === undefined) return undefined;
    const [from, to] = [Math.max(0, Math.min(start, end)), Math.max(0, start, end)];
    return whole === undefined
      ? cutEnds(self, from, to, call.place)
      : sliceText(self, Math.min(from, whole.length), Math.min(to, whole.length), call.place);
  },
  substr: (self, call, whole) => {
    const [start, length] = bounds(call);
    if (start === undefined || length === undefined) return undefined;
    if (whole === undefined)
      return start < 0 ? undefined : cutEnds(self, start, start + Math.max(0, length), call.place);
    const from = start < 0 ? Math.max(0, whole.length + start) : Math.min(start, whole.length);
    return sliceText(self, from, Math.min(whole.length, from + Math.max(0, length)), call.place);
  },
  replace: (self, call, whole) => replaceText(call, self, whole, "first"),
  replaceAll: (self, call, whole) => replaceText(call, self, whole, "all"),
  match: matchOf,
  matchAll: matchAllOf,
  search: searchOf,
  startsWith: (self, call) => found(call, (prefix) => beginsWith(self.parts, prefix)),
  endsWith: (self, call) => found(call, (suffix) => endsWith(self.parts, suffix)),
  charAt: (self, call) => {
    const [index] = bounds(call);
    return index === undefined ? undefined : characterAt(self, index, call.place);
  },
  at: (self, call) => {
    const [index] = bounds(call);
    if (index === undefined || index < 0) return undefined;
    return characterAt(self, index, call.place, scalar(undefined, call.place));
  },
  includes: (self, call) => {
    const part = plainText(argument(call, 0));
    if (part === undefined || !isUndefined(argument(call, 1))) return undefined;
    return asTruth(findInText(self, part), call.place);
  },
  indexOf: (self, call) => {
    const part = plainText(argument(call, 0));
    if (part === undefined || !isUndefined(argument(call, 1))) return undefined;
    return asPlace(findInText(self, part), call.place);
  },
  split: (self, call, whole) => {
    if (!isUndefined(argument(call, 1))) return undefined;
    return whole === undefined ? splitParted(self, argument(call, 0), call.place) : splitKnown(self, whole, call);
  },
};

function matchAllOf(...[, call, whole]: Parameters<Make>): Abstract | undefined {
  const { place } = call;
  const pattern = patternOf(argument(call, 0));
  const found = pattern?.flags.includes("g") && whole !== undefined ? findAll(pattern, whole) : undefined;
  if (!pattern || !found || whole === undefined) return undefined;
  return iteratorOf(
    lineUp(
      found.map((each) => matchResult(pattern, whole, each, place)),
      place,
    ),
    place,
  );
}

function searchOf(...[, call, whole]: Parameters<Make>): Abstract | undefined {
  const pattern = patternOf(argument(call, 0));
  const isPlain = pattern !== undefined && whole !== undefined && !pattern.flags.includes("y");
  const all = isPlain ? findAll({ ...pattern, flags: pattern.flags.replace("g", "") }, whole) : undefined;
  return all && scalar(all[0]?.start ?? -1, call.place);
}

function matchOf(self: Text, call: BuiltinCall, whole: string | undefined): Abstract | undefined {
  const { place } = call;
  const wanted = argument(call, 0);
  const pattern = patternOf(wanted);
  const found = pattern && whole !== undefined ? findAll(pattern, whole) : undefined;
  if (pattern && found && whole !== undefined && !pattern.flags.includes("y")) {
    const [first] = found;
    if (!first) return scalar(null, place);
    if (!pattern.flags.includes("g")) return matchResult(pattern, whole, first, place);
    return lineUp(
      found.map(({ start, end }) => computedText(whole.slice(start, end), place)),
      place,
    );
  }
  const literal = literalOf(wanted);
  const isFound = literal === undefined ? undefined : matchesParts(literal, self.parts);
  return isFound === undefined ? undefined : matchedOrNot(isFound, place);
}

/** @returns the result of a search from the start. */
function found(call: BuiltinCall, search: (wanted: string) => boolean | undefined): Abstract | undefined {
  const wanted = plainText(argument(call, 0));
  if (wanted === undefined || !isUndefined(argument(call, 1))) return undefined;
  const known = search(wanted);
  return known === undefined ? undefined : scalar(known, call.place);
}

/** @returns the character at an index, or `behind` after the end; `undefined` if a hole precedes it. */
function characterAt(
  self: Text,
  index: number,
  place: Place,
  behind: Abstract = computedText("", place),
): Abstract | undefined {
  const { lead, behind: rest } = leadOf(self.parts);
  if (index < 0) return behind;
  if (index < lead.length) return computedText(lead.charAt(index), place);
  return rest.length === 0 ? behind : undefined;
}

/** @returns the text with the case of its letters changed. Holes become other unknown texts. */
function mapLetters(self: Text, apply: (text: string) => string, place: Place): Text {
  const parts = self.parts.map((part): Part =>
    part.kind === "text" ? mapKnown(part, apply) : mapHole(part, apply, place),
  );
  return textFrom(parts, place);
}

/** A change of case may turn one letter into two, and a letter may be a surrogate pair. */
function mapKnown(part: KnownPart, apply: (text: string) => string): KnownPart {
  return mapPart(part, apply);
}

function mapHole({ value, encoded }: HolePart, apply: (text: string) => string, place: Place): HolePart {
  const changed = mapOptions(value, (option): Abstract => {
    const whole = plainText(option);
    if (whole !== undefined) return computedText(apply(whole), place);
    return unknown("a text in other letters", place, {
      is: "string",
      origin: trailOf(option),
      truth: option.kind === "unknown" ? option.truth : undefined,
    });
  });
  return holePart(changed, encoded);
}

function bounds(call: BuiltinCall): readonly [number | undefined, number | undefined] {
  const [start, end] = [argument(call, 0), argument(call, 1)];
  const from = primitiveOf(start);
  const to = primitiveOf(end);
  return [
    asBound(from?.value, isUndefined(start) ? 0 : undefined),
    asBound(to?.value, isUndefined(end) ? Infinity : undefined),
  ];
}

function asBound(value: unknown, otherwise: number | undefined): number | undefined {
  return typeof value === "number" && Number.isInteger(value) ? value : otherwise;
}

const methods: ReadonlyMap<string, Builtin> = new Map(
  [...results].map(([name, is]) => [name, textMethodNamed(name, is)]),
);

import { holePart, scalar, textFrom, unknown } from "../../domain/constructors";
import type { Abstract, Builtin, Call, Part, Text } from "../../domain/domain";
import { slicePart } from "../../domain/texts/pieces";
import { computedText, concatenate, sliceText } from "../../domain/texts/texts";
import { isUndefined, mapOptions, plainText, primitiveOf } from "../../domain/values";
import type { Program } from "../../program";
import { escape } from "../../store/escape";
import { newArray, newObject } from "../../store/heap";
import { toText } from "../../store/text-form";
import { argument, giveUp, placeOf, sharedMethod } from "../define";
import { literalOf, matched } from "../classes/regexp";
import { matches } from "./matching";
import { replaceAround, replaceText } from "./replace";
import { asPlace, asTruth, beginsWith, findInText } from "../searching";

/**
 * Methods of strings that are known in part. Patterns are understood by their form, and none is run: `replace.ts` takes texts, ends and words,
 * `placeholders.ts` expressions that look for placeholders, `unknown-placeholders.ts` placeholders whose name is not known, and `matching.ts` tells
 * whether an expression matches. How pieces are cut and joined is in `domain/texts`.
 */

/** Methods that hand the work to an object that is given, if it has a method for it under a symbol. */
const bySymbols: ReadonlySet<string> = new Set(["match", "matchAll", "replace", "replaceAll", "search", "split"]);

type Make = (program: Program, call: Call, self: Text, whole: string | undefined) => Abstract | undefined;

/** @returns a method of strings. Methods that are not understood give an unknown string, number or array. */
export function textMethod(program: Program, name: string): Builtin | undefined {
  const result = results.get(name);
  if (!result) return undefined;
  const make = Object.hasOwn(table, name) ? table[name] : undefined;
  return sharedMethod(program, `String.${name}`, (call) => {
    const place = placeOf(program, call);
    const loose = (): Abstract =>
      unknown(`the result of \`${name}()\``, place, { is: result === "any" ? undefined : result });
    const [first] = call.args.values;
    // A built-in regular expression is no such object.
    if (bySymbols.has(name) && first?.kind === "reference" && !first.cell.class) return giveUp(program, call, name);
    for (const value of call.args.values) if (value.kind === "callable") escape(program, value);
    return mapOptions(call.self ?? loose(), (option) => {
      const self: Text = option.kind === "text" && !option.json ? option : textFrom([holePart(option)], place);
      return make?.(program, call, self, plainText(self)) ?? loose();
    });
  });
}

const results = new Map<string, "string" | "number" | "boolean" | "array" | "any">(
  Object.entries({
    concat: "string",
    trim: "string",
    trimStart: "string",
    trimEnd: "string",
    replace: "string",
    replaceAll: "string",
    toUpperCase: "string",
    toLowerCase: "string",
    toString: "string",
    valueOf: "string",
    slice: "string",
    substring: "string",
    substr: "string",
    padStart: "string",
    padEnd: "string",
    repeat: "string",
    charAt: "string",
    normalize: "string",
    startsWith: "boolean",
    endsWith: "boolean",
    includes: "boolean",
    indexOf: "number",
    lastIndexOf: "number",
    charCodeAt: "number",
    split: "array",
    match: "any",
    matchAll: "any",
    at: "any",
    localeCompare: "number",
    search: "number",
  } as const),
);

function computed(
  value: string | undefined,
  self: Text,
  whole: string | undefined,
  place: Abstract["place"],
): Abstract | undefined {
  if (value === undefined) return undefined;
  return value === whole ? self : computedText(value, place);
}

const table: Readonly<Record<string, Make>> & { readonly toString: Make; readonly valueOf: Make } = {
  concat: (program, call, self) =>
    call.args.more
      ? undefined
      : call.args.values.reduce<Abstract>(
          (left, right) => concatenate(left, toText(program, right, placeOf(program, call)), placeOf(program, call)),
          self,
        ),
  toString: (_program, _call, self) => self,
  valueOf: (_program, _call, self) => self,
  toUpperCase: (program, call, self, whole) => computed(whole?.toUpperCase(), self, whole, placeOf(program, call)),
  toLowerCase: (program, call, self, whole) => computed(whole?.toLowerCase(), self, whole, placeOf(program, call)),
  trim: (program, call, self) => trimmed(self, "both", placeOf(program, call)),
  trimEnd: (program, call, self) => trimmed(self, "end", placeOf(program, call)),
  trimStart: (program, call, self) => trimmed(self, "start", placeOf(program, call)),
  slice: (program, call, self, whole) => {
    const [start, end] = bounds(program, call);
    if (start === undefined || end === undefined) return undefined;
    if (whole === undefined) return cutEnds(self, start, end, placeOf(program, call));
    const from = start < 0 ? Math.max(0, whole.length + start) : Math.min(start, whole.length);
    const to = end < 0 ? Math.max(0, whole.length + end) : Math.min(end, whole.length);
    return sliceText(self, from, Math.max(from, to), placeOf(program, call));
  },
  substring: (program, call, self, whole) => {
    const [start, end] = bounds(program, call);
    if (start === undefined || end === undefined) return undefined;
    const [from, to] = [Math.max(0, Math.min(start, end)), Math.max(0, start, end)];
    if (whole === undefined) return to === Infinity ? cutEnds(self, from, to, placeOf(program, call)) : undefined;
    return sliceText(self, Math.min(from, whole.length), Math.min(to, whole.length), placeOf(program, call));
  },
  substr: (program, call, self, whole) => {
    const [start, length] = bounds(program, call);
    if (start === undefined || length === undefined) return undefined;
    if (whole === undefined)
      return length === Infinity ? cutEnds(self, start, length, placeOf(program, call)) : undefined;
    const from = start < 0 ? Math.max(0, whole.length + start) : Math.min(start, whole.length);
    const to = Math.min(whole.length, from + Math.max(0, length));
    return sliceText(self, from, to, placeOf(program, call));
  },
  replace: (program, call, self, whole) => replaceText(program, call, self, whole, "first"),
  replaceAll: (program, call, self, whole) => replaceText(program, call, self, whole, "all"),
  match: (program, call, self) => {
    const literal = literalOf(program, argument(program, call, 0));
    const found = literal === undefined ? undefined : matches(literal, self.parts);
    return found === undefined ? undefined : matched(found, placeOf(program, call));
  },
  startsWith: (program, call, self, whole) => {
    const prefix = plainText(argument(program, call, 0));
    if (prefix === undefined || !isUndefined(argument(program, call, 1))) return undefined;
    const found = whole?.startsWith(prefix) ?? beginsWith(self.parts, prefix);
    return found === undefined ? undefined : scalar(found, placeOf(program, call));
  },
  endsWith: (program, call, self, whole) => {
    const suffix = plainText(argument(program, call, 0));
    if (suffix === undefined || !isUndefined(argument(program, call, 1))) return undefined;
    const last = self.parts.at(-1);
    const known = whole ?? (last?.kind === "text" ? last.text : "");
    if (whole === undefined && known.length < suffix.length && suffix.endsWith(known)) return undefined;
    return scalar(known.endsWith(suffix), placeOf(program, call));
  },
  charAt: (program, call, self) => {
    const [index] = bounds(program, call);
    return index === undefined ? undefined : characterAt(self, index, placeOf(program, call));
  },
  includes: (program, call, self) => {
    const part = plainText(argument(program, call, 0));
    if (part === undefined || !isUndefined(argument(program, call, 1))) return undefined;
    return asTruth(findInText(self, part), placeOf(program, call));
  },
  indexOf: (program, call, self) => {
    const part = plainText(argument(program, call, 0));
    if (part === undefined || !isUndefined(argument(program, call, 1))) return undefined;
    return asPlace(findInText(self, part), placeOf(program, call));
  },
  split: (program, call, self, whole) => {
    const separator = plainText(argument(program, call, 0));
    if (separator === undefined || separator === "" || !isUndefined(argument(program, call, 1))) return undefined;
    if (whole === undefined) return splitAround(program, call, self, separator);
    const pieces: Abstract[] = [];
    let at = 0;
    for (const piece of whole.split(separator)) {
      const cut = sliceText(self, at, at + piece.length, placeOf(program, call));
      if (!cut) return undefined;
      pieces.push(cut);
      at += piece.length + separator.length;
    }
    return newArray(program, placeOf(program, call), call.node, pieces);
  },
};

/** @returns the character at an index from the start, `""` behind the end; `undefined` if a part before it is not known. */
export function characterAt(self: Text, index: number, place: Abstract["place"]): Abstract | undefined {
  let start = 0;
  for (const part of self.parts) {
    if (part.kind === "hole") return undefined;
    if (index < start + part.text.length) return computedText(index < 0 ? "" : part.text.charAt(index - start), place);
    start += part.text.length;
  }
  return computedText("", place);
}

/** @returns a string without the blanks at its ends; an unknown text at an end remains a hole. */
function trimmed(self: Text, at: "both" | "end" | "start", place: Abstract["place"]): Text | undefined {
  if (self.parts.every((part) => part.kind === "hole")) return undefined;
  const parts = [...self.parts];
  if (at !== "end") trimEnd(parts, 0, (text) => [text.length - text.trimStart().length, text.length], place);
  if (at !== "start") trimEnd(parts, -1, (text) => [0, text.trimEnd().length], place);
  return textFrom(parts, place);
}

/** Cuts blanks from the first or the last of the parts, and goes on with the next where all of it is blank. */
function trimEnd(
  parts: Part[],
  end: 0 | -1,
  range: (text: string) => readonly [number, number],
  place: Abstract["place"],
): void {
  for (let part = parts.at(end); part; part = parts.at(end)) {
    const kept = part.kind === "hole" ? trimmedHole(part.value, place) : slicePart(part, ...range(part.text));
    parts.splice(end === 0 ? 0 : parts.length - 1, 1, ...(kept ? [kept] : []));
    if (kept) return;
  }
}

function trimmedHole({ origin }: Abstract, place: Abstract["place"]): Part {
  const trail = origin?.trail ?? [];
  return holePart(unknown("a text without blanks around it", place, { is: "string", origin: { trail } }));
}

/** The number of pieces of a string with holes is unknown. But `join` with another separator gives the string with the first separator replaced. */
function splitAround(program: Program, call: Call, self: Text, separator: string): Abstract {
  const place = placeOf(program, call);
  const rest = unknown("a piece of a text", place, { is: "string" });
  const pieces = newObject(program, place, { type: "array", made: call.node, content: { open: true, rest } });
  program.splits.set(pieces.cell, (by) => replaceAround(program, self, { word: separator, by, all: true, place }));
  return pieces;
}

/** @returns a string with its known ends cut: `slice(1)`, `slice(0, -1)`. */
function cutEnds(self: Text, start: number, end: number, place: Abstract["place"]): Abstract | undefined {
  const first = self.parts[0];
  const last = self.parts.at(-1);
  const behind = end === Infinity ? 0 : -end;
  if (start < 0 || behind < 0 || (end === 0 && start === 0)) return undefined;
  if (
    (start > 0 && (first?.kind !== "text" || first.text.length < start)) ||
    (behind > 0 && (last?.kind !== "text" || last.text.length < behind))
  )
    return undefined;
  const parts = self.parts.flatMap((part): readonly Part[] => {
    if (part.kind === "hole" || (part !== first && part !== last)) return [part];
    const kept = slicePart(part, part === first ? start : 0, part.text.length - (part === last ? behind : 0));
    return kept ? [kept] : [];
  });
  return textFrom(parts, place);
}

function bounds(program: Program, call: Call): readonly [number | undefined, number | undefined] {
  const start = primitiveOf(argument(program, call, 0));
  const end = primitiveOf(argument(program, call, 1));
  const from = typeof start?.value === "number" ? start.value : isUndefined(argument(program, call, 0)) ? 0 : undefined;
  const to =
    typeof end?.value === "number" ? end.value : isUndefined(argument(program, call, 1)) ? Infinity : undefined;
  return [Number.isInteger(from) ? from : undefined, to];
}

import { limits } from "../../limits";
import { computedPart, computedText, holePart, scalar, textFrom, unknown } from "../../make";
import { isUndefined, joinAll, mapOptions, plainText } from "../../values";
import type { Abstract, BuiltinCall, HolePart, Part, Place, Single, Text } from "../../domain";
import { literalOf, patternOf } from "../classes/regexp";
import { isOrigin, isUnknownOrigin, replaceOrigin } from "../classes/url-origin";
import { shareEnd } from "../classes/url-resolve";
import { argument } from "../define";
import { findAll, type Found } from "../patterns/run";
import type { Pattern } from "../patterns/syntax";
import { concat } from "./concat";
import { changeEnd } from "./cut";
import { textForm } from "./form";
import { changedPart, slicePart, sliceText } from "./parts";
import { changedHole, isFunction, readPlaceholders, replacePlaceholders } from "./placeholders";
import { readRun, squeezed } from "./squeeze";
import { isPlaceholder } from "./templates";
import { replaceUnknownName } from "./unknown-placeholders";

/**
 * `replace` and `replaceAll`. In known texts, expressions are matched. In partly known texts, expressions are only supported that trim, or match a single
 * word or placeholders, as told by their form.
 */

/** The replacement of a word. */
interface Replacement {
  readonly word: string;
  readonly by: Abstract;
  /** Whether every occurrence is replaced, rather than only the first. */
  readonly all: boolean;
  readonly place: Place;
}

/** @returns the string after the replacement; `undefined` if that cannot be computed. */
export function replaceText(
  call: BuiltinCall,
  self: Text,
  whole: string | undefined,
  occurrences: "all" | "first",
): Abstract | undefined {
  const { place } = call;
  const all = occurrences === "all";
  const wanted = argument(call, 0);
  // An object may define `Symbol.replace`.
  if (wanted.kind === "object" && wanted.class === undefined && wanted.open !== undefined)
    return unknown("what an object makes of a text", place);
  const replaced = mapOptions(
    argument(call, 1),
    (by) => replaceBy(call, self, whole, all, by) ?? textFrom([replacedHole(place)], place),
  );
  // The alternatives stem from several bases of one URL, so their common end belongs together.
  return isOrigin(wanted) ? shareEnd(replaced, place) : replaced;
}

function replacedHole(place: Place): Part {
  return holePart(unknown("replaced text", place, { is: "string" }));
}

function replaceBy(
  call: BuiltinCall,
  self: Text,
  whole: string | undefined,
  all: boolean,
  by: Single,
): Abstract | undefined {
  const { place } = call;
  const wanted = argument(call, 0);
  if (whole !== undefined) return replaceFound(call, self, whole, foundIn(wanted, whole, all), by);
  const end = changeEnd(self, (text) => replaceBy(call, text, undefined, all, by));
  if (end) return end;
  if (isUnknownOrigin(wanted)) return isVerbatim(by) ? replaceOrigin(self, wanted, by, place) : undefined;
  const written = plainText(wanted);
  if (written !== undefined) return written === "" ? undefined : replaceAround(self, { word: written, by, all, place });
  const literal = literalOf(wanted);
  return literal === undefined ? replaceUnknownName(self, wanted, by, place) : replacePattern(call, self, literal, by);
}

/** Replaces the matches of an expression of a supported form. */
function replacePattern(call: BuiltinCall, self: Text, literal: string, by: Single): Abstract | undefined {
  const { place } = call;
  const word = readWord(literal);
  if (word) return replaceAround(self, { ...word, by, place });
  const plainBy = plainText(by);
  const run = readRun(literal, plainBy);
  if (run) return squeezed(self, run, place);
  const placeholders = readPlaceholders(literal);
  if (placeholders) return replacePlaceholders(call, self, placeholders, by);
  const expression = readExpression(literal);
  if (!expression || plainBy === undefined || plainBy.includes("$")) return undefined;
  return replaceEnds(expression, self, plainBy, place);
}

interface Search {
  readonly found: readonly Found[];
  readonly pattern: Pattern | undefined;
}

/** @returns the matches of a text or expression in a known text; `undefined` if they are unknown. */
function foundIn(wanted: Abstract, whole: string, all: boolean): Search | undefined {
  const pattern = patternOf(wanted);
  if (pattern) {
    // With `y`, matches depend on the previous search. `replaceAll` throws without `g`.
    const isPlain = !pattern.flags.includes("y") && (!all || pattern.flags.includes("g"));
    const found = isPlain ? findAll(pattern, whole) : undefined;
    return found && { found, pattern };
  }
  const word = plainText(wanted);
  if (word === undefined || (word === "" && all)) return undefined;
  const found: Found[] = [];
  for (let at = whole.indexOf(word); at >= 0; at = all ? whole.indexOf(word, at + word.length) : -1) {
    found.push({ start: at, end: at + word.length, groups: [] });
    if (found.length > limits.pieces) return undefined;
  }
  return { found, pattern: undefined };
}

function replaceFound(
  call: BuiltinCall,
  self: Text,
  whole: string,
  search: Search | undefined,
  by: Single,
): Abstract | undefined {
  const { place } = call;
  if (!search) return replaceUnknownName(self, argument(call, 0), by, place);
  if (search.found.length === 0) return self;
  const pieces: Abstract[] = [];
  let from = 0;
  for (const found of search.found) {
    const replacement = replacementFor(call, whole, found, search.pattern, by);
    if (!replacement || replacement.kind === "never") return replacement;
    pieces.push(sliceText(self, from, found.start, place) ?? self, replacement);
    from = found.end;
  }
  return concat([...pieces, sliceText(self, from, whole.length, place) ?? self], place);
}

/** @returns the replacement of a match: the result of a function, or a text with its references filled in. */
function replacementFor(
  call: BuiltinCall,
  whole: string,
  { start, end, groups }: Found,
  pattern: Pattern | undefined,
  by: Single,
): Abstract | undefined {
  const { place } = call;
  const matched = whole.slice(start, end);
  const isNamed = pattern?.names.some((name) => name !== undefined) ?? false;
  if (isFunction(by)) {
    const given = [matched, ...groups].map((each) =>
      each === undefined ? scalar(undefined, place) : computedText(each, place),
    );
    const more = [scalar(start, place), computedText(whole, place)];
    const result = call.evaluator.invoke(by, [...given, ...more], place, undefined, isNamed || undefined);
    return result.kind === "never" ? result : textForm(result, place, call.evaluator);
  }
  const written = plainText(by);
  if (!written?.includes("$")) return textForm(by, place);
  if (isNamed && written.includes("$<")) return undefined;
  const filled = written.replace(
    /\$(?:([$&`'])|(\d\d?))/gu,
    (all, sign: string | undefined, digits: string | undefined) => {
      if (sign === "$") return "$";
      if (sign === "&") return matched;
      if (sign !== undefined) return sign === "`" ? whole.slice(0, start) : whole.slice(end);
      return groupFor(digits ?? "", groups) ?? all;
    },
  );
  return computedText(filled, place);
}

/** @returns the text of the group in `$12`: group 12, or group 1 followed by `2`. */
function groupFor(digits: string, groups: readonly (string | undefined)[]): string | undefined {
  const number = Number(digits);
  if (number >= 1 && number <= groups.length) return groups[number - 1] ?? "";
  const first = Number(digits.charAt(0));
  return digits.length === 2 && first >= 1 && first <= groups.length
    ? `${groups[first - 1] ?? ""}${digits.charAt(1)}`
    : undefined;
}

/** @returns the text that a regular expression matches, if it is a plain text. */
function readWord(literal: string): Pick<Replacement, "word" | "all"> | undefined {
  const [, body = "", flags] = /^\/((?:\\[^\w\s]|[\w\-/:,;=@!"'#%&~<> ])+)\/(g?u?)$/u.exec(literal) ?? [];
  return flags === undefined ? undefined : { word: body.replace(/\\(.)/gu, "$1"), all: flags.includes("g") };
}

/** Replaces a word in a known text. */
function replaceWord(self: Text, whole: string, { word, by, all, place }: Replacement): Abstract {
  const inserted = textForm(by, place);
  const pieces: Abstract[] = [];
  let from = 0;
  for (let at = whole.indexOf(word); at >= 0; at = all ? whole.indexOf(word, from) : -1) {
    pieces.push(sliceText(self, from, at, place) ?? self, inserted);
    from = at + word.length;
  }
  return concat([...pieces, sliceText(self, from, whole.length, place) ?? self], place);
}

/**
 * Replaces a word in the known parts of a string. A hole may contain the word, too, and becomes another unknown value.
 *
 * @returns `undefined` if the word may straddle a known part and a hole.
 */
export function replaceAround(self: Text, replacement: Replacement): Abstract | undefined {
  const { word, by, all, place } = replacement;
  if (!isVerbatim(by)) return undefined;
  const [first] = self.parts;
  // The first occurrence is in the known start, whatever follows.
  if (!all && first?.kind === "text" && first.text.includes(word))
    return rewritten(self, place, (part, index) => (index === 0 ? changed(part, replacement) : textOf(part, place)));
  if (self.parts.some((_, index) => mayStraddle(self.parts, index, word, plainText(by) ?? ""))) return undefined;
  return all ? rewritten(self, place, (part) => changed(part, replacement)) : replaceFirst(self, replacement);
}

function replaceFirst(self: Text, replacement: Replacement): Abstract {
  const { word, place } = replacement;
  // If a hole before the first part with the word contains it, too, the part keeps it.
  const at = self.parts.findIndex((part) => part.kind === "text" && part.text.includes(word));
  const end = at < 0 ? self.parts.length : at;
  const inPiece = (part: Part, index: number): Abstract =>
    index === at ? changed(part, replacement) : textOf(part, place);
  const inHole = (part: Part, index: number): Abstract =>
    part.kind === "hole" && index < end ? changed(part, replacement) : textOf(part, place);
  const hasHole = self.parts.slice(0, end).some((part) => part.kind === "hole");
  // A value is not meant to contain the placeholder of another one: `"/{a}/{b}".replace("{a}", a).replace("{b}", b)`.
  if (!hasHole || (at >= 0 && isPlaceholder(word))) return at < 0 ? self : rewritten(self, place, inPiece);
  const elsewhere = rewritten(self, place, inHole);
  return at < 0 ? elsewhere : joinAll([rewritten(self, place, inPiece), elsewhere], place);
}

function isVerbatim(by: Abstract): boolean {
  return !isFunction(by) && !isUndefined(by) && plainText(by)?.includes("$") !== true;
}

function rewritten(self: Text, place: Place, each: (part: Part, index: number) => Abstract): Abstract {
  return concat(self.parts.map(each), place);
}

/** @returns a known part with its words replaced, or another unknown value for a hole. */
function changed(part: Part, replacement: Replacement): Abstract {
  const { place } = replacement;
  if (part.kind === "hole") return changedHole(part.value, place);
  const piece = textOf(part, place);
  return part.text.includes(replacement.word) ? replaceWord(piece, part.text, replacement) : piece;
}

function textOf(part: Part, place: Place): Text {
  return textFrom([part], place);
}

/**
 * Whether a word may straddle a known part and an adjacent hole so that the replacement changes the part. Replacing `//` by `/` keeps a slash at the start of
 * a part.
 */
function mayStraddle(parts: readonly Part[], index: number, word: string, by: string): boolean {
  const part = parts[index];
  if (part?.kind !== "text") return false;
  const ends = Array.from({ length: word.length - 1 }, (_, at) => at + 1);
  const isAfter = parts[index - 1]?.kind === "hole";
  const isBefore = parts[index + 1]?.kind === "hole";
  return (
    (isAfter && ends.some((at) => part.text.startsWith(word.slice(at)) && !by.endsWith(word.slice(at)))) ||
    (isBefore && ends.some((at) => part.text.endsWith(word.slice(0, at)) && !by.startsWith(word.slice(0, at)))) ||
    (isAfter && isBefore && part.text.length < word.length && word.includes(part.text))
  );
}

/** A single character, at an end of the text or anywhere in it. */
interface EndPattern {
  readonly at: "start" | "end" | "anywhere";
  readonly character: string;
  readonly times: "" | "+" | "*" | "?";
}

interface Expression {
  readonly patterns: readonly EndPattern[];
  readonly all: boolean;
}

const onePattern = /^(\^?)(?:\\([^\w\s])|([\w\-/:,;=@!"'#%&~<> ]))([+*?]?)(\$?)$/u;

/** @returns a regular expression of a simple form; `undefined` for all others. */
function readExpression(literal: string): Expression | undefined {
  const [, body = "", flags] = /^\/(.*)\/(g?u?)$/u.exec(literal) ?? [];
  if (flags === undefined) return undefined;
  const all = flags.includes("g");
  const [first, second, ...others] = body.split("|").map(readPattern);
  if (!first || others.length > 0) return undefined;
  if (!body.includes("|")) return { patterns: [first], all };
  return all && first.at === "start" && second?.at === "end" ? { patterns: [first, second], all } : undefined;
}

function readPattern(piece: string): EndPattern | undefined {
  const [matched, start, escaped, plain, times = "", end] = onePattern.exec(piece) ?? [];
  if (matched === undefined || (start && end)) return undefined;
  const at = start ? "start" : end ? "end" : "anywhere";
  if (at === "anywhere" && times !== "") return undefined;
  return { at, character: escaped ?? plain ?? "", times: times as EndPattern["times"] };
}

function replaceEnds({ patterns, all }: Expression, self: Text, by: string, place: Place): Abstract | undefined {
  let parts: readonly Part[] | undefined = self.parts;
  for (const pattern of patterns) {
    if (pattern.at === "anywhere") return undefined;
    // With `g`, a pattern that may be empty matches again after each match.
    if (all && by !== "" && (pattern.times === "*" || pattern.times === "?")) return undefined;
    parts =
      parts &&
      (pattern.at === "start" ? replaceStart(parts, pattern, by, place) : replaceEnd(parts, pattern, by, place));
  }
  return parts && textFrom(parts, place);
}

/** @returns how many characters of a run a pattern consumes, and whether it matches. */
function taken({ times }: EndPattern, run: number): { readonly count: number; readonly matches: boolean } {
  const most = times === "" || times === "?" ? 1 : run;
  return { count: Math.min(run, most), matches: run > 0 || times === "*" || times === "?" };
}

function replaceStart(
  parts: readonly Part[],
  pattern: EndPattern,
  by: string,
  place: Place,
): readonly Part[] | undefined {
  const [first, ...rest] = parts;
  if (first?.kind === "hole") return undefined;
  const text = first?.text ?? "";
  let run = 0;
  while (text.charAt(run) === pattern.character) run += 1;
  const { count, matches } = taken(pattern, run);
  // A hole may begin with the same character.
  if (count === text.length && rest.length > 0 && (pattern.times === "+" || pattern.times === "*")) return undefined;
  if (!matches) return parts;
  const kept = first && slicePart(first, count, text.length);
  return [...written(by, place), ...(kept ? [kept] : []), ...rest];
}

function replaceEnd(
  parts: readonly Part[],
  pattern: EndPattern,
  by: string,
  place: Place,
): readonly Part[] | undefined {
  const last = parts.at(-1);
  if (last?.kind === "hole") return changedEnd(parts, last, pattern, by, place);
  const text = last?.text ?? "";
  let run = 0;
  while (run < text.length && text.charAt(text.length - 1 - run) === pattern.character) run += 1;
  const { count, matches } = taken(pattern, run);
  if (count === text.length && parts.length > 1 && (pattern.times === "+" || pattern.times === "*")) return undefined;
  if (!matches) return parts;
  const kept = last && slicePart(last, 0, text.length - count);
  return [...parts.slice(0, -1), ...(kept ? [kept] : []), ...written(by, place)];
}

/** A value at the end of a path is not empty, so nothing before it is at the end. */
function changedEnd(
  parts: readonly Part[],
  last: HolePart,
  { character, times }: EndPattern,
  by: string,
  place: Place,
): readonly Part[] | undefined {
  // A pattern that may be empty matches at any end.
  const isPut = times === "*" || times === "?";
  if (by === "" ? parts.length < 2 : !isPut) return undefined;
  return [...parts.slice(0, -1), ...changedPart(last, character, place), ...written(by, place)];
}

function written(by: string, place: Place): readonly Part[] {
  return by === "" ? [] : [computedPart(by, place)];
}

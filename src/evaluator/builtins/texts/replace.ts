import { knownPart, textFrom } from "../../domain/constructors";
import type { Abstract, Call, Part, Place, Text } from "../../domain/domain";
import { slicePart } from "../../domain/texts/pieces";
import { isPlaceholder } from "../../domain/texts/templates";
import { computedText, concatenate, cutText } from "../../domain/texts/texts";
import { join, plainText } from "../../domain/values";
import type { Program } from "../../program";
import { toText } from "../../store/text-form";
import { literalOf } from "../classes/regexp";
import { argument, placeOf } from "../define";
import { changedHole, readPlaceholders, replacePlaceholders } from "./placeholders";
import { replaceUnknownName } from "./unknown-placeholders";

/** `replace` and `replaceAll`. No regular expression is run: those that only trim, or look for one word or for placeholders, are understood by their form. */

/** What is put in the place of a word. */
interface Replacement {
  readonly word: string;
  readonly by: Abstract;
  /** Whether it is put in the place of each occurrence, not of the first alone. */
  readonly all: boolean;
  readonly place: Place;
}

/** @returns the string with its replacement, `undefined` where it is not known. */
export function replaceText(
  program: Program,
  call: Call,
  self: Text,
  whole: string | undefined,
  occurrences: "all" | "first",
): Abstract | undefined {
  const place = placeOf(program, call);
  const all = occurrences === "all";
  const by = argument(program, call, 1);
  const pattern = plainText(argument(program, call, 0));
  if (pattern !== undefined) {
    return pattern === "" ? undefined : replaceKnown(program, self, whole, { word: pattern, by, all, place });
  }
  const literal = literalOf(program, argument(program, call, 0));
  const word = literal === undefined ? undefined : readWord(literal);
  if (word) return replaceKnown(program, self, whole, { ...word, by, place });
  const placeholders = literal === undefined ? undefined : readPlaceholders(literal);
  if (placeholders) return replacePlaceholders(program, call, self, placeholders, by);
  if (literal === undefined) return replaceUnknownName(program, self, argument(program, call, 0), by, place);
  const expression = readExpression(literal);
  const written = plainText(by);
  if (!expression || written === undefined || written.includes("$")) return undefined;
  return replaceEnds(expression, self, whole, written, place);
}

/** @returns the text that a regular expression looks for, if it is a text and nothing else. */
function readWord(literal: string): Pick<Replacement, "word" | "all"> | undefined {
  const [, body = "", flags] = /^\/((?:\\[^\w\s]|[\w\-/:,;=@!"'#%&~<> ])+)\/(g?u?)$/u.exec(literal) ?? [];
  return flags === undefined ? undefined : { word: body.replace(/\\(.)/gu, "$1"), all: flags.includes("g") };
}

function replaceKnown(
  program: Program,
  self: Text,
  whole: string | undefined,
  replacement: Replacement,
): Abstract | undefined {
  return whole === undefined
    ? replaceAround(program, self, replacement)
    : replaceWord(program, self, whole, replacement);
}

function replaceWord(
  program: Program,
  self: Text,
  whole: string,
  { word, by, all, place }: Replacement,
): Abstract | undefined {
  const known = plainText(by);
  if (known !== undefined) {
    const replaced = all ? whole.replaceAll(word, known) : whole.replace(word, known);
    return replaced === whole ? self : computedText(replaced, place);
  }
  if (by.kind === "callable") return undefined;
  const inserted = toText(program, by, place);
  let result: Abstract = textFrom([], place);
  let from = 0;
  for (let at = whole.indexOf(word); at >= 0; at = all ? whole.indexOf(word, from) : -1) {
    result = concatenate(concatenate(result, cutText(self, from, at, place), place), inserted, place);
    from = at + word.length;
  }
  return concatenate(result, cutText(self, from, whole.length, place), place);
}

/**
 * Replaces a word in the known pieces of a string. A hole may hold the word too, so it becomes another unknown value.
 *
 * @returns `undefined` if the word may lie partly in a hole.
 */
export function replaceAround(program: Program, self: Text, replacement: Replacement): Abstract | undefined {
  const { word, by, all, place } = replacement;
  if (by.kind === "callable" || self.parts.some((_, index) => mayStraddle(self.parts, index, word))) return undefined;
  if (all) return rewritten(self, place, (part) => changed(program, part, replacement));
  // A hole in front of the first piece that has the word may have it too: then the piece keeps it.
  const at = self.parts.findIndex((part) => part.kind === "text" && part.text.includes(word));
  const end = at < 0 ? self.parts.length : at;
  const inPiece = (part: Part, index: number): Abstract =>
    index === at ? changed(program, part, replacement) : textOf(part, place);
  const inHole = (part: Part, index: number): Abstract =>
    part.kind === "hole" && index < end ? changed(program, part, replacement) : textOf(part, place);
  const hasHole = self.parts.slice(0, end).some((part) => part.kind === "hole");
  // Nobody means a value to hold the placeholder of another one: `"/{a}/{b}".replace("{a}", a).replace("{b}", b)`.
  if (!hasHole || (at >= 0 && isPlaceholder(word))) return at < 0 ? self : rewritten(self, place, inPiece);
  const elsewhere = rewritten(self, place, inHole);
  return at < 0 ? elsewhere : join(rewritten(self, place, inPiece), elsewhere);
}

function rewritten(self: Text, place: Place, each: (part: Part, index: number) => Abstract): Abstract {
  const nothing: Abstract = textFrom([], place);
  return self.parts.reduce<Abstract>((result, part, index) => concatenate(result, each(part, index), place), nothing);
}

/** @returns a piece with its words replaced, or another unknown value in the place of a hole. */
function changed(program: Program, part: Part, replacement: Replacement): Abstract {
  const { place } = replacement;
  if (part.kind === "hole") return changedHole(part.value, place);
  const piece = textOf(part, place);
  return replaceWord(program, piece, part.text, replacement) ?? piece;
}

function textOf(part: Part, place: Place): Text {
  return textFrom([part], place);
}

/** Whether a word may cross the border between a known piece and a hole beside it. */
function mayStraddle(parts: readonly Part[], index: number, word: string): boolean {
  const part = parts[index];
  if (part?.kind !== "text") return false;
  const ends = Array.from({ length: word.length - 1 }, (_, at) => at + 1);
  const isAfter = parts[index - 1]?.kind === "hole";
  const isBefore = parts[index + 1]?.kind === "hole";
  return (
    (isAfter && ends.some((at) => part.text.startsWith(word.slice(at)))) ||
    (isBefore && ends.some((at) => part.text.endsWith(word.slice(0, at)))) ||
    (isAfter && isBefore && part.text.length < word.length && word.includes(part.text))
  );
}

/** One character, at an end of the text or anywhere in it. */
interface Pattern {
  readonly at: "start" | "end" | "anywhere";
  readonly character: string;
  readonly times: "" | "+" | "*" | "?";
}

interface Expression {
  readonly patterns: readonly Pattern[];
  readonly all: boolean;
}

const onePattern = /^(\^?)(?:\\([^\w\s])|([\w\-/:,;=@!"'#%&~<> ]))([+*?]?)(\$?)$/u;

/** @returns the pattern of a simple regular expression; `undefined` for all others. */
function readExpression(literal: string): Expression | undefined {
  const [, body = "", flags] = /^\/(.*)\/(g?u?)$/u.exec(literal) ?? [];
  if (flags === undefined) return undefined;
  const all = flags.includes("g");
  const [first, second, ...others] = body.split("|").map(readPattern);
  if (!first || others.length > 0) return undefined;
  if (!body.includes("|")) return { patterns: [first], all };
  return all && first.at === "start" && second?.at === "end" ? { patterns: [first, second], all } : undefined;
}

function readPattern(piece: string): Pattern | undefined {
  const [matched, start, escaped, plain, times = "", end] = onePattern.exec(piece) ?? [];
  if (matched === undefined || (start && end)) return undefined;
  const at = start ? "start" : end ? "end" : "anywhere";
  if (at === "anywhere" && times !== "") return undefined;
  return { at, character: escaped ?? plain ?? "", times: times as Pattern["times"] };
}

function replaceEnds(
  { patterns, all }: Expression,
  self: Text,
  whole: string | undefined,
  by: string,
  place: Place,
): Abstract | undefined {
  let parts: readonly Part[] | undefined = self.parts;
  for (const pattern of patterns) {
    if (pattern.at === "anywhere") {
      if (whole === undefined) return undefined;
      const replaced = all ? whole.replaceAll(pattern.character, by) : whole.replace(pattern.character, by);
      return replaced === whole ? self : computedText(replaced, place);
    }
    // With `g`, a pattern that may be empty matches once more behind each match.
    if (all && by !== "" && (pattern.times === "*" || pattern.times === "?")) return undefined;
    parts =
      parts &&
      (pattern.at === "start" ? replaceStart(parts, pattern, by, place) : replaceEnd(parts, pattern, by, place));
  }
  return parts && textFrom(parts, place);
}

/** @returns how many characters of a run a pattern takes, and whether it matches. */
function taken({ times }: Pattern, run: number): { readonly count: number; readonly matches: boolean } {
  const most = times === "" || times === "?" ? 1 : run;
  return { count: Math.min(run, most), matches: run > 0 || times === "*" || times === "?" };
}

function replaceStart(parts: readonly Part[], pattern: Pattern, by: string, place: Place): readonly Part[] | undefined {
  const [first, ...rest] = parts;
  if (first?.kind === "hole") return undefined;
  const text = first?.text ?? "";
  let run = 0;
  while (text.charAt(run) === pattern.character) run += 1;
  const { count, matches } = taken(pattern, run);
  // The text of the hole may begin with the same character.
  if (count === text.length && rest.length > 0 && (pattern.times === "+" || pattern.times === "*")) return undefined;
  if (!matches) return parts;
  const kept = first && slicePart(first, count, text.length);
  return [...written(by, place), ...(kept ? [kept] : []), ...rest];
}

function replaceEnd(parts: readonly Part[], pattern: Pattern, by: string, place: Place): readonly Part[] | undefined {
  const last = parts.at(-1);
  if (last?.kind === "hole") return undefined;
  const text = last?.text ?? "";
  let run = 0;
  while (run < text.length && text.charAt(text.length - 1 - run) === pattern.character) run += 1;
  const { count, matches } = taken(pattern, run);
  if (count === text.length && parts.length > 1 && (pattern.times === "+" || pattern.times === "*")) return undefined;
  if (!matches) return parts;
  const kept = last && slicePart(last, 0, text.length - count);
  return [...parts.slice(0, -1), ...(kept ? [kept] : []), ...written(by, place)];
}

function written(by: string, place: Place): readonly Part[] {
  return by === "" ? [] : [knownPart(by, { ...place, foreign: true })];
}

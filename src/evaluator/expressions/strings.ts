import type TS from "typescript";
import type { Abstract, Frame, Part, Place, Text } from "../domain/domain";
import type { Machine } from "../machine";
import { joinAll, optionsOf, unknown } from "../domain/values";

/** Strings with the place of every character. */

const maximumCombinations = 8;

/** @returns the text between two source offsets as the language reads it, and where each of its units (and its end) stands. */
export function readEscapes(
  source: string,
  start: number,
  end: number,
  template: boolean,
): { readonly text: string; readonly offsets?: number[] } {
  const raw = source.slice(start, end);
  if (!raw.includes("\\") && !(template && raw.includes("\r"))) return { text: raw };
  let text = "";
  const offsets: number[] = [];
  let at = start;
  const emit = (units: string, from: number): void => {
    offsets.push(...Array.from({ length: units.length }, () => from));
    text += units;
  };
  while (at < end) {
    const unit = source.charAt(at);
    if (unit === "\r" && template) {
      emit("\n", at);
      at += source.charAt(at + 1) === "\n" && at + 1 < end ? 2 : 1;
    } else if (unit !== "\\") {
      emit(unit, at);
      at += 1;
    } else {
      const escape = readEscape(source, at);
      emit(escape.text, at);
      at += escape.length;
    }
  }
  offsets.push(end);
  return { text, offsets };
}

const simpleEscapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" };

function readEscape(source: string, at: number): { readonly text: string; readonly length: number } {
  const next = source.charAt(at + 1);
  const rest = source.slice(at + 1, at + 12);
  const simple = simpleEscapes[next];
  if (simple !== undefined) return { text: simple, length: 2 };
  const line = /^(?:\r\n|[\n\r\u2028\u2029])/u.exec(rest);
  if (line) return { text: "", length: 1 + line[0].length };
  const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/iu.exec(rest);
  const digits = code?.[1] ?? code?.[2] ?? code?.[3];
  if (code && digits) {
    const point = parseInt(digits, 16);
    if (point <= 0x10ffff) return { text: String.fromCodePoint(point), length: 1 + code[0].length };
  }
  const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/u.exec(rest);
  if (octal) return { text: String.fromCharCode(parseInt(octal[0], 8)), length: 1 + octal[0].length };
  return { text: next, length: 2 };
}

/** Evaluates a string literal, or a template without holes. */
export function literalText(machine: Machine, frame: Frame, node: TS.StringLiteralLike): Text {
  const place = machine.place(frame, node);
  return { kind: "text", parts: pieces(machine, frame, node, place, 1, 1), place };
}

/** @param before how many characters of the token stand before its text, `after` behind it. */
function pieces(
  machine: Machine,
  frame: Frame,
  node: TS.LiteralLikeNode,
  place: Place,
  before: number,
  after: number,
): Part[] {
  if (node.text === "") return [];
  const start = place.range.start + before;
  const end = place.range.end - after;
  const read = readEscapes(frame.file.text, start, end, !machine.ts.isStringLiteral(node));
  if (read.text !== node.text) return [{ kind: "text", text: node.text, place: { ...place, foreign: true } }];
  return [{ kind: "text", text: read.text, offsets: read.offsets, place: { ...place, range: { start, end } } }];
}

/** @returns the text of one piece of a template. */
export function templatePiece(machine: Machine, frame: Frame, node: TS.TemplateLiteralLikeNode): Text {
  const { ts } = machine;
  const place = machine.place(frame, node);
  const last = ts.isTemplateTail(node) || ts.isNoSubstitutionTemplateLiteral(node);
  return { kind: "text", parts: pieces(machine, frame, node, place, 1, last ? 1 : 2), place };
}

/** Evaluates a template with holes. */
export function templateText(machine: Machine, frame: Frame, node: TS.TemplateExpression): Abstract {
  const place = machine.place(frame, node);
  let result: Abstract = { ...templatePiece(machine, frame, node.head), place };
  for (const span of node.templateSpans) {
    const value = machine.steps.expression(machine, frame, span.expression);
    result = concatenate(result, toText(machine, value, machine.place(frame, span.expression)), place);
    result = concatenate(result, templatePiece(machine, frame, span.literal), place);
  }
  return result;
}

/** @returns the string of one after the other; alternatives multiply as long as they are few. */
export function concatenate(left: Abstract, right: Abstract, place: Place): Abstract {
  const lefts = optionsOf(left);
  const rights = optionsOf(right);
  if (lefts.length * rights.length > maximumCombinations) return joinedParts(left, right, place);
  return joinAll(
    lefts.flatMap((one) => rights.map((other) => joinedParts(one, other, place))),
    place,
  );
}

/** @returns one string of two; of one that becomes too large, the beginning and that more follows. */
function joinedParts(left: Abstract, right: Abstract, place: Place): Text {
  const parts = [...partsOf(left), ...partsOf(right)].map((part) => (isLarge(part) ? openHole(place) : part));
  const size = parts.reduce((sum, part) => sum + pieceCount(part), 0);
  if (size <= mostPieces) return { kind: "text", parts, place };
  return { kind: "text", parts: [...parts.slice(0, keptPieces), openHole(place)], place };
}

function openHole(place: Place): Part {
  return { kind: "hole", value: unknown("the rest of a long text", place, { is: "string" }) };
}

function isLarge(part: Part): boolean {
  return pieceCount(part) > largestHole;
}

function pieceCount(part: Part): number {
  return part.kind === "text" ? 1 : sizeOf(part.value);
}

/**
 * A string is known up to so many pieces, those of alternatives within it included: `s += s` doubles it, and each of many conditionals in a
 * template multiplies what may stand there.
 */
const mostPieces = 400;

/** What stands in one hole may have so many of them. */
const largestHole = 100;

/** How much of a longer one is kept: enough for any URL. */
const keptPieces = 100;

const sizes = new WeakMap<readonly Part[], number>();

function sizeOf(value: Abstract): number {
  if (value.kind === "alternatives") return value.options.reduce((sum, option) => sum + sizeOf(option), 0);
  if (value.kind !== "text") return 1;
  const known = sizes.get(value.parts);
  if (known !== undefined) return known;
  const size = value.parts.reduce((sum, part) => sum + pieceCount(part), 1);
  sizes.set(value.parts, size);
  return size;
}

function partsOf(value: Abstract): readonly Part[] {
  return value.kind === "text" && !value.json ? value.parts : [{ kind: "hole", value }];
}

/**
 * Turns a value into a string as `${value}` and `String(value)` do.
 *
 * @param place the expression that is turned.
 * @returns text, or alternatives of it; what is not known becomes a hole.
 */
export function toText(machine: Machine, value: Abstract, place: Place): Abstract {
  return optionsOf(value).length === 1
    ? oneToText(machine, value, place)
    : joinAll(
        optionsOf(value).map((option) => oneToText(machine, option, place)),
        place,
      );
}

function oneToText(machine: Machine, value: Abstract, place: Place): Abstract {
  if (value.kind === "text" && !value.json) return value;
  if (value.kind === "never") return value;
  if (value.kind === "scalar") {
    const written = String(value.value);
    const from = value.place.foreign || value.text !== written ? { ...place, foreign: true as const } : value.place;
    return { kind: "text", parts: [{ kind: "text", text: written, place: from }], place };
  }
  if (value.kind === "reference") {
    const own = machine.steps.cellText(machine, value.cell, place);
    if (own) return own;
    const { class: kind } = value.cell;
    if (kind === undefined || kind !== "URLSearchParams") {
      return { kind: "text", parts: [{ kind: "hole", value: unknown("an object as a string", place) }], place };
    }
  }
  return { kind: "text", parts: [{ kind: "hole", value: { ...value, place: holePlace(value, place) } }], place };
}

function holePlace(value: Abstract, place: Place): Place {
  return value.kind === "unknown" || value.kind === "native" || value.kind === "callable" ? place : value.place;
}

/** @returns the text of a value that is a string without alternatives and holes, piece by piece as `split` or `slice` need it. */
export function slicePart(part: Extract<Part, { kind: "text" }>, start: number, end: number): Part | undefined {
  if (end <= start) return undefined;
  const text = part.text.slice(start, end);
  if (part.offsets) {
    const offsets = part.offsets.slice(start, end + 1);
    return {
      kind: "text",
      text,
      offsets,
      place: { ...part.place, range: { start: offsets[0] ?? 0, end: offsets.at(-1) ?? 0 } },
    };
  }
  const from = part.place.range.start;
  const plain = part.place.range.end - from === part.text.length && !part.place.foreign;
  return {
    kind: "text",
    text,
    place: plain ? { ...part.place, range: { start: from + start, end: from + end } } : part.place,
  };
}

/** @returns a piece of which every character has become other text, which stands where the character stands. */
export function mapPart(part: Extract<Part, { kind: "text" }>, apply: (character: string) => string): Part {
  const { range } = part.place;
  const offsetOf = (index: number): number => part.offsets?.[index] ?? range.start + index;
  let text = "";
  let index = 0;
  const offsets: number[] = [];
  for (const character of part.text) {
    const mapped = apply(character);
    for (let unit = 0; unit < mapped.length; unit += 1)
      offsets.push(offsetOf(mapped.length === character.length ? index + unit : index));
    text += mapped;
    index += character.length;
  }
  offsets.push(offsetOf(index));
  if (text === part.text) return part;
  const located = part.offsets !== undefined || range.end - range.start === part.text.length;
  return { ...part, text, offsets: located ? offsets : undefined };
}

/** Cuts the known ends of a string: text without holes only. */
export function sliceText(value: Text, start: number, end: number, place: Place): Text | undefined {
  const parts: Part[] = [];
  let at = 0;
  for (const part of value.parts) {
    if (part.kind === "hole") return undefined;
    const piece = slicePart(part, Math.max(0, start - at), Math.min(part.text.length, end - at));
    if (piece) parts.push(piece);
    at += part.text.length;
  }
  return { kind: "text", parts, place };
}

import { holePart, knownPart, text, textFrom, unknown } from "../constructors";
import { type Abstract, type Part, type Place, type Text } from "../domain";
import { bounds } from "../limits";
import { partsAfter, slicePart } from "./pieces";
import { joinAll, mapOptions, optionsOf, sharedBeginning } from "../values";

/** @returns the concatenation of two values. Alternatives are combined while they are few. */
export function concatenate(left: Abstract, right: Abstract, place: Place): Abstract {
  const lefts = optionsOf(left);
  const rights = optionsOf(right);
  if (lefts.length * rights.length > bounds.combinations) return joinedParts(left, right, place);
  return joinAll(
    lefts.flatMap((one) => rights.map((other) => joinedParts(one, other, place))),
    place,
  );
}

/** @returns the concatenation of two strings. Of a result that is too large, only the beginning is kept, and a hole. */
function joinedParts(left: Abstract, right: Abstract, place: Place): Text {
  const parts = [...partsOf(left), ...partsOf(right)].map((part) => (isLarge(part) ? openHole(place) : part));
  const size = parts.reduce((sum, part) => sum + pieceCount(part), 0);
  if (size <= bounds.pieces) return textFrom(parts, place);
  return textFrom([...parts.slice(0, bounds.keptPieces), openHole(place)], place);
}

function openHole(place: Place): Part {
  return holePart(unknown("the rest of a long text", place, { is: "string" }));
}

function isLarge(part: Part): boolean {
  return pieceCount(part) > bounds.holePieces;
}

function pieceCount(part: Part): number {
  return part.kind === "text" ? 1 : sizeOf(part.value);
}

function sizeOf(value: Abstract): number {
  if (value.kind === "alternatives") return value.options.reduce((sum, option) => sum + sizeOf(option), 0);
  return value.kind === "text" ? value.parts.reduce((sum, part) => sum + pieceCount(part), 1) : 1;
}

function partsOf(value: Abstract): readonly Part[] {
  const shared = value.kind === "alternatives" ? sharedBeginning(value.options) : undefined;
  if (shared) return [...shared, holePart(mapOptions(value, (option) => without(option, shared)))];
  return value.kind === "text" && !value.json ? value.parts : [holePart(value)];
}

function without(option: Abstract, beginning: readonly Part[]): Abstract {
  return option.kind === "text" ? { ...option, parts: partsAfter(option.parts, beginning) } : option;
}

/** @returns a piece in which every character is replaced by a text. The text takes the place of the character. */
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
  return textFrom(parts, place);
}

/** @returns the piece of a string between two ends; the string itself where it has holes. */
export function cutText(value: Text, start: number, end: number, place: Place): Text {
  return sliceText(value, start, end, place) ?? value;
}

/** @returns a string that the program computes, written nowhere. */
export function computedText(value: string, place: Place): Abstract {
  return text(value, { ...place, foreign: true });
}

/** @returns the pieces between separators; holes stay whole. */
export function splitParts(parts: readonly Part[], separator: string): Part[][] {
  const pieces: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === "hole") {
      pieces.at(-1)?.push(part);
      continue;
    }
    for (const [index, text] of part.text.split(separator).entries()) {
      if (index > 0) pieces.push([]);
      if (text !== "") pieces.at(-1)?.push(knownPart(text, { ...part.place, foreign: true }));
    }
  }
  return pieces;
}

import { computedPart, holePart, knownPart, textFrom, unknown } from "../../make";
import type { Abstract, HolePart, KnownPart, Part, Place, Text } from "../../domain";

/** Pieces of strings, each with the place at which it is written. */

/** @returns the part of a known piece between two offsets, with its own place; `undefined` if that is empty. */
export function slicePart(part: KnownPart, start: number, end: number): KnownPart | undefined {
  if (end <= start || start >= part.text.length) return undefined;
  if (start <= 0 && end >= part.text.length) return part;
  const text = part.text.slice(start, end);
  const { place } = part;
  if (part.computed) return computedPart(text, place);
  if (part.offsets) {
    const offsets = part.offsets.slice(start, end + 1);
    return knownPart(text, { ...place, start: offsets[0] ?? 0, end: offsets.at(-1) ?? 0 }, offsets);
  }
  if (place.end - place.start !== part.text.length) return computedPart(text, place);
  return knownPart(text, { ...place, start: place.start + start, end: place.start + start + text.length });
}

/**
 * Parts a known piece at what an expression finds in it.
 *
 * @param expression with the flag `g`.
 * @param put what stands in the place of each match, given the match as a piece.
 */
export function partAt(part: KnownPart, expression: RegExp, put: (found: KnownPart) => Part): readonly Part[] {
  const pieces: Part[] = [];
  let from = 0;
  for (const { index, 0: found } of part.text.matchAll(expression)) {
    const before = slicePart(part, from, index);
    const piece = slicePart(part, index, index + found.length);
    if (before) pieces.push(before);
    if (piece) pieces.push(put(piece));
    from = index + found.length;
  }
  const rest = slicePart(part, from, part.text.length);
  if (rest) pieces.push(rest);
  return pieces;
}

/** @returns a piece in which every character is replaced by a text. The text takes the place of the character. */
export function mapPart(part: KnownPart, apply: (character: string) => string): KnownPart {
  const { place, offsets: written } = part;
  const offsetOf = (index: number): number => written?.[index] ?? place.start + index;
  const offsets: number[] = [];
  let text = "";
  let index = 0;
  for (const character of part.text) {
    const mapped = apply(character);
    for (let unit = 0; unit < mapped.length; unit += 1)
      offsets.push(offsetOf(mapped.length === character.length ? index + unit : index));
    text += mapped;
    index += character.length;
  }
  offsets.push(offsetOf(index));
  if (text === part.text) return part;
  const isLocated = !part.computed && (written !== undefined || place.end - place.start === part.text.length);
  return isLocated ? knownPart(text, place, offsets) : computedPart(text, place);
}

/** @returns a piece of a string that has no holes; `undefined` for others. */
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

/** @returns the pieces between separators; holes stay whole. */
export function splitParts(parts: readonly Part[], separator: string): Part[][] {
  const pieces: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === "hole") {
      pieces.at(-1)?.push(part);
      continue;
    }
    let at = 0;
    for (const [index, text] of part.text.split(separator).entries()) {
      if (index > 0) pieces.push([]);
      const piece = slicePart(part, at, at + text.length);
      if (piece) pieces.at(-1)?.push(piece);
      at += text.length + separator.length;
    }
  }
  return pieces;
}

/** @returns the known text at the beginning, in as many pieces as it was put together of, and the parts from the first hole on. */
export function leadOf(parts: readonly Part[]): { readonly lead: string; readonly behind: readonly Part[] } {
  let lead = "";
  for (const [index, part] of parts.entries()) {
    if (part.kind === "hole") return { lead, behind: parts.slice(index) };
    lead += part.text;
  }
  return { lead, behind: [] };
}

/** @returns how long a text is at least. */
export function leastLength({ parts }: Text): number {
  return parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
}

/** @returns the parts of a value in a string: those of a text, or a hole. */
export function partsOf(value: Abstract): readonly Part[] {
  return value.kind === "text" && !value.json ? value.parts : [{ kind: "hole", value, encoded: undefined }];
}

/** @returns the names under which a value passed, without what else is known of where it came from. */
export function trailOf(value: Abstract): { readonly trail: readonly string[] } {
  return { trail: value.origin?.trail ?? [] };
}

/** @returns the parts in the place of a hole in which characters may have been replaced. */
export function changedPart(part: HolePart, character: string, place: Place): readonly Part[] {
  const { value, encoded } = part;
  const isOther = encoded === true && /[/?#&=]/u.test(character);
  if (isOther || (value.kind === "unknown" && (value.is === "number" || value.is === "boolean"))) return [part];
  return [holePart(unknown("replaced text", place, { is: "string", origin: trailOf(value) }))];
}

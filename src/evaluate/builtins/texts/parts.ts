import { computedPart, holePart, knownPart, textFrom, unknown } from "../../make";
import type { Abstract, HolePart, KnownPart, Part, Place, Text } from "../../domain";

/** Parts of strings, each with its place in the source. */

/** @returns a slice of a known part, with its own place; `undefined` if it is empty. */
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
 * Splits a known part at the matches of an expression.
 *
 * @param expression an expression with the flag `g`.
 * @param put the replacement of a match.
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

/** @returns a part with every character mapped to a text, which takes the character's place. */
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

/** @returns a slice of a string without holes; `undefined` if it has holes. */
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

/** @returns the parts between separators; holes are not split. */
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

/** @returns the known text at the start, and the parts from the first hole on. */
export function leadOf(parts: readonly Part[]): { readonly lead: string; readonly behind: readonly Part[] } {
  let lead = "";
  for (const [index, part] of parts.entries()) {
    if (part.kind === "hole") return { lead, behind: parts.slice(index) };
    lead += part.text;
  }
  return { lead, behind: [] };
}

/** @returns the minimum length of a text. */
export function leastLength({ parts }: Text): number {
  return parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
}

/** @returns the parts of a value in a string: those of a text, or one hole. */
export function partsOf(value: Abstract): readonly Part[] {
  return value.kind === "text" && !value.json ? value.parts : [{ kind: "hole", value, encoded: undefined }];
}

/** @returns the origin of a value reduced to the names under which it was passed on. */
export function trailOf(value: Abstract): { readonly trail: readonly string[] } {
  return { trail: value.origin?.trail ?? [] };
}

/** @returns the parts that replace a hole in which a character may have been replaced. */
export function changedPart(part: HolePart, character: string, place: Place): readonly Part[] {
  const { value, encoded } = part;
  const isEncoded = encoded === true || (value.kind === "object" && value.class === "URLSearchParams");
  const isOther = (isEncoded && /[/?#]/u.test(character)) || (encoded === true && /[&=]/u.test(character));
  if (isOther || (value.kind === "unknown" && (value.is === "number" || value.is === "boolean"))) return [part];
  return [holePart(unknown("replaced text", place, { is: "string", origin: trailOf(value) }))];
}

import type { Range } from "../../text/range";
import type { HolePart, StringPart, StringValue, TextPart, Value } from "../../value/value";
import { HOLE } from "../../value/located-text";
import { asScalarText } from "./known";

/** @returns the parts as one text with one `HOLE` per hole: an index into it is a position for `slice`. */
export function flatten(parts: readonly StringPart[]): string {
  return parts.map((part) => (part.kind === "hole" ? HOLE : part.text)).join("");
}

/** @returns the parts between two positions of the flattened text. Each text has its exact range. */
export function slice(parts: readonly StringPart[], from: number, to = Number.POSITIVE_INFINITY): StringPart[] {
  const result: StringPart[] = [];
  let position = 0;
  for (const part of parts) {
    const length = part.kind === "hole" ? 1 : part.text.length;
    const start = Math.max(from - position, 0);
    const end = Math.min(to - position, length);
    if (start < end) result.push(part.kind === "hole" ? part : sliceText(part, start, end));
    position += length;
    if (position >= to) break;
  }
  return result;
}

function sliceText(part: TextPart, start: number, end: number): TextPart {
  if (start === 0 && end === part.text.length) return part;
  const text = part.text.slice(start, end);
  if (part.elsewhere) return { ...part, text };
  const offsets = part.offsets?.slice(start, end + 1);
  const first = offsets ? offsets[0] : part.range.start + start;
  const last = offsets ? offsets[end - start] : part.range.start + end;
  const range = { start: first ?? part.range.start, end: last ?? part.range.end };
  return { ...part, text, range, ...(offsets && { offsets }) };
}

/** @returns the hole at a position of the flattened text, if there is one. */
export function holeAt(parts: readonly StringPart[], position: number): HolePart | undefined {
  const [part] = slice(parts, position, position + 1);
  return part?.kind === "hole" ? part : undefined;
}

/**
 * Builds a string from parts.
 *
 * @param fallback the range of a string without parts.
 */
export function stringOf(parts: readonly StringPart[], fallback: Range): StringValue {
  const places = parts.map((part) => (part.kind === "hole" ? part.value : part));
  const first = places[0];
  const last = places.at(-1);
  if (!first || !last) return { kind: "string", parts, range: fallback };
  const elsewhere = places.every((place) => place.elsewhere);
  const range = first.range.start <= last.range.end ? { start: first.range.start, end: last.range.end } : first.range;
  return { kind: "string", parts, range, ...(elsewhere && { elsewhere }) };
}

/** A text that is not written in the source: a separator that a client adds, an upper-cased method. */
export function textPart(text: string, at: Range): TextPart {
  return { kind: "text", text, range: at, elsewhere: true };
}

/**
 * @returns the parts of a value inside a string: a string's own parts, the text of a number or boolean, otherwise a
 * hole.
 */
export function partsOf(value: Value): readonly StringPart[] {
  if (value.kind === "string") return value.parts;
  const text = asScalarText(value);
  if (text === undefined) return [{ kind: "hole", value }];
  return [{ kind: "text", text, range: value.range, elsewhere: true, ...(value.origin && { origin: value.origin }) }];
}

/** Applies a mapping that keeps the length of a string's text, such as a change of case. */
export function mapText(value: StringValue, change: (text: string) => string): StringValue {
  return {
    ...value,
    parts: value.parts.map((part) => (part.kind === "text" ? { ...part, text: change(part.text) } : part)),
  };
}

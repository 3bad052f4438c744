import { knownPart } from "../constructors";
import type { Part } from "../domain";

/** Pieces of strings. */

/** @returns the part of a known piece between two offsets, with its own place; `undefined` if that is empty. */
export function slicePart(part: Extract<Part, { kind: "text" }>, start: number, end: number): Part | undefined {
  if (end <= start) return undefined;
  const text = part.text.slice(start, end);
  if (part.offsets) {
    const offsets = part.offsets.slice(start, end + 1);
    return knownPart(text, { ...part.place, range: { start: offsets[0] ?? 0, end: offsets.at(-1) ?? 0 } }, offsets);
  }
  const from = part.place.range.start;
  const plain = part.place.range.end - from === part.text.length && !part.place.foreign;
  return knownPart(text, plain ? { ...part.place, range: { start: from + start, end: from + end } } : part.place);
}

/**
 * Parts a known piece at what an expression finds in it.
 *
 * @param expression with the flag `g`.
 * @param put what stands in the place of each match, given the match as a piece.
 */
export function partAt(
  part: Extract<Part, { kind: "text" }>,
  expression: RegExp,
  put: (found: Part) => Part,
): readonly Part[] {
  const pieces: Part[] = [];
  const add = (start: number, end: number, change = (piece: Part): Part => piece): void => {
    const piece = slicePart(part, start, end);
    if (piece) pieces.push(change(piece));
  };
  let from = 0;
  for (const { index, 0: found } of part.text.matchAll(expression)) {
    add(from, index);
    add(index, index + found.length, put);
    from = index + found.length;
  }
  add(from, part.text.length);
  return pieces;
}

/** @returns whether a query has begun in a URL. */
export function hasQuery(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === "text" && part.text.includes("?"));
}

/**
 * @param areSame whether two lists of parts are the same.
 * @returns the parts with which two texts begin.
 */
export function commonParts(
  left: readonly Part[],
  right: readonly Part[],
  areSame: (left: readonly Part[], right: readonly Part[]) => boolean,
): readonly Part[] {
  const common: Part[] = [];
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (!other) break;
    if (areSame([one], [other])) {
      common.push(one);
      continue;
    }
    if (one.kind === "text" && other.kind === "text") {
      let length = 0;
      while (length < one.text.length && one.text[length] === other.text[length]) length += 1;
      const piece = slicePart(one, 0, length);
      if (piece) common.push(piece);
    }
    break;
  }
  return common;
}

/** @returns what follows in a text after the parts that `commonParts` has found. */
export function partsAfter(parts: readonly Part[], beginning: readonly Part[]): readonly Part[] {
  const last = beginning.at(-1);
  const cut = beginning.length > 0 ? parts[beginning.length - 1] : undefined;
  const rest =
    cut?.kind === "text" && last?.kind === "text" ? slicePart(cut, last.text.length, cut.text.length) : undefined;
  return [...(rest ? [rest] : []), ...parts.slice(beginning.length)];
}

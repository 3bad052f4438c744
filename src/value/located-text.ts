import type { Range } from "../text/range";
import type { StringPart, StringValue } from "./value";

/** Represents a hole in a string that is laid out as one text. Its length is one unit. */
export const HOLE = "\uFFFC";

/** A replacement in the file under analysis. */
export interface Replacement {
  readonly range: Range;
  readonly text: string;
}

/** A string value as one text, with a mapping to source ranges. */
export interface LocatedText {
  /** The text, with one `HOLE` per hole. */
  readonly text: string;
  /** Ascending positions of the holes. */
  readonly holes: readonly number[];
  /**
   * @param range a range in `text`.
   * @returns the smallest source range that shows it. A part written elsewhere has the range of the expression through
   * which it enters. If the range covers several literals that are not adjacent, the result is the part in the first
   * literal.
   */
  sourceRange(range: Range): Range;
  /**
   * @param position a position in the file.
   * @returns its position in `text`, including the ends of pieces. Inside an escape, that is the escape's start. `undefined` if no piece contains it.
   */
  offsetAt(position: number): number | undefined;
  /**
   * @param range a range in `text`; empty for an insertion.
   * @param replacement must not contain characters that need an escape in a literal or URL.
   * @returns the edits to the file. `undefined` if the range cannot be edited: it contains a hole or a part written
   * elsewhere, or the string uses its literal more than once, so that an edit would change several places.
   */
  replace(range: Range, replacement: string): readonly Replacement[] | undefined;
}

/** A part with its position in the text. */
interface Piece {
  readonly part: StringPart;
  readonly start: number;
  readonly end: number;
}

/** Lays out the parts of a string value as one text. */
export function locateText(value: StringValue): LocatedText {
  const pieces: Piece[] = [];
  const holes: number[] = [];
  let text = "";
  for (const part of value.parts) {
    const start = text.length;
    if (part.kind === "hole") holes.push(start);
    text += part.kind === "hole" ? HOLE : part.text;
    pieces.push({ part, start, end: text.length });
  }
  const touched = (range: Range): readonly Piece[] =>
    range.start === range.end
      ? pieces.filter(({ start, end }) => start <= range.start && range.start <= end).slice(0, 1)
      : pieces.filter(({ start, end }) => start < range.end && range.start < end);

  return {
    text,
    holes,
    sourceRange(range) {
      const shares = touched(range).map((piece) => shareOf(piece, range));
      const [first] = shares;
      const last = shares.at(-1);
      if (!first || !last) return value.range;
      const inOrder = shares.every((share, at) => at === 0 || (shares[at - 1]?.end ?? 0) <= share.start);
      return inOrder ? { start: first.start, end: last.end } : first;
    },
    offsetAt(position) {
      for (const piece of pieces) {
        const offset = offsetIn(piece, position);
        if (offset !== undefined) return offset;
      }
      return undefined;
    },
    replace(range, replacement) {
      const changed = touched(range);
      if (changed.length === 0 || !changed.every((piece) => isEditable(piece, pieces))) return undefined;
      return changed.map((piece, at) => ({ range: shareOf(piece, range), text: at === 0 ? replacement : "" }));
    },
  };
}

/** @returns the source range of the part of a range that is in a piece. */
function shareOf({ part, start, end }: Piece, range: Range): Range {
  if (part.kind === "hole") return part.value.range;
  if (part.elsewhere) return part.range;
  const place = placesOf(part, start);
  return { start: place(Math.max(start, range.start)), end: place(Math.min(end, range.end)) };
}

function placesOf(part: StringPart & { readonly kind: "text" }, start: number): (at: number) => number {
  return (at) => part.offsets?.[at - start] ?? part.range.start + at - start;
}

function offsetIn({ part, start, end }: Piece, position: number): number | undefined {
  if (part.kind === "hole" || part.elsewhere) return undefined;
  const place = placesOf(part, start);
  if (position < place(start) || place(end) < position) return undefined;
  let offset = start;
  while (offset < end && place(offset + 1) <= position) offset += 1;
  return offset;
}

function isEditable({ part }: Piece, pieces: readonly Piece[]): boolean {
  if (part.kind === "hole" || part.elsewhere) return false;
  const again = pieces.filter(
    ({ part: other }) =>
      other.kind === "text" &&
      !other.elsewhere &&
      other.range.start < part.range.end &&
      part.range.start < other.range.end,
  );
  return again.every((other) => other.part === part || other.part.kind === "hole");
}

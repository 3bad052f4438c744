import type { Range } from "../text/range";
import type { StringPart, StringValue } from "./value";

/** Stands for a hole where a string is laid out as one text: a hole is one unit long there. */
export const HOLE = "\uFFFC";

/** One replacement in the file under analysis. */
export interface Replacement {
  readonly range: Range;
  readonly text: string;
}

/** A string value as one text that maps each piece to its source range. */
export interface LocatedText {
  /** Every hole is one `HOLE`. */
  readonly text: string;
  /** Positions of the holes, ascending. */
  readonly holes: readonly number[];
  /**
   * @param range in `text`.
   * @returns the smallest place in the file that shows it: for what is written elsewhere, where it comes in; for what is spread over
   * several literals that do not follow one another, the first one's share.
   */
  sourceRange(range: Range): Range;
  /**
   * @param position in the file.
   * @returns where it is in `text`, the ends of pieces included; inside an escape, where that begins. `undefined` where no piece shows it.
   */
  offsetAt(position: number): number | undefined;
  /**
   * @param range in `text`; empty for an insertion.
   * @param replacement without characters that would need an escape in a literal or a URL.
   * @returns what to change in the file, or `undefined` where it cannot be: a hole, something written elsewhere, or a literal that
   * stands in the string more than once, so that a change would show in several places.
   */
  replace(range: Range, replacement: string): readonly Replacement[] | undefined;
}

/** A part with its place in the text. */
interface Piece {
  readonly part: StringPart;
  readonly start: number;
  readonly end: number;
}

/** Lays a string value's parts out as one text. */
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

/** The place in the file of a piece's share of a range. */
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

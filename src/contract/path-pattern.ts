import type { StringPart, StringValue, Value } from "../value/value";

/** One segment of a path as far as it is known: texts with holes between them; `texts` has one more member than there are holes. */
export interface Segment {
  readonly texts: readonly string[];
  /** All its holes are known to be numbers. */
  readonly numeric: boolean;
}

/** At most this many combinations of alternative values are looked at; beyond it an alternative counts as a hole. */
const combinationLimit = 16;

/**
 * Cuts a path into segments. What follows `?` or `#` is left out, and so is a trailing slash.
 *
 * @param path a located value, or a text in which `{name}` stands for a hole.
 * @returns one list of segments for every combination of the alternatives that its holes may have; never empty.
 */
export function splitPath(path: StringValue | string): (readonly Segment[])[] {
  if (typeof path === "string") return [segmentsOf([path])];
  let combinations: (string | Hole)[][] = [[]];
  for (const part of path.parts) {
    const pieces = piecesOf(part);
    const fits = combinations.length * pieces.length <= combinationLimit;
    combinations = combinations.flatMap((before) => (fits ? pieces : [unknownHole]).map((piece) => [...before, piece]));
  }
  return combinations.map(segmentsOf);
}

/** @returns whether the segment is one hole and nothing else. */
export function isHole({ texts }: Segment): boolean {
  return texts.length === 2 && texts[0] === "" && texts[1] === "";
}

/** @returns the segment's text, where it has no holes. */
export function textOf({ texts }: Segment): string | undefined {
  return texts.length === 1 ? texts[0] : undefined;
}

/** @returns whether the segment's holes can be filled such that it reads `text`. */
export function canRead({ texts, numeric }: Segment, text: string): boolean {
  const [first = "", ...later] = texts;
  const last = later.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const between of later) {
    const found = text.indexOf(between, position);
    if (found < 0 || found + between.length > end) return false;
    position = found + between.length;
  }
  return !numeric || /\d/.test(text.slice(first.length, end));
}

interface Hole {
  readonly numeric: boolean;
}

const unknownHole: Hole = { numeric: false };

function piecesOf(part: StringPart): (string | Hole)[] {
  if (part.kind === "text") return [part.text];
  const options: readonly Value[] = part.value.kind === "alternatives" ? part.value.options : [part.value];
  return options.map((option) => {
    if (option.kind === "string" && option.parts.every((each) => each.kind === "text"))
      return option.parts.map((each) => each.text).join("");
    if (option.kind === "number") return option.text;
    return option.kind === "unknown" && option.is === "number" ? { numeric: true } : unknownHole;
  });
}

function segmentsOf(pieces: readonly (string | Hole)[]): Segment[] {
  const segments: { texts: string[]; numeric: boolean }[] = [{ texts: [""], numeric: true }];
  for (const piece of pieces) {
    if (typeof piece === "string") {
      const end = piece.search(/[?#]/);
      addText(segments, end < 0 ? piece : piece.slice(0, end));
      if (end >= 0) break;
    } else {
      addHole(segments, piece.numeric);
    }
  }
  if (isEmpty(segments[0])) segments.shift();
  if (isEmpty(segments.at(-1))) segments.pop();
  return segments.map(({ texts, numeric }) => ({ texts, numeric: numeric && texts.length > 1 }));
}

function addText(segments: { texts: string[]; numeric: boolean }[], text: string): void {
  for (const [index, piece] of text.split("/").entries()) {
    if (index > 0) segments.push({ texts: [""], numeric: true });
    const [first = "", ...afterParameters] = piece.split(/\{[^{}]*\}/);
    const segment = segments.at(-1);
    if (segment === undefined) return;
    segment.texts.push((segment.texts.pop() ?? "") + first, ...afterParameters);
    if (afterParameters.length > 0) segment.numeric = false;
  }
}

function addHole(segments: { texts: string[]; numeric: boolean }[], numeric: boolean): void {
  const segment = segments.at(-1);
  segment?.texts.push("");
  if (segment !== undefined && !numeric) segment.numeric = false;
}

function isEmpty(segment: { readonly texts: readonly string[] } | undefined): boolean {
  return segment?.texts.length === 1 && segment.texts[0] === "";
}

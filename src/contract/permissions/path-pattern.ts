import type { StringPart, StringValue, Value } from "../../value/value";

/** A path segment as alternating texts and holes: `texts` has one more member than there are holes. */
export interface Segment {
  readonly texts: readonly string[];
  /** Whether all of its holes are known to be numbers. */
  readonly numeric: boolean;
  /** For a segment that is one hole, by the name of the hole: one segment, or owner and repository together. */
  readonly holds?: "one" | "two";
}

/** Bounds the combinations of alternatives; beyond it, an alternative counts as a hole. */
const combinationLimit = 16;

/**
 * Splits a path into segments, without a trailing slash or anything after `?` or `#`.
 *
 * @param path a located value, or a text with `{name}` for each hole.
 * @returns a list of segments for each combination of its holes' alternatives; never empty.
 */
export function splitPath(path: StringValue | string): (readonly Segment[])[] {
  if (typeof path === "string") return [segmentsOf([path])];
  let combinations: (string | Hole)[][] = [[]];
  for (const part of path.parts) {
    const pieces = piecesOf(part);
    const fits = combinations.length * pieces.length <= combinationLimit;
    combinations = combinations.flatMap((before) =>
      (fits ? pieces : [{ numeric: false }]).map((piece) => [...before, piece]),
    );
  }
  return combinations.map(segmentsOf);
}

/** @returns whether the segment is a single hole without text. */
export function isHole({ texts }: Segment): boolean {
  return texts.length === 2 && texts[0] === "" && texts[1] === "";
}

/** @returns the decoded text of a segment without holes. An encoded slash does not separate segments. */
export function textOf({ texts }: Segment): string | undefined {
  const text = texts.length === 1 ? texts[0] : undefined;
  if (text?.includes("%") !== true) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns whether a segment with holes can equal `text`. */
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
  readonly holds?: Segment["holds"];
}

/** Names of holes that contain `owner/repository`. */
const namesOfTwo =
  /(?:full_?name|name_?with_?owner|nwo|repo(?:sitory)?_?slug|owner_?(?:and_?)?repo|github_repository)$/i;

/** Names of holes that contain no slash. */
const namesOfOne = /(?:owner|org|organi[sz]ation|login|user|user_?name|account|number|id)$/i;

/** Names of holes that are numbers, which match no fixed word. */
const namesOfNumbers = /(?:^|[._])(?:number|NUMBER)$|[a-z]Number$/;

function holdsByName(names: readonly string[]): Segment["holds"] {
  const plain = names.map((name) => name.replace(/\(.*\)$/, ""));
  if (plain.some((name) => namesOfTwo.test(name))) return "two";
  return plain.some((name) => namesOfOne.test(name)) ? "one" : undefined;
}

function makeHole(numeric: boolean, holds: Segment["holds"]): Hole {
  return { numeric, ...(holds !== undefined && { holds }) };
}

function holeOf(value: Value, encoded: boolean): Hole {
  const { trail = [], parameter } = value.origin ?? {};
  const names = parameter === undefined ? trail : [...trail, parameter.name];
  const numeric =
    value.kind === "unknown" && (value.is === "number" || names.some((name) => namesOfNumbers.test(name)));
  return makeHole(numeric, encoded ? "one" : holdsByName(names));
}

function piecesOf(part: StringPart): (string | Hole)[] {
  if (part.kind === "text") return [part.text];
  const options: readonly Value[] = part.value.kind === "alternatives" ? part.value.options : [part.value];
  return options.map((option) => {
    if (option.kind === "string" && option.parts.every((each) => each.kind === "text"))
      return option.parts.map((each) => each.text).join("");
    if (option.kind === "number") return option.text;
    return holeOf(option, part.encoded === true);
  });
}

/** A segment under construction. */
interface OpenSegment {
  texts: string[];
  numeric: boolean;
  holds: Segment["holds"];
}

function segmentsOf(pieces: readonly (string | Hole)[]): Segment[] {
  const segments: OpenSegment[] = [newSegment()];
  for (const piece of pieces) {
    if (typeof piece === "string") {
      // Also matches the query of a template: `{?page}`.
      const end = piece.search(/\{[?&]|[?#]/);
      addText(segments, end < 0 ? piece : piece.slice(0, end));
      if (end >= 0) break;
    } else {
      addHole(segments, piece);
    }
  }
  if (isEmpty(segments[0])) segments.shift();
  if (isEmpty(segments.at(-1))) segments.pop();
  return segments.map(({ texts, numeric, holds }) => ({
    texts,
    numeric: numeric && texts.length > 1,
    ...(holds !== undefined && { holds }),
  }));
}

function newSegment(): OpenSegment {
  return { texts: [""], numeric: true, holds: undefined };
}

function addText(segments: OpenSegment[], text: string): void {
  for (const [index, piece] of text.split("/").entries()) {
    if (index > 0) segments.push(newSegment());
    const [first = "", ...afterParameters] = piece.split(/\{[^{}]*\}/);
    const segment = segments.at(-1);
    if (segment === undefined) return;
    segment.texts.push((segment.texts.pop() ?? "") + first, ...afterParameters);
    if (afterParameters.length === 0) continue;
    const name = piece.replace(/[{}]/g, "");
    segment.numeric &&= namesOfNumbers.test(name);
    segment.holds = holdsByName([name]);
  }
}

function addHole(segments: OpenSegment[], { numeric, holds }: Hole): void {
  const segment = segments.at(-1);
  if (segment === undefined) return;
  segment.texts.push("");
  segment.holds = holds;
  if (!numeric) segment.numeric = false;
}

function isEmpty(segment: { readonly texts: readonly string[] } | undefined): boolean {
  return segment?.texts.length === 1 && segment.texts[0] === "";
}

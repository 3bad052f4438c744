/** A half-open range of a text, in UTF-16 offsets of the text without its byte-order mark. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** @returns whether a position lies inside a range, or at one of its ends. */
export function touches({ start, end }: Range, position: number): boolean {
  return start <= position && position <= end;
}

/** @returns whether two ranges have the same ends. */
export function isSameRange(one: Range, other: Range): boolean {
  return one.start === other.start && one.end === other.end;
}

/** @returns whether `inner` lies completely inside `outer`. */
export function containsRange(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

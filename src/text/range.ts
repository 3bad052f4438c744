/** A half-open range of a text, in UTF-16 offsets of the text without its byte-order mark. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** @returns whether `inner` lies completely inside `outer`. */
export function containsRange(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

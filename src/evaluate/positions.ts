import type { Range } from "../text/range";
import type { Place } from "./domain";

/**
 * Places of all files as plain numbers, so that located values of any file can be put together and taken apart by clients: each file, and each
 * value that came into another file, has a region of its own. `at` leads back to the place.
 */
export class Positions {
  readonly #starts: number[] = [];
  readonly #places: Place[] = [];
  readonly #files = new Map<object, number>();
  #next = 0;

  /** @returns the range of a place. */
  rangeOf(place: Place): Range {
    const { file, through, start, end } = place;
    if (through) {
      const begin = this.#region({ ...place, end }, end - start);
      return { start: begin, end: begin + end - start };
    }
    let begin = this.#files.get(file);
    if (begin === undefined) {
      begin = this.#region({ file, start: 0, end: file.tree.text.length, context: undefined }, file.tree.text.length);
      this.#files.set(file, begin);
    }
    return { start: begin + start, end: begin + end };
  }

  /** @returns the place of a range that `rangeOf` gave, or of a part of it; `undefined` for other ranges. */
  at(range: Range): Place | undefined {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= range.start) low = middle + 1;
      else high = middle;
    }
    const begin = this.#starts[low - 1];
    const place = this.#places[low - 1];
    if (begin === undefined || !place) return undefined;
    const start = place.start + range.start - begin;
    return { ...place, start, end: start + range.end - range.start };
  }

  #region(place: Place, length: number): number {
    const begin = this.#next;
    this.#starts.push(begin);
    this.#places.push(place);
    // One more for the empty range at its end, and none of another region beside it.
    this.#next += length + 2;
    return begin;
  }
}

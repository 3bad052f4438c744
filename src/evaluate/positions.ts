import type { Range } from "../text/range";
import type { Place } from "./domain";

/**
 * Maps places of all files to plain numbers, so that clients can combine and cut located values of any file. Each file, and each value that came into another
 * file, has a region of its own. `at` maps a range back to its place.
 */
export class Positions {
  readonly #starts: number[] = [];
  readonly #places: Place[] = [];
  readonly #files = new Map<object, number>();
  #next = 0;

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

  /** @returns the place of a range from `rangeOf`, or of a part of one; `undefined` for other ranges. */
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
    // Two more: one for the empty range at the end, and one that separates the regions.
    this.#next += length + 2;
    return begin;
  }
}

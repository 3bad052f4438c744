import { displayWidth, sliceColumns } from "../columns";
import type { FrameLine } from "./frame";

/** A line of a frame as it stands on a terminal. */
export interface FittedLine {
  readonly number: number;
  readonly text: string;
  /** The columns that the finding covers, 0-based and half-open; absent on the lines round it. */
  readonly mark?: readonly [number, number];
}

/**
 * Fits the lines of a frame into the columns of a terminal, all by the same shift, so that what is marked can be seen.
 *
 * @param width `undefined`: the lines stay as long as they are.
 */
export function fitFrame(lines: readonly FrameLine[], width: number | undefined): readonly FittedLine[] {
  const placed = lines.map(({ number, text, mark }): FittedLine => {
    // A tab takes as many columns as the terminal likes: one is a number that marks can count on.
    const plain = text.replaceAll("\t", " ");
    if (!mark) return { number, text: plain };
    const start = displayWidth(plain.slice(0, mark[0]));
    return { number, text: plain, mark: [start, start + Math.max(1, displayWidth(plain.slice(...mark)))] };
  });
  if (width === undefined || placed.every(({ text }) => displayWidth(text) <= width)) return placed;
  const [start, end] = placed.find(({ mark }) => mark !== undefined)?.mark ?? [0, 0];
  const half = Math.floor(width / 2);
  // The last column may be an ellipsis.
  const shift = start + Math.min(end - start, half) < width ? 0 : start - half;
  return placed.map(({ number, text, mark }) => {
    const cut = { number, text: sliceColumns(text, shift, width) };
    if (!mark) return cut;
    const from = Math.min(width - 1, Math.max(0, mark[0] - shift));
    return { ...cut, mark: [from, Math.max(from + 1, Math.min(width, mark[1] - shift))] };
  });
}

import { displayWidth, sliceColumns } from "../columns";
import type { FrameLine } from "./frame";

/** A line of a frame as the terminal shows it. */
export interface FittedLine {
  readonly number: number;
  readonly text: string;
  /** The columns that the finding covers, 0-based and half-open; absent on lines around it. */
  readonly mark?: readonly [number, number];
}

/**
 * Fits the lines of a frame into the width of a terminal. All shift by the same number of columns, chosen so that the
 * mark is visible.
 *
 * @param width `undefined`: lines keep their length.
 */
export function fitFrame(lines: readonly FrameLine[], width: number | undefined): readonly FittedLine[] {
  const placed = lines.map(({ number, text, mark }): FittedLine => {
    // The width of a tab depends on the terminal; as one space, it keeps the marks aligned.
    const plain = text.replaceAll("\t", " ");
    if (!mark) return { number, text: plain };
    const start = displayWidth(plain.slice(0, mark[0]));
    return { number, text: plain, mark: [start, start + Math.max(1, displayWidth(plain.slice(...mark)))] };
  });
  if (width === undefined || placed.every(({ text }) => displayWidth(text) <= width)) return placed;
  const [start, end] = placed.find(({ mark }) => mark !== undefined)?.mark ?? [0, 0];
  const half = Math.floor(width / 2);
  // An ellipsis may take the last column.
  const shift = start + Math.min(end - start, half) < width ? 0 : start - half;
  return placed.map(({ number, text, mark }) => {
    const cut = { number, text: sliceColumns(text, shift, width) };
    if (!mark) return cut;
    const from = Math.min(width - 1, Math.max(0, mark[0] - shift));
    return { ...cut, mark: [from, Math.max(from + 1, Math.min(width, mark[1] - shift))] };
  });
}

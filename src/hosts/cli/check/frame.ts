import type { Range } from "../../../text/range";
import type { LineTable } from "../../../text/lines";

/** The lines round a finding, cut to a printable width. */
export interface Frame {
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  readonly text: string;
  /** The part of `text` that the finding covers, 0-based and half-open; absent on the lines round it. */
  readonly mark?: readonly [number, number];
}

const before = 1;
const mostLines = 4;
const width = 140;

/**
 * Cuts the lines that a finding covers, and the one before it, out of a text.
 *
 * A long line (minified code, a one-line JSON file) is cut to what stands round the finding, so that a report stays small.
 */
export function frameOf(text: string, lines: LineTable, range: Range): Frame {
  const from = lines.positionAt(range.start);
  const to = lines.positionAt(range.end);
  const first = Math.max(1, from.line - before);
  const last = Math.min(to.line, first + mostLines - 1);
  const shift =
    from.column + Math.min(range.end - range.start, width / 2) <= width ? 0 : from.column - 1 - Math.floor(width / 2);
  const cut: FrameLine[] = [];
  for (let number = first; number <= last; number += 1) {
    const start = lines.lineStart(number);
    const line = text.slice(start, lines.lineStart(number + 1)).replace(/[\r\n\u2028\u2029]+$/u, "");
    const isMarked = number >= from.line;
    const content = number === from.line ? Math.max(0, range.start - start) : line.search(/\S|$/u);
    const markEnd = number === to.line ? range.end - start : line.length;
    const mark: readonly [number, number] = [clamp(content - shift), clamp(Math.max(markEnd, content + 1) - shift)];
    cut.push({ number, text: shorten(line, shift), ...(isMarked && mark[1] > mark[0] && { mark }) });
  }
  return { lines: cut };
}

function clamp(column: number): number {
  return Math.max(0, Math.min(column, width));
}

/** @returns a window of the line; an ellipsis takes the place of a character that is cut away. */
function shorten(line: string, shift: number): string {
  const window = line.slice(shift, shift + width);
  const start = shift > 0 ? `…${window.slice(1)}` : window;
  return line.length > shift + width ? `${start}…` : start;
}

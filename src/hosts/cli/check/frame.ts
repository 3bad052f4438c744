import type { Range } from "../../../text/range";
import type { LineTable } from "../../../text/lines";

/** The lines around a finding, cut to a printable width. */
export interface Frame {
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  readonly text: string;
  /** The part of `text` that the finding covers, 0-based and half-open; absent on lines around it. */
  readonly mark?: readonly [number, number];
}

const before = 1;
const mostLines = 4;
const width = 140;

/**
 * Cuts the lines that a finding covers, and the line before it, out of a text.
 *
 * A long line (minified code, a one-line JSON file) is cut around the finding, so that a report stays small.
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
    const length = lengthOfLine(text, start, lines.lineStart(number + 1));
    const isMarked = number >= from.line;
    const content = number === from.line ? Math.max(0, range.start - start) : indentOf(text, start, length);
    const markEnd = number === to.line ? range.end - start : length;
    const mark: readonly [number, number] = [clamp(content - shift), clamp(Math.max(markEnd, content + 1) - shift)];
    cut.push({ number, text: cutLine(text, start, length, shift), ...(isMarked && mark[1] > mark[0] && { mark }) });
  }
  return { lines: cut };
}

/**
 * @returns the length of a line without its line break. Scans from the end: a line of megabytes may have many findings.
 */
function lengthOfLine(text: string, start: number, next: number): number {
  let end = next;
  while (end > start && /[\r\n\u2028\u2029]/u.test(text.charAt(end - 1))) end -= 1;
  return end - start;
}

/** @returns the number of blanks at the start of a line, up to the printable width. */
function indentOf(text: string, start: number, length: number): number {
  const found = text.slice(start, start + Math.min(length, width)).search(/\S/u);
  return found < 0 ? Math.min(length, width) : found;
}

function clamp(column: number): number {
  return Math.max(0, Math.min(column, width));
}

/** @returns a window of the line, with an ellipsis in place of the first or last character where text is cut off. */
function cutLine(text: string, lineStart: number, length: number, shift: number): string {
  const window = text.slice(lineStart + shift, lineStart + Math.min(length, shift + width));
  const start = shift > 0 ? `…${window.slice(1)}` : window;
  return length > shift + width ? `${start}…` : start;
}

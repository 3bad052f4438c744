import type { Range } from "./range";

/** A position in a text: line and column are 1-based, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range by the positions of its ends. */
export interface Span extends Position {
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * The characters that end a line. In code these include U+2028, U+2029 and a single carriage return, as in ECMAScript,
 * TypeScript and ESLint. In YAML and JSON only a line feed does, with or without a carriage return before it. In the
 * Language Server Protocol, a single carriage return does too, whatever the language.
 */
export type LineBreaks = "code" | "data" | "protocol";

const patterns = { code: /\r\n|[\n\r\u2028\u2029]/gu, protocol: /\r\n|[\n\r]/gu };

/** The lines of a text; converts between offsets and positions. */
export class LineTable {
  readonly #text: string;
  readonly #breaks: LineBreaks;
  readonly #length: number;
  /** Computed on demand, because most texts have nothing to report. */
  #made: readonly number[] | undefined;

  /** @param text without byte-order mark. */
  constructor(text: string, breaks: LineBreaks) {
    this.#text = text;
    this.#breaks = breaks;
    this.#length = text.length;
  }

  get #starts(): readonly number[] {
    this.#made ??= findLineStarts(this.#text, this.#breaks);
    return this.#made;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /**
   * @param offset clamped to the text.
   * @returns its position. An offset inside a CRLF belongs to the line that the CRLF ends.
   */
  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.#length));
    if (clamped === 0) return { line: 1, column: 1 };
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: clamped - (this.#starts[low] ?? 0) + 1 };
  }

  /** @returns the positions of both ends of a range. */
  spanOf({ start, end }: Range): Span {
    const { line, column } = this.positionAt(start);
    const { line: endLine, column: endColumn } = this.positionAt(end);
    return { line, column, endLine, endColumn };
  }

  /**
   * @returns the offset of a position, clamped to the text. A column beyond the line's end continues into the next
   * line.
   */
  offsetAt(position: Position): number {
    const start = this.#starts[Math.max(1, position.line) - 1] ?? this.#length;
    return Math.max(0, Math.min(start + position.column - 1, this.#length));
  }

  /** @returns the offset of a line's start; the text's length for a line beyond the last. */
  lineStart(line: number): number {
    return this.offsetAt({ line, column: 1 });
  }
}

function findLineStarts(text: string, breaks: LineBreaks): readonly number[] {
  const starts = [0];
  if (breaks === "data") {
    // A carriage return before the line feed needs no handling: the line break ends with the line feed anyway.
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  } else {
    for (const found of text.matchAll(patterns[breaks])) starts.push(found.index + found[0].length);
  }
  return starts;
}

/** @returns the text without its byte-order mark, and whether it had one. */
export function stripByteOrderMark(text: string): { readonly text: string; readonly marked: boolean } {
  return text.startsWith("\uFEFF") ? { text: text.slice(1), marked: true } : { text, marked: false };
}

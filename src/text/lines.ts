/** A place in a text: both numbers count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * What ends a line. In code, as ECMAScript, TypeScript and ESLint have it, U+2028 and U+2029 do too, and a carriage return alone; in YAML
 * and JSON only a line feed, with or without a carriage return before it.
 */
export type LineBreaks = "code" | "data";

const patterns: Readonly<Record<LineBreaks, RegExp>> = {
  code: /\r\n|[\n\r\u2028\u2029]/gu,
  data: /\r?\n/gu,
};

/** The lines of a text: converts between offsets and positions. */
export class LineTable {
  readonly #length: number;
  readonly #starts: number[] = [0];

  /** @param text without byte-order mark. */
  constructor(text: string, breaks: LineBreaks) {
    this.#length = text.length;
    for (const found of text.matchAll(patterns[breaks])) this.#starts.push(found.index + found[0].length);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /**
   * @param offset clamped to the text.
   * @returns its position. Between the two halves of a CRLF it is still on the line that they end.
   */
  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: clamped - (this.#starts[low] ?? 0) + 1 };
  }

  /** @returns the offset of a position, clamped to the text. A column past the line's end goes on into the next one. */
  offsetAt(position: Position): number {
    const start = this.#starts[Math.max(1, position.line) - 1] ?? this.#length;
    return Math.max(0, Math.min(start + position.column - 1, this.#length));
  }

  /** @returns the offset at which a line begins; the text's length for a line past the last. */
  lineStart(line: number): number {
    return this.offsetAt({ line, column: 1 });
  }
}

/** @returns the text without its byte-order mark, and whether it had one. */
export function stripByteOrderMark(text: string): { readonly text: string; readonly marked: boolean } {
  return text.startsWith("\uFEFF") ? { text: text.slice(1), marked: true } : { text, marked: false };
}

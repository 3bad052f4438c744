import type { Position, Range as ProtocolRange, TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import type { Range } from "../../text/range";
import { LineTable } from "../../text/lines";

/** How a client counts positions in a line: in UTF-8 bytes, UTF-16 units, or code points. */
export type Encoding = "utf-8" | "utf-16" | "utf-32";

/** An open file in the client's state. Immutable: an edit creates a new one. */
export class OpenText {
  readonly #whole: string;
  readonly #encoding: Encoding;
  readonly #lines: LineTable;

  /** @param whole the client's text, which may begin with a byte-order mark. */
  constructor(
    readonly uri: string,
    readonly languageId: string,
    readonly version: number,
    whole: string,
    encoding: Encoding,
  ) {
    this.#whole = whole;
    this.#encoding = encoding;
    this.#lines = new LineTable(whole, "protocol");
  }

  /** The analysed text, without byte-order mark. All offsets refer to it. */
  get text(): string {
    return this.#mark === 0 ? this.#whole : this.#whole.slice(1);
  }

  get #mark(): number {
    return this.#whole.startsWith("\uFEFF") ? 1 : 0;
  }

  /** @returns the file after the edits, applied one after another. */
  edit(changes: readonly TextDocumentContentChangeEvent[], version: number): OpenText {
    return changes.reduce<OpenText>((file, change) => {
      const { range, text } = change as { readonly range?: ProtocolRange; readonly text: string };
      const whole = range === undefined ? text : file.#replace(range, text);
      return new OpenText(this.uri, this.languageId, version, whole, this.#encoding);
    }, this);
  }

  #replace(range: ProtocolRange, text: string): string {
    const [start, end] = [this.#indexAt(range.start), this.#indexAt(range.end)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    return this.#whole.slice(0, start) + text + this.#whole.slice(end);
  }

  /** @returns the offset of a client's position, clamped to its line and to the text. */
  offsetAt(position: Position): number {
    return Math.max(0, this.#indexAt(position) - this.#mark);
  }

  positionAt(offset: number): Position {
    const index = Math.max(0, Math.min(offset + this.#mark, this.#whole.length));
    const { line, column } = this.#lines.positionAt(index);
    return { line: line - 1, character: this.#count(this.#whole.slice(index - column + 1, index)) };
  }

  rangeOf({ start, end }: Range): ProtocolRange {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  offsetsOf({ start, end }: ProtocolRange): Range {
    return { start: this.offsetAt(start), end: this.offsetAt(end) };
  }

  #indexAt({ line, character }: Position): number {
    if (line < 0) return 0;
    const start = this.#lines.lineStart(line + 1);
    const content = this.#whole.slice(start, this.#lines.lineStart(line + 2)).replace(/[\r\n]+$/u, "");
    return start + unitsIn(content, character, this.#encoding);
  }

  #count(text: string): number {
    if (this.#encoding === "utf-16") return text.length;
    if (this.#encoding === "utf-8") return Buffer.byteLength(text);
    return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
  }
}

/**
 * @returns the number of UTF-16 units before a client's character offset, at most the whole line. Never splits a
 * surrogate pair.
 */
function unitsIn(line: string, character: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.max(0, Math.min(character, line.length));
  let units = 0;
  let counted = 0;
  for (const each of line) {
    const next = counted + (encoding === "utf-8" ? Buffer.byteLength(each) : 1);
    if (next > character) break;
    counted = next;
    units += each.length;
  }
  return units;
}

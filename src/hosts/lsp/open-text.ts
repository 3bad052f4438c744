import type { Position, Range as ProtocolRange, TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import type { Range } from "../../text/range";

/** How a client counts positions in a line: in UTF-8 bytes, UTF-16 units, or code points. */
export type Encoding = "utf-8" | "utf-16" | "utf-32";

/** Line breaks of the protocol, independent of the language. */
const lineBreaks = /\r\n|[\n\r]/gu;

/** An open file in the client's state. Immutable: an edit creates a new one. */
export class OpenText {
  readonly #whole: string;
  readonly #encoding: Encoding;
  #starts: readonly number[] | undefined;

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
  }

  /** The analysed text, without byte-order mark. All offsets refer to it. */
  get text(): string {
    return this.#mark === 0 ? this.#whole : this.#whole.slice(1);
  }

  get #mark(): number {
    return this.#whole.startsWith("\uFEFF") ? 1 : 0;
  }

  get #lineStarts(): readonly number[] {
    this.#starts ??= [0, ...[...this.#whole.matchAll(lineBreaks)].map(({ index, 0: found }) => index + found.length)];
    return this.#starts;
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
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: this.#count(this.#whole.slice(starts[low], index)) };
  }

  rangeOf({ start, end }: Range): ProtocolRange {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  offsetsOf({ start, end }: ProtocolRange): Range {
    return { start: this.offsetAt(start), end: this.offsetAt(end) };
  }

  #indexAt({ line, character }: Position): number {
    const starts = this.#lineStarts;
    if (line < 0) return 0;
    const start = starts[line];
    if (start === undefined) return this.#whole.length;
    const next = starts[line + 1];
    const content = this.#whole.slice(start, next).replace(/[\r\n]+$/u, "");
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

import type { Range } from "../text/range";
import {
  byteOrderMark,
  carriageReturn,
  colon,
  dash,
  doubleQuote,
  hash,
  lineFeed,
  singleQuote,
  space,
} from "./character-codes";

/** Thrown and caught inside the readers: the text is not plain YAML. */
export const doubt = new Error("not plain YAML");

/** Flags by character code: which characters may begin a plain scalar, and which make up a plain key. */
const begins = mark(/[A-Za-z0-9_./+~=<($;^\\-]/);
export const isKeyPart = mark(/[A-Za-z0-9_./$@-]/);

function mark(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

// Sticky patterns are fast from the first line on, but loops over characters only after the JIT has compiled them.
export const plainKey = /[A-Za-z0-9_./$@-]+/y;
const inDoubleQuotes = /"[^"\\\u0000-\u0008\u000a-\u001f\ufeff]*"/y;
const inSingleQuotes = /'[^'\u0000-\u0008\u000a-\u001f\ufeff]*'(?!')/y;
/** Words separated by spaces. A colon before white space ends the scalar, and so does a `#` after it. */
export const plainScalar =
  /(?:[^\u0000- :\ufeff]+|:(?=[^\u0000- ]))+(?: +(?:[^\u0000- :#\ufeff]|:(?=[^\u0000- ]))(?:[^\u0000- :\ufeff]+|:(?=[^\u0000- ]))*)*/y;
export const lineRest = /[^\r\n]*/y;

/** @returns the end of a sticky pattern's match; -1 if there is none. */
export function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** A position in plain YAML. It moves forward over white space, comments and line breaks to the next content. */
export class YamlCursor {
  protected at: number;
  /** Column of the content at `at`, if a line's content begins there; -1 at the end. */
  protected indent = 0;

  /** @param comments receives the ranges of comments. */
  constructor(
    protected readonly text: string,
    protected readonly start: number,
    protected readonly end: number,
    private readonly comments: Range[] | undefined,
  ) {
    this.at = start;
  }

  protected code(at: number): number {
    return at < this.end ? this.text.charCodeAt(at) : lineFeed;
  }

  /** Moves from the start of a line to the next content. */
  protected nextLine(): void {
    const { text, end } = this;
    let at = this.at;
    for (;;) {
      const lineStart = at;
      while (at < end && text.charCodeAt(at) === space) at++;
      if (at >= end) {
        this.at = end;
        this.indent = -1;
        return;
      }
      const code = text.charCodeAt(at);
      if (code === hash) at = this.comment(at);
      else if (code !== lineFeed && code !== carriageReturn) {
        this.at = at;
        this.indent = at - lineStart;
        return;
      }
      at = this.lineBreak(at);
    }
  }

  /** @returns the position after a line break. Throws if there is none and the text continues. */
  protected lineBreak(at: number): number {
    if (at >= this.end) return at;
    const code = this.text.charCodeAt(at);
    if (code === lineFeed) return at + 1;
    if (code === carriageReturn && at + 1 < this.end && this.text.charCodeAt(at + 1) === lineFeed) return at + 2;
    throw doubt;
  }

  /** @returns the position after a comment, at the end of its line. */
  protected comment(start: number): number {
    const end = endOf(lineRest, this.text, start);
    this.comments?.push({ start, end });
    return end;
  }

  /** Moves past the rest of a line, which may only contain a comment, to the next content. */
  protected endLine(): void {
    let at = this.at;
    while (at < this.end && this.text.charCodeAt(at) === space) at++;
    if (at < this.end && this.text.charCodeAt(at) === hash) {
      if (at === this.at) throw doubt;
      at = this.comment(at);
    }
    this.at = this.lineBreak(at);
    this.nextLine();
  }

  protected isLineEnd(at: number): boolean {
    const code = this.code(at);
    return code === lineFeed || code === carriageReturn;
  }

  protected isDash(at: number): boolean {
    return (
      this.text.charCodeAt(at) === dash && at < this.end && (this.code(at + 1) === space || this.isLineEnd(at + 1))
    );
  }

  /** Whether the rest of a line seems to begin with a key. A false positive throws `doubt` later. */
  protected isKeyAhead(start: number): boolean {
    const { text } = this;
    let at = start;
    const quote = text.charCodeAt(at);
    if (quote === doubleQuote || quote === singleQuote) {
      at = text.indexOf(quote === doubleQuote ? '"' : "'", at + 1);
      return at >= 0 && at < this.end && this.code(at + 1) === colon;
    }
    while (at < this.end && isKeyPart[text.charCodeAt(at)] === 1) at++;
    return (
      at > start &&
      at < this.end &&
      text.charCodeAt(at) === colon &&
      (this.code(at + 1) === space || this.isLineEnd(at + 1))
    );
  }

  /** @returns the position after a single-line quoted scalar without escapes. */
  protected quoteEnd(start: number, quote: number): number {
    const end = endOf(quote === doubleQuote ? inDoubleQuotes : inSingleQuotes, this.text, start);
    if (end < 0) throw doubt;
    return end;
  }

  protected beginsPlain(at: number): boolean {
    const code = this.text.charCodeAt(at);
    if (code >= 128) return code > 160 && code !== byteOrderMark;
    return begins[code] === 1 && !(code === dash && (this.code(at + 1) === space || this.isLineEnd(at + 1)));
  }

  protected skipSpaces(): number {
    while (this.at < this.end && this.text.charCodeAt(this.at) === space) this.at++;
    return this.code(this.at);
  }
}

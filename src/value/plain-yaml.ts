import {
  atSign,
  bar,
  byteOrderMark,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dash,
  doubleQuote,
  hash,
  lineFeed,
  openBrace,
  openBracket,
  singleQuote,
  space,
  tab,
} from "./character-codes";
import { YamlCursor, doubt, endOf, isKeyPart, lineRest, plainKey, plainScalar } from "./yaml-cursor";

const greatestDepth = 60;
const greatestKey = 500;

function endsFlowPlain(code: number): boolean {
  return code === comma || code === closeBracket || code === closeBrace;
}

/**
 * The grammar of plain YAML, in which most manifests are written: block mappings and sequences, single-line scalars, literal blocks, single-line flow
 * collections, comments. Anything else (anchors, tags, escapes, folding, tabs, mistakes) throws `doubt`.
 *
 * Subclasses build the values: the methods below are called for each part in order.
 *
 * @typeParam Context passed down by a subclass to a value; @typeParam Result a value; @typeParam Open a collection that is being read.
 */
export abstract class PlainYaml<Context, Result, Open> extends YamlCursor {
  #depth = 0;

  protected abstract quoted(start: number, end: number, context: Context): Result;
  protected abstract plain(start: number, end: number, context: Context): Result;
  protected abstract literal(content: string, start: number, end: number, context: Context): Result;
  /** Called for a key without a value, which ends at `end`. */
  protected abstract nothing(end: number, context: Context): Result;
  protected abstract openMapping(start: number, context: Context): Open;
  /** @returns the context of the key's value. */
  protected abstract key(mapping: Open, start: number, end: number, isQuoted: boolean): Context;
  protected abstract member(mapping: Open, value: Result): void;
  /** @param end the end of a flow mapping; a block mapping ends with its last member. */
  protected abstract closeMapping(mapping: Open, end?: number): Result;
  protected abstract openSequence(start: number, context: Context): Open;
  /** @returns the context of the next element. */
  protected abstract next(sequence: Open): Context;
  protected abstract element(sequence: Open, value: Result): void;
  protected abstract closeSequence(sequence: Open, end?: number): Result;

  /** @returns the document's value; `empty` after a bare marker, `none` if there are only comments. @throws doubt */
  protected readDocument(context: Context): Result | "empty" | "none" {
    const isMarked = this.text.startsWith("---", this.start);
    if (isMarked) {
      this.at += 3;
      this.endLine();
    } else this.nextLine();
    if (this.indent < 0) return isMarked ? "empty" : "none";
    const value = this.#block(this.indent, context);
    if (this.indent >= 0) throw doubt;
    return value;
  }

  #block(indent: number, context: Context): Result {
    if (++this.#depth > greatestDepth) throw doubt;
    const value = this.isDash(this.at) ? this.#sequence(indent, context) : this.#mapping(indent, context);
    this.#depth--;
    return value;
  }

  #mapping(indent: number, context: Context): Result {
    const mapping = this.openMapping(this.at, context);
    do {
      const inner = this.#key(mapping);
      const next = this.code(this.at);
      if (next !== space && next !== lineFeed && next !== carriageReturn) throw doubt;
      this.member(mapping, this.#memberValue(indent, inner));
      if (this.indent > indent) throw doubt;
    } while (this.indent === indent && !this.isDash(this.at));
    return this.closeMapping(mapping);
  }

  #sequence(indent: number, context: Context): Result {
    const sequence = this.openSequence(this.at, context);
    do {
      this.at++;
      this.element(sequence, this.#elementValue(indent, this.next(sequence)));
      if (this.indent > indent) throw doubt;
    } while (this.indent === indent && this.isDash(this.at));
    return this.closeSequence(sequence);
  }

  /** Reads the value after a member's colon, and moves to the next line's content. */
  #memberValue(indent: number, context: Context): Result {
    const keyEnd = this.at - 1;
    if (!this.#isLineDone()) return this.#inline(indent, context);
    this.endLine();
    // The dashes of a sequence may be in the column of its key.
    const isBelow = this.indent > indent || (this.indent === indent && this.isDash(this.at));
    return isBelow ? this.#block(this.indent, context) : this.nothing(keyEnd, context);
  }

  /** Reads the value after an element's dash, and moves to the next line's content. */
  #elementValue(indent: number, context: Context): Result {
    const dashEnd = this.at;
    if (this.#isLineDone()) {
      this.endLine();
      if (this.indent <= indent) throw doubt;
      return this.#block(this.indent, context);
    }
    this.skipSpaces();
    const isBlock = this.isDash(this.at) || this.isKeyAhead(this.at);
    return isBlock ? this.#block(indent + (this.at - dashEnd) + 1, context) : this.#inline(indent, context);
  }

  /** Whether the rest of the line is empty or a comment. */
  #isLineDone(): boolean {
    let at = this.at;
    while (at < this.end && this.text.charCodeAt(at) === space) at++;
    return this.isLineEnd(at) || this.code(at) === hash;
  }

  /** Reads a value that begins on the same line as its colon or dash. */
  #inline(indent: number, context: Context): Result {
    const code = this.skipSpaces();
    if (code === bar) return this.#literal(indent, context);
    const isFlow = code === openBracket || code === openBrace || code === doubleQuote || code === singleQuote;
    const value = isFlow ? this.#flow(context) : this.#plain(context);
    this.endLine();
    return value;
  }

  /** Reads a key and its colon. */
  #key(mapping: Open): Context {
    const start = this.at;
    const first = this.text.charCodeAt(start);
    const isQuoted = first === doubleQuote || first === singleQuote;
    const end = isQuoted ? this.quoteEnd(start, first) : endOf(plainKey, this.text, start);
    if (end < 0 || first === dash || first === atSign) throw doubt;
    if (end - start > greatestKey || this.code(end) !== colon) throw doubt;
    this.at = end + 1;
    return this.key(mapping, start, end, isQuoted);
  }

  #quoted(context: Context): Result {
    const start = this.at;
    this.at = this.quoteEnd(start, this.text.charCodeAt(start));
    return this.quoted(start, this.at, context);
  }

  #plain(context: Context): Result {
    const start = this.at;
    if (!this.beginsPlain(start)) throw doubt;
    // If the scalar ends before the line or a comment does, `endLine` throws.
    this.at = endOf(plainScalar, this.text, start);
    return this.plain(start, this.at, context);
  }

  /**
   * Reads a literal block (`
   * `, `
   * -`), and moves to the next content.
   */
  #literal(indent: number, context: Context): Result {
    const start = this.at;
    const isStripped = this.#literalHead();
    let column = -1;
    let contentEnd = this.at;
    let blank = 0;
    const lines: string[] = [];
    while (this.at < this.end) {
      const lineStart = this.at;
      const spaces = this.#leadingSpaces();
      if (this.isLineEnd(this.at)) {
        if (spaces > 0 && (column < 0 || spaces > column)) throw doubt;
        blank++;
        this.at = this.lineBreak(this.at);
        continue;
      }
      if (column < 0) column = this.#firstColumn(spaces, indent);
      if (spaces < column) {
        if (spaces > indent) throw doubt;
        this.at = lineStart;
        break;
      }
      for (; blank > 0; blank--) lines.push("");
      const lineEnd = Math.min(endOf(lineRest, this.text, this.at), this.end);
      lines.push(this.text.slice(lineStart + column, lineEnd));
      this.at = this.lineBreak(lineEnd);
      contentEnd = this.at;
    }
    if (column < 0) throw doubt;
    this.nextLine();
    return this.literal(lines.join("\n") + (isStripped ? "" : "\n"), start, contentEnd, context);
  }

  /**
   * Reads the first line of a literal block. @returns whether the block ends without a line break (`
   * -`).
   */
  #literalHead(): boolean {
    const isStripped = this.code(this.at + 1) === dash;
    this.at += isStripped ? 2 : 1;
    if (!this.isLineEnd(this.at) && this.code(this.at) !== space) throw doubt;
    this.skipSpaces();
    if (!this.isLineEnd(this.at)) throw doubt;
    this.at = this.lineBreak(this.at);
    return isStripped;
  }

  /** Skips the spaces at the start of a line. @returns their number. */
  #leadingSpaces(): number {
    const from = this.at;
    this.skipSpaces();
    const spaces = this.at - from;
    if (this.at >= this.end && spaces > 0) throw doubt;
    return spaces;
  }

  /** @returns the column of a literal block's content, which its first line determines. */
  #firstColumn(spaces: number, indent: number): number {
    if (spaces <= indent || this.text.charCodeAt(this.at) === tab) throw doubt;
    return spaces;
  }

  /** Reads a flow collection or scalar on one line. */
  #flow(context: Context): Result {
    const code = this.code(this.at);
    if (code === openBracket) return this.#flowSequence(context);
    if (code === openBrace) return this.#flowMapping(context);
    return code === doubleQuote || code === singleQuote ? this.#quoted(context) : this.#flowPlain(context);
  }

  /** Skips a comma. @returns false at the closing bracket instead. */
  #separator(close: number): boolean {
    const code = this.skipSpaces();
    if (code === close) return false;
    if (code !== comma) throw doubt;
    this.at++;
    this.skipSpaces();
    return true;
  }

  #flowSequence(context: Context): Result {
    if (++this.#depth > greatestDepth) throw doubt;
    const sequence = this.openSequence(this.at++, context);
    if (this.skipSpaces() !== closeBracket) {
      do this.element(sequence, this.#flow(this.next(sequence)));
      while (this.#separator(closeBracket));
    }
    this.#depth--;
    return this.closeSequence(sequence, ++this.at);
  }

  #flowMapping(context: Context): Result {
    if (++this.#depth > greatestDepth) throw doubt;
    const mapping = this.openMapping(this.at++, context);
    if (this.skipSpaces() !== closeBrace) {
      do {
        const inner = this.#key(mapping);
        if (this.code(this.at) !== space) throw doubt;
        this.skipSpaces();
        this.member(mapping, this.#flow(inner));
      } while (this.#separator(closeBrace));
    }
    this.#depth--;
    return this.closeMapping(mapping, ++this.at);
  }

  #flowPlain(context: Context): Result {
    const { text, end } = this;
    const start = this.at;
    if (!this.beginsPlain(start) || (text.charCodeAt(start) === dash && isKeyPart[this.code(start + 1)] !== 1))
      throw doubt;
    let at = start;
    let last = start;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (endsFlowPlain(code)) break;
      if (code === space) continue;
      if (code < space || code === byteOrderMark || code === hash || code === openBracket || code === openBrace)
        throw doubt;
      if (code === colon && isKeyPart[this.code(at + 1)] !== 1) throw doubt;
      last = at;
    }
    this.at = last + 1;
    return this.plain(start, this.at, context);
  }
}

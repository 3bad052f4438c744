import type { Range } from "../text/range";
import type { YamlDocument } from "./from-yaml";
import type { Member, ObjectValue, Value } from "./value";
import { getOlderKey, hasSubstitution, makeString, readPlainScalar } from "./yaml-scalars";

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const comma = 44;
const dash = 45;
const colon = 58;
const openBracket = 91;
const closeBracket = 93;
const bar = 124;
const openBrace = 123;
const closeBrace = 125;
const byteOrderMark = 0xfeff;

const greatestDepth = 60;
const greatestKey = 500;

/** Thrown inside, never out: the text is not as plain as it has to be. */
const doubt = new Error("not plain YAML");

/** Marks by character code: what a plain scalar may begin with, and what a plain key consists of. */
const begins = mark(/[A-Za-z0-9_./+~=<($;^\\-]/);
const isKeyPart = mark(/[A-Za-z0-9_./$@-]/);

// Searches by sticky patterns run at full speed from the first line on; loops over characters only once the engine has warmed to them.
const plainKey = /[A-Za-z0-9_./$@-]+/y;
const inDoubleQuotes = /"[^"\\\u0000-\u0008\u000a-\u001f\ufeff]*"/y;
const inSingleQuotes = /'[^'\u0000-\u0008\u000a-\u001f\ufeff]*'(?!')/y;
/** Words with spaces between them. A colon ends it before white space, a `#` behind it. */
const plainScalar = /(?:[^\u0000- :\ufeff]+|:(?=[^\u0000- ]))+(?: +(?:[^\u0000- :#\ufeff]|:(?=[^\u0000- ]))(?:[^\u0000- :\ufeff]+|:(?=[^\u0000- ]))*)*/y;
const lineRest = /[^\r\n]*/y;

/** @returns where what fits a sticky pattern ends; -1 where nothing does. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function mark(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/**
 * Reads one document of the plain YAML that most manifests are written in: block mappings and sequences, scalars on one line, literal
 * blocks, flow collections on one line, comments. Ten times as fast as the full reader, with the same result.
 *
 * @param text the whole text.
 * @param start where the document begins, its marker included.
 * @param end where it ends.
 * @param comments receives the places of its comments.
 * @returns the document, `none` where there is nothing but comments, or `undefined` where the text has anything else in it: anchors,
 * tags, escapes, folding, tabs, mistakes. The full reader has to decide then, and no comment has been added.
 */
export function readPlainYaml(text: string, start: number, end: number, comments: Range[]): YamlDocument | "none" | undefined {
  const known = comments.length;
  try {
    return new PlainReader(text, start, end, comments).read();
  } catch (error) {
    comments.length = known;
    if (error === doubt) return undefined;
    throw error;
  }
}

class PlainReader {
  #at: number;
  /** Column of the content at `#at`, when a line's content begins there; -1 at the end. */
  #indent = 0;
  #depth = 0;
  readonly #isFinal: boolean;

  constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
    readonly comments: Range[],
  ) {
    this.#at = start;
    this.#isFinal = !hasSubstitution(text.slice(start, end));
  }

  read(): YamlDocument | "none" {
    const isMarked = this.text.startsWith("---", this.start);
    if (isMarked) {
      this.#at += 3;
      this.#endLine();
    } else this.#nextLine();
    const range = { start: this.start, end: this.end };
    if (this.#indent < 0) return isMarked ? { range, hasCollectionKey: false } : "none";
    const value = this.#block(this.#indent);
    if (this.#indent >= 0) throw doubt;
    return { range, value, hasCollectionKey: false };
  }

  #code(at: number): number {
    return at < this.end ? this.text.charCodeAt(at) : lineFeed;
  }

  /** Moves from a line's beginning to the next content. */
  #nextLine(): void {
    const { text, end } = this;
    let at = this.#at;
    for (;;) {
      const lineStart = at;
      while (at < end && text.charCodeAt(at) === space) at++;
      if (at >= end) {
        this.#at = end;
        this.#indent = -1;
        return;
      }
      const code = text.charCodeAt(at);
      if (code === hash) at = this.#comment(at);
      else if (code !== lineFeed && code !== carriageReturn) {
        this.#at = at;
        this.#indent = at - lineStart;
        return;
      }
      at = this.#lineBreak(at);
    }
  }

  /** @returns the place behind a line break, which has to stand here unless the text ends. */
  #lineBreak(at: number): number {
    if (at >= this.end) return at;
    const code = this.text.charCodeAt(at);
    if (code === lineFeed) return at + 1;
    if (code === carriageReturn && at + 1 < this.end && this.text.charCodeAt(at + 1) === lineFeed) return at + 2;
    throw doubt;
  }

  /** @returns the place behind a comment, where its line ends. */
  #comment(start: number): number {
    const end = endOf(lineRest, this.text, start);
    this.comments.push({ start, end });
    return end;
  }

  /** Moves over the rest of a line, which may hold a comment only, to the next content. */
  #endLine(): void {
    let at = this.#at;
    while (at < this.end && this.text.charCodeAt(at) === space) at++;
    if (at < this.end && this.text.charCodeAt(at) === hash) {
      if (at === this.#at) throw doubt;
      at = this.#comment(at);
    }
    this.#at = this.#lineBreak(at);
    this.#nextLine();
  }

  #isLineEnd(at: number): boolean {
    const code = this.#code(at);
    return code === lineFeed || code === carriageReturn;
  }

  #isDash(at: number): boolean {
    return this.text.charCodeAt(at) === dash && at < this.end && (this.#code(at + 1) === space || this.#isLineEnd(at + 1));
  }

  #block(indent: number): Value {
    if (++this.#depth > greatestDepth) throw doubt;
    const value = this.#isDash(this.#at) ? this.#sequence(indent) : this.#mapping(indent);
    this.#depth--;
    return value;
  }

  #mapping(indent: number): ObjectValue {
    const members: Member[] = [];
    const start = this.#at;
    let end = start;
    do {
      const keyStart = this.#at;
      const key = this.#key();
      const keyRange = { start: keyStart, end: this.#at };
      const isPlain = this.text.charCodeAt(keyStart) !== doubleQuote && this.text.charCodeAt(keyStart) !== singleQuote;
      this.#at++;
      const next = this.#code(this.#at);
      if (next !== space && next !== lineFeed && next !== carriageReturn) throw doubt;
      const value = this.#value(indent, keyRange.end, true);
      end = Math.max(keyRange.end, value.range.end);
      const olderKey = isPlain ? getOlderKey(key) : undefined;
      members.push(olderKey === undefined ? { key, keyRange, value, presence: "always" } : { key, keyRange, value, presence: "always", olderKey });
      if (this.#indent > indent) throw doubt;
    } while (this.#indent === indent && !this.#isDash(this.#at));
    return { kind: "object", range: { start, end }, members, open: false, spreads: [] };
  }

  #sequence(indent: number): Value {
    const elements: { value: Value; presence: "always" }[] = [];
    const start = this.#at;
    let end = start;
    do {
      this.#at++;
      const value = this.#value(indent, this.#at, false);
      end = value.range.end;
      elements.push({ value, presence: "always" });
      if (this.#indent > indent) throw doubt;
    } while (this.#indent === indent && this.#isDash(this.#at));
    return { kind: "array", range: { start, end }, elements, open: false, sources: [] };
  }

  /** Reads what follows a colon or dash, to the next line's content. */
  #value(indent: number, before: number, isMember: boolean): Value {
    const { text } = this;
    let at = this.#at;
    while (at < this.end && text.charCodeAt(at) === space) at++;
    const code = this.#code(at);
    if (code === lineFeed || code === carriageReturn || code === hash) {
      this.#endLine();
      if (this.#indent > indent) return this.#block(this.#indent);
      if (isMember && this.#indent === indent && this.#isDash(this.#at)) return this.#block(indent);
      if (!isMember) throw doubt;
      return { kind: "null", range: { start: before, end: before } };
    }
    if (!isMember && (this.#isDash(at) || this.#isKeyAhead(at))) {
      const column = indent + (at - before) + 1;
      this.#at = at;
      return this.#block(column);
    }
    this.#at = at;
    if (code === bar) return this.#literal(indent);
    const value = code === doubleQuote || code === singleQuote ? this.#quoted() : code === openBracket || code === openBrace ? this.#flow() : this.#plain();
    this.#endLine();
    return value;
  }

  /** Whether a line's rest begins with a key. What merely looks like one is doubted later. */
  #isKeyAhead(start: number): boolean {
    const { text } = this;
    let at = start;
    const quote = text.charCodeAt(at);
    if (quote === doubleQuote || quote === singleQuote) {
      at = text.indexOf(quote === doubleQuote ? '"' : "'", at + 1);
      return at >= 0 && at < this.end && this.#code(at + 1) === colon;
    }
    while (at < this.end && isKeyPart[text.charCodeAt(at)] === 1) at++;
    return at > start && at < this.end && text.charCodeAt(at) === colon && (this.#code(at + 1) === space || this.#isLineEnd(at + 1));
  }

  /** Reads a key; a colon stands behind it. */
  #key(): string {
    const { text } = this;
    const start = this.#at;
    const first = text.charCodeAt(start);
    let key: string;
    if (first === doubleQuote || first === singleQuote) {
      const end = this.#quoteEnd(start, first);
      key = text.slice(start + 1, end - 1);
      this.#at = end;
    } else {
      const end = endOf(plainKey, text, start);
      if (end < 0 || first === dash || first === 64) throw doubt;
      key = text.slice(start, end);
      this.#at = end;
    }
    if (this.#at - start > greatestKey || this.#code(this.#at) !== colon) throw doubt;
    return key;
  }

  /** @returns the place behind a quoted scalar on one line, without escapes. */
  #quoteEnd(start: number, quote: number): number {
    const end = endOf(quote === doubleQuote ? inDoubleQuotes : inSingleQuotes, this.text, start);
    if (end < 0) throw doubt;
    return end;
  }

  #quoted(): Value {
    const start = this.#at;
    const end = this.#quoteEnd(start, this.text.charCodeAt(start));
    this.#at = end;
    return makeString(this.text.slice(start + 1, end - 1), { start, end }, "quoted", { start: start + 1, end: end - 1 }, true, this.#isFinal);
  }

  #beginsPlain(at: number): boolean {
    const code = this.text.charCodeAt(at);
    if (code >= 128) return code > 160 && code !== byteOrderMark;
    return begins[code] === 1 && !(code === dash && (this.#code(at + 1) === space || this.#isLineEnd(at + 1)));
  }

  #plain(): Value {
    const start = this.#at;
    if (!this.#beginsPlain(start)) throw doubt;
    // What ends it, and is no comment, is doubted where the line has to end.
    const end = endOf(plainScalar, this.text, start);
    this.#at = end;
    return readPlainScalar(this.text.slice(start, end), { start, end }, this.#isFinal);
  }

  /** Reads a literal block (`|`, `|-`) and moves on to the next content. */
  #literal(indent: number): Value {
    const { text, end } = this;
    const start = this.#at;
    let at = start + 1;
    const isStripped = this.#code(at) === dash;
    if (isStripped) at++;
    if (!this.#isLineEnd(at) && this.#code(at) !== space) throw doubt;
    while (at < end && text.charCodeAt(at) === space) at++;
    if (!this.#isLineEnd(at)) throw doubt;
    at = this.#lineBreak(at);
    let column = -1;
    let contentEnd = at;
    let blank = 0;
    const lines: string[] = [];
    while (at < end) {
      const lineStart = at;
      while (at < end && text.charCodeAt(at) === space) at++;
      const spaces = at - lineStart;
      if (at >= end && spaces > 0) throw doubt;
      if (this.#isLineEnd(at)) {
        if (spaces > 0 && (column < 0 || spaces > column)) throw doubt;
        blank++;
        at = this.#lineBreak(at);
        continue;
      }
      if (column < 0) {
        if (spaces <= indent || text.charCodeAt(at) === tab) throw doubt;
        column = spaces;
      }
      if (spaces < column) {
        if (spaces > indent) throw doubt;
        at = lineStart;
        break;
      }
      for (; blank > 0; blank--) lines.push("");
      const from = lineStart + column;
      while (at < end && text.charCodeAt(at) !== lineFeed && text.charCodeAt(at) !== carriageReturn) at++;
      lines.push(text.slice(from, at));
      at = this.#lineBreak(at);
      contentEnd = at;
    }
    if (column < 0) throw doubt;
    this.#at = at;
    this.#nextLine();
    return makeString(lines.join("\n") + (isStripped ? "" : "\n"), { start, end: contentEnd }, "block", { start, end: contentEnd }, false, this.#isFinal);
  }

  /** Reads a flow collection or scalar on one line. */
  #flow(): Value {
    const code = this.#code(this.#at);
    if (code === openBracket) return this.#flowSequence();
    if (code === openBrace) return this.#flowMapping();
    return code === doubleQuote || code === singleQuote ? this.#quoted() : this.#flowPlain();
  }

  #skipSpaces(): number {
    while (this.#at < this.end && this.text.charCodeAt(this.#at) === space) this.#at++;
    return this.#code(this.#at);
  }

  #flowSequence(): Value {
    if (++this.#depth > greatestDepth) throw doubt;
    const start = this.#at++;
    const elements: { value: Value; presence: "always" }[] = [];
    if (this.#skipSpaces() !== closeBracket) {
      for (;;) {
        elements.push({ value: this.#flow(), presence: "always" });
        const code = this.#skipSpaces();
        if (code === closeBracket) break;
        if (code !== comma) throw doubt;
        this.#at++;
        this.#skipSpaces();
      }
    }
    this.#depth--;
    return { kind: "array", range: { start, end: ++this.#at }, elements, open: false, sources: [] };
  }

  #flowMapping(): Value {
    if (++this.#depth > greatestDepth) throw doubt;
    const start = this.#at++;
    const members: Member[] = [];
    if (this.#skipSpaces() !== closeBrace) {
      for (;;) {
        members.push(this.#flowMember());
        const code = this.#skipSpaces();
        if (code === closeBrace) break;
        if (code !== comma) throw doubt;
        this.#at++;
        this.#skipSpaces();
      }
    }
    this.#depth--;
    return { kind: "object", range: { start, end: ++this.#at }, members, open: false, spreads: [] };
  }

  #flowMember(): Member {
    const keyStart = this.#at;
    const key = this.#key();
    const keyRange = { start: keyStart, end: this.#at };
    const first = this.text.charCodeAt(keyStart);
    this.#at++;
    if (this.#code(this.#at) !== space) throw doubt;
    this.#skipSpaces();
    const value = this.#flow();
    const olderKey = first === doubleQuote || first === singleQuote ? undefined : getOlderKey(key);
    return olderKey === undefined ? { key, keyRange, value, presence: "always" } : { key, keyRange, value, presence: "always", olderKey };
  }

  #flowPlain(): Value {
    const { text, end } = this;
    const start = this.#at;
    if (!this.#beginsPlain(start) || (text.charCodeAt(start) === dash && isKeyPart[this.#code(start + 1)] !== 1)) throw doubt;
    let at = start;
    let last = start;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === comma || code === closeBracket || code === closeBrace) break;
      if (code === space) continue;
      if (code < space || code === byteOrderMark || code === hash || code === openBracket || code === openBrace) throw doubt;
      if (code === colon && isKeyPart[this.#code(at + 1)] !== 1) throw doubt;
      last = at;
    }
    this.#at = last + 1;
    return readPlainScalar(text.slice(start, last + 1), { start, end: last + 1 }, this.#isFinal);
  }
}

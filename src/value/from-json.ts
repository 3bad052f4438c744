import type { Range } from "../text/range";
import type { YamlDocument } from "./yaml-document";
import type { Element, Member, NumberValue, Value } from "./value";
import { tooDeep } from "./yaml-parser";
import { makeString } from "./yaml-scalars";

const greatestDepth = 400;

const space = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const plainString = /[^"\\\u0000-\u001f]*/y;
const word = /[A-Za-z_]+/y;

class JsonError extends Error {
  constructor(
    message: string,
    readonly range: Range,
  ) {
    super(message);
  }
}

/**
 * Parses JSON to a located value, with exact integers and all duplicate keys.
 *
 * @returns one document. For invalid JSON, it contains the first mistake. Never throws.
 */
export function readJson(text: string): YamlDocument {
  const range = { start: 0, end: text.length };
  try {
    const reader = new JsonReader(text);
    const value = reader.read();
    return { range, hasCollectionKey: false, ...(value !== undefined && { value }) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { range, hasCollectionKey: false, problem: { range: error.range, message: error.message } };
  }
}

class JsonReader {
  #at = 0;

  constructor(readonly text: string) {}

  read(): Value | undefined {
    this.#skipSpace();
    if (this.#at >= this.text.length) return undefined;
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.text.length) this.#fail("there is more text behind the JSON value");
    return value;
  }

  #fail(message: string): never {
    throw new JsonError(message, {
      start: Math.min(this.#at, this.text.length),
      end: Math.min(this.#at + 1, this.text.length),
    });
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    this.#match(space);
  }

  #value(depth: number): Value {
    if (depth > greatestDepth) this.#fail(tooDeep);
    const start = this.#at;
    switch (this.text[start]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      default:
        return this.#word(start) ?? this.#number(start);
    }
  }

  #word(start: number): Value | undefined {
    const found = this.#match(word);
    const range = { start, end: this.#at };
    if (found === "true" || found === "false") return { kind: "boolean", range, value: found === "true" };
    if (found === "null") return { kind: "null", range };
    this.#at = start;
    return undefined;
  }

  #number(start: number): NumberValue {
    const text = this.#match(number);
    if (text === "")
      this.#fail(this.#at >= this.text.length ? "the JSON ends too early" : "a JSON value should stand here");
    const isWhole = /^-?[0-9]+$/.test(text) && text.length < 400;
    const value = isWhole && !Number.isSafeInteger(Number(text)) ? BigInt(text) : Number(text);
    return { kind: "number", range: { start, end: this.#at }, text, value };
  }

  /** @returns a string's text and range, and whether the source contains it verbatim. */
  #text(): { readonly text: string; readonly range: Range; readonly isVerbatim: boolean } {
    const start = this.#at++;
    for (;;) {
      this.#match(plainString);
      const code = this.text[this.#at];
      if (code === '"') break;
      if (code !== "\\")
        this.#fail(
          code === undefined ? "a string is not closed" : "a line break or control character stands in a string",
        );
      this.#at += 2;
    }
    const range = { start, end: ++this.#at };
    const source = this.text.slice(start + 1, range.end - 1);
    if (!source.includes("\\")) return { text: source, range, isVerbatim: true };
    try {
      return { text: JSON.parse(this.text.slice(start, range.end)) as string, range, isVerbatim: false };
    } catch {
      throw new JsonError("a string has an escape that JSON does not know", range);
    }
  }

  #string(): Value {
    const { text, range, isVerbatim } = this.#text();
    return makeString(text, range, "quoted", { content: { start: range.start + 1, end: range.end - 1 }, isVerbatim });
  }

  #array(depth: number): Value {
    const start = this.#at++;
    const elements: Element[] = [];
    this.#items("]", () => elements.push({ value: this.#value(depth + 1), presence: "always" }));
    return { kind: "array", range: { start, end: this.#at }, elements, open: false, sources: [] };
  }

  #object(depth: number): Value {
    const start = this.#at++;
    const members: Member[] = [];
    this.#items("}", () => {
      if (this.text[this.#at] !== '"') this.#fail("a key in double quotes should stand here");
      const { text: key, range: keyRange } = this.#text();
      this.#skipSpace();
      if (this.text[this.#at] !== ":") this.#fail("a colon should stand behind the key");
      this.#at++;
      this.#skipSpace();
      members.push({ key, keyRange, value: this.#value(depth + 1), presence: "always" });
    });
    return { kind: "object", range: { start, end: this.#at }, members, open: false, spreads: [] };
  }

  /** Reads comma-separated items up to the closing bracket. */
  #items(close: string, readItem: () => void): void {
    this.#skipSpace();
    if (this.text[this.#at] === close) {
      this.#at++;
      return;
    }
    for (;;) {
      readItem();
      this.#skipSpace();
      const code = this.text[this.#at];
      if (code === close) {
        this.#at++;
        return;
      }
      if (code !== ",")
        this.#fail(code === undefined ? "the JSON ends too early" : "a comma or the closing bracket should stand here");
      this.#at++;
      this.#skipSpace();
    }
  }
}

import type { Manifest } from "../../../src/manifest/manifest";
import type { Edit } from "../../../src/rule/finding";
import type { Range } from "../../../src/text/range";

type Language = Manifest["language"];

const quotes = new Set(['"', "'", "`"]);

/** @returns an edit that replaces a key or scalar, keeping its quotes; `undefined` if it is not a plain word. */
export function replaceWord(text: string, range: Range, found: string, word: string): Edit | undefined {
  const source = text.slice(range.start, range.end);
  if (source === found) return { range, text: word };
  const quote = source.charAt(0);
  if (!quotes.has(quote) || source !== quote + found + quote) return undefined;
  return { range: { start: range.start + 1, end: range.end - 1 }, text: word };
}

/** @returns an edit that quotes a scalar in the file's preferred style; `undefined` if the result would not be that string. */
export function quoteSource(text: string, range: Range, language: Language): Edit | undefined {
  const source = text.slice(range.start, range.end);
  const isLiteral =
    language === "yaml"
      ? /^[^\s"'\\&*!|>%@`{}[\],#][^\r\n"'\\]*$/.test(source)
      : /^(?:-?\d[\w.+-]*|true|false)$/.test(source);
  if (!isLiteral || hasTag(text, range.start, language)) return undefined;
  const quote = getQuote(text, language);
  return { range, text: quote + source + quote };
}

/** @returns an edit that removes a string's quotes. */
export function unquote(text: string, range: Range, content: string, language: Language): Edit | undefined {
  if (hasTag(text, range.start, language)) return undefined;
  const source = text.slice(range.start, range.end);
  return quotes.has(source.charAt(0)) && source.slice(1, -1) === content ? { range, text: content } : undefined;
}

function hasTag(text: string, offset: number, language: Language): boolean {
  return language === "yaml" && /![^\s,[\]{}]*[ \t]+$/.test(text.slice(Math.max(0, offset - 120), offset));
}

/** @returns the more common quote at the start of the file. JSON has only one. */
function getQuote(file: string, language: Language): '"' | "'" {
  if (language === "json") return '"';
  // Looks only at the start, so that many findings in a huge file do not scan it repeatedly.
  const text = file.slice(0, 10_000);
  // Counts only strings that are values or list items, because comments and prose contain apostrophes.
  const single = text.match(/(?:[:=,([{]|-)[ \t]*'/g)?.length ?? 0;
  const double = text.match(/(?:[:=,([{]|-)[ \t]*"/g)?.length ?? 0;
  return single > double ? "'" : '"';
}

/** @returns an edit that inserts a member before another, in the same style. */
export function insertBefore(text: string, key: Range, name: string, value: string, language: Language): Edit {
  const range = { start: key.start, end: key.start };
  if (language === "json") return { range, text: `${JSON.stringify(name)}: ${JSON.stringify(value)}, ` };
  if (language === "code")
    return { range, text: `${name}: ${getQuote(text, language)}${value}${getQuote(text, language)}, ` };
  const lineStart = text.lastIndexOf("\n", key.start - 1) + 1;
  const before = text.slice(lineStart, key.start);
  if (!/^[ \t]*(?:- +)*$/.test(before)) return { range, text: `${name}: ${value}, ` };
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  return { range, text: `${name}: ${value}${lineBreak}${before.replace(/-/g, " ")}` };
}

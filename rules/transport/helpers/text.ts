import { optionsOf } from "../../../src/request/drafts/known";
import type { Edit } from "../../../src/rule/finding";
import type { Value } from "../../../src/value/value";

/**
 * @returns the values that code gives a header field. Of several alternatives, only those in the analysed file count: a declared type (`"Basic"
 * "Bearer"`) says what a value may be, not what is sent.
 */
export function sentValues(value: Value | undefined): readonly Value[] {
  const options = value ? optionsOf(value) : [];
  return options.length === 1 ? options : options.filter((option) => !isFromElsewhere(option));
}

/** Whether a value, or a part of it, is written in another file. */
export function isFromElsewhere(value: Value): boolean {
  return (
    value.elsewhere === true ||
    (value.kind === "string" && value.parts.some((part) => part.kind === "text" && part.elsewhere))
  );
}

/**
 * @returns an edit that replaces a string literal's content and keeps its quotes; `undefined` if the value is not a single string literal in the analysed file.
 */
export function quoteLike(value: Value, source: string, content: string): Edit | undefined {
  if (value.elsewhere) return undefined;
  const { start, end } = value.range;
  const quote = source[start] ?? "";
  if (!["'", '"', "`"].includes(quote) || source[end - 1] !== quote || end - start < 2) return undefined;
  return { range: { start: start + 1, end: end - 1 }, text: content };
}

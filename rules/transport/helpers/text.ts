import { optionsOf } from "../../../src/request/drafts/known";
import type { Edit } from "../../../src/rule/finding";
import type { Value } from "../../../src/value/value";

/**
 * The values that code gives a header field. Of several alternatives, only those count that are written in the analysed file: a declared type
 * (`"Basic" | "Bearer"`) tells what a value may be, not what is sent.
 */
export function sentValues(value: Value | undefined): readonly Value[] {
  const options = value ? optionsOf(value) : [];
  return options.length === 1 ? options : options.filter((option) => !isFromElsewhere(option));
}

/** Whether a value is written in another file. */
export function isFromElsewhere(value: Value): boolean {
  return (
    value.elsewhere === true ||
    (value.kind === "string" && value.parts.some((part) => part.kind === "text" && part.elsewhere))
  );
}

/**
 * The edit that replaces a string literal's content and keeps its quotes.
 *
 * @returns `undefined` where the value is not written as one string literal in the file under analysis.
 */
export function quoteLike(value: Value, source: string, content: string): Edit | undefined {
  if (value.elsewhere) return undefined;
  const { start, end } = value.range;
  const quote = source[start] ?? "";
  if (!["'", '"', "`"].includes(quote) || source[end - 1] !== quote || end - start < 2) return undefined;
  return { range: { start: start + 1, end: end - 1 }, text: content };
}

import type { Edit } from "../../../src/rule/finding";
import type { Value } from "../../../src/value/value";

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

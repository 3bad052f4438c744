import type { Manifest } from "../../../src/manifest/manifest";
import type { Report } from "../../../src/rule/define";
import { describeShape } from "../../../src/shape/describe";
import { printPath, type WrongType } from "../../../src/shape/mismatch";
import { getScalarText } from "../../../src/shape/scalar";
import type { Shape } from "../../../src/shape/shape";
import { quoteSource, unquote } from "./edits";

/** @returns a report of a value with the wrong type, with the edits that correct it. */
export function describeType(mismatch: WrongType, language: Manifest["language"], text: string): Report {
  const { value, expected, found, range, editable } = mismatch;
  const data = {
    path: printPath(mismatch.path),
    expected: describeShape(expected),
    found: found === "null" ? "null" : found,
  };
  const isScalar = value.kind === "number" || value.kind === "boolean";
  if (isScalar && takesString(expected)) {
    const edit = quoteSource(text, range, language);
    const message = language === "yaml" || edit !== undefined ? "quote" : "type";
    if (edit === undefined || !editable) return { message, data, range };
    return { message, data, range, fix: [edit] };
  }
  return { message: "type", data, range, suggestions: editable ? suggest(mismatch, language, text) : [] };
}

function suggest(
  { value, expected, range }: WrongType,
  language: Manifest["language"],
  text: string,
): NonNullable<Report["suggestions"]> {
  const content = getScalarText(value);
  if (content === undefined) return [];
  const isNumber = /^-?(?:0|[1-9][0-9]*)$/.test(content);
  const wouldFit =
    expected.type === "int64" || expected.type === "number"
      ? isNumber
      : expected.type === "boolean" && /^(?:true|false)$/.test(content);
  if (value.kind === "string" && wouldFit) {
    const edit = unquote(text, range, content, language);
    return edit === undefined ? [] : [{ message: "unquote", edits: [edit] }];
  }
  if (
    expected.type !== "array" ||
    value.kind !== "string" ||
    value.style === "block" ||
    !takesString(expected.elements)
  )
    return [];
  const edits = [
    { range: { start: range.start, end: range.start }, text: "[" },
    { range: { start: range.end, end: range.end }, text: "]" },
  ];
  // Inside brackets, a comma would end a plain scalar.
  const isSafe = language !== "yaml" || !/^[^"'].*[[\]{},]/s.test(text.slice(range.start, range.end));
  return isSafe ? [{ message: "list", edits }] : [];
}

function takesString(shape: Shape): boolean {
  return shape.type === "union"
    ? shape.options.some(takesString)
    : shape.type === "string" && shape.values === undefined;
}

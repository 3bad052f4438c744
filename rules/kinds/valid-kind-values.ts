import { getMismatches } from "../../src/manifest/mismatches";
import type { Manifest } from "../../src/manifest/manifest";
import { defineRule, type Context, type Report } from "../../src/rule/define";
import { describeShape } from "../../src/shape/describe";
import { printPath, type NotAllowed, type WrongType } from "../../src/shape/mismatch";
import { getScalarText } from "../../src/shape/scalar";
import type { Shape } from "../../src/shape/shape";
import { findNear } from "../../src/text/near";
import { quoteSource, replaceWord, unquote } from "./helpers/edits";
import { listNames } from "./helpers/words";

type Options = Readonly<Record<string, never>>;

export const rule = defineRule<"manifest", Options>({
  id: "valid-kind-values",
  code: 100503,
  on: "manifest",
  docs: {
    summary: "Require values of the type that a kind's fields have.",
    why: "The service refuses a value of another type; a key that is written twice loses one of its values, or keeps the object from being read.",
    clauses: ["kinds 2.1", "kinds 2.2", "kinds 2.3", "kinds 2.4", "kinds 2.5", "kinds 2.6", "kinds 2.7", "kinds 2.8"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    type: "`{path}` is {found}: the service rejects it. It must be {expected}.",
    quote: "Unquoted, `{path}` is {found}: the service rejects it. Quote it, as it must be {expected}.",
    range:
      "`{path}` does not fit into 64 bits: the service rejects it. Use a number from -9223372036854775808 to 9223372036854775807.",
    values: "`{path}` is `{found}`: the service rejects it. Use {expected}.",
    duplicate: "Duplicate key `{key}`: one value is lost, or the manifest is rejected. Remove one.",
    first: "The first `{key}`.",
    unquote: "Remove the quotes",
    list: "Make it a list of one",
    replace: "Replace with `{value}`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(manifest, context) {
    for (const mismatch of getMismatches(manifest)) {
      const { path, range } = mismatch;
      const data = { path: printPath(path) };
      if (mismatch.kind === "type") context.report(describeType(mismatch, manifest, context));
      else if (mismatch.kind === "range") context.report({ message: "range", data, range });
      else if (mismatch.kind === "values") context.report(describeNotAllowed(mismatch, context));
      else if (mismatch.kind === "duplicate") {
        context.report({
          message: "duplicate",
          data: { key: mismatch.key },
          range,
          related: [{ message: "first", data: { key: mismatch.key }, range: mismatch.first }],
        });
      }
    }
  },
});

function describeType(mismatch: WrongType, { language }: Manifest, { text }: Context<Options>): Report {
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
  // Inside brackets a comma would end a plain scalar.
  const isSafe = language !== "yaml" || !/^[^"'].*[[\]{},]/s.test(text.slice(range.start, range.end));
  return isSafe ? [{ message: "list", edits }] : [];
}

function takesString(shape: Shape): boolean {
  return shape.type === "union"
    ? shape.options.some(takesString)
    : shape.type === "string" && shape.values === undefined;
}

function describeNotAllowed(
  { path, text: found, allowed, range, editable }: NotAllowed,
  { text }: Context<Options>,
): Report {
  const near = editable ? findNear(found, allowed.map(String)) : [];
  const suggestions = near.flatMap((value) => {
    const edit = replaceWord(text, range, found, value);
    return edit === undefined ? [] : [{ message: "replace", data: { value }, edits: [edit] }];
  });
  return {
    message: "values",
    data: { path: printPath(path), found, expected: listNames(allowed.map(String)) },
    range,
    suggestions,
  };
}

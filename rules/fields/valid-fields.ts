import { conventions } from "../../src/contract/conventions";
import { checkFields, type Misfit } from "../../src/fields/check";
import { tokenise } from "../../src/fields/tokens";
import { selectableShape } from "../../src/request/derived/written-fields";
import { defineRule, type Context } from "../../src/rule/define";
import type { Shape } from "../../src/shape/shape";
import { findCorrection } from "./helpers/corrections";
import { mayBeDialect } from "./helpers/dialects";
import { findFieldsValues, type FieldsValue } from "./helpers/values";

type Options = Readonly<{ unknownFields: "near" | "all" }>;

export const rule = defineRule<"request", Options>({
  id: "valid-fields",
  code: 100101,
  on: "request",
  convention: "fields",
  docs: {
    summary:
      "Disallow values of `fields` that the service refuses: malformed ones, and those that name a field which the response does not have.",
    why: "The service answers 400 to the whole request and returns no data.",
    clauses: ["conventions 4.2.4", "conventions 4.2.10", "conventions 7"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    emptyValue: "`fields` is empty: the service answers 400. Name the fields to return, or leave the parameter out.",
    emptySelector: "Extra comma in `fields`: the service answers 400. Remove it.",
    emptyGroup: "Empty parentheses in `fields`: the service answers 400. Name sub-fields, or remove the parentheses.",
    unclosedGroup: "Missing `)` in `fields`: the service answers 400. Close this `(`.",
    strayParenthesis: "Extra `)` in `fields`: the service answers 400. Remove it.",
    groupWithoutField: "No field before `(` in `fields`: the service answers 400. Add its name, as in `items(id)`.",
    straySlash: "Extra slash in `fields`: the service answers 400. Remove it, or add the missing name.",
    textAfterGroup: "`{text}` cannot follow `)`: the service answers 400. Write `a(b/c)` instead of `a(b)/c`.",
    mixedWildcard:
      "`*` cannot be part of a name, as in `{text}`: the service answers 400. Use `*` alone, or the full name.",
    otherBrackets:
      "`{text}` is not valid in `fields`: the service answers 400. Put sub-fields in parentheses, as in `items(id)`; leave out indexes.",
    encodedTwice:
      "`fields` is encoded twice, so the service reads the escape `{text}` and answers 400. Encode it once.",
    unknownField: "The response has no field `{name}`: the service answers 400. Correct the name, or remove it.",
    unknownFieldNear: "The response has no field `{name}`: the service answers 400. Did you mean {near}?",
    insideScalar:
      "`{parent}` is a plain value without a field `{name}`: the service answers 400. Select `{parent}` itself.",
    removeComma: "Remove the extra comma",
    removeGroup: "Remove the empty parentheses",
    removeParenthesis: "Remove the extra `)`",
    removeSlash: "Remove the extra slash",
    close: "Add the missing `)` at the end",
    separate: "Insert a comma after the `)`",
    useParentheses: "Use parentheses",
    decode: "Encode once",
    replace: "Replace with `{near}`",
  },
  options: {
    unknownFields: {
      type: "string",
      enum: ["near", "all"],
      default: "near",
      description:
        "Which fields that the response's declared type lacks are reported: those that are one typo away from a field of the type (`near`), or `all`, for types that list every field.",
    },
  },
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    for (const fieldsValue of findFieldsValues(request)) {
      if (mayBeDialect(request, context.facts, fieldsValue)) continue;
      if (fieldsValue.fields.mistakes.length > 0) reportMistakes(fieldsValue, context);
      else if (request.response)
        reportMisfits(
          fieldsValue,
          request.response,
          context,
          request.isDescribed === true || isComplete(request.response),
        );
    }
  },
});

/** Bounds the reports per value: the service names only the first mistake, and each correction is verified by a parse in linear time. */
const mostMistakes = 10;

function reportMistakes({ located, fields, range }: FieldsValue, context: Context<Options>): void {
  for (const mistake of fields.mistakes.slice(0, mostMistakes)) {
    const correction = findCorrection(mistake, located);
    context.report({
      message: mistake.kind,
      data: { text: located.text.slice(mistake.range.start, mistake.range.end) },
      range: mistake.kind === "emptyValue" ? range : located.sourceRange(mistake.range),
      ...(correction && { suggestions: [correction] }),
    });
  }
}

/** Whether a declared type lists every field of the service. */
function isComplete(response: Shape): boolean {
  return response.type === "object" && response.complete === true;
}

/** @param isFull whether the shape lists every field of the response. */
function reportMisfits(
  { located, fields }: FieldsValue,
  response: Shape,
  context: Context<Options>,
  isFull: boolean,
): void {
  const { wrapped } = context.facts.service ?? {};
  const selected = new Set(tokenise(located).map(({ range }) => located.text.slice(range.start, range.end)));
  for (const misfit of checkFields(fields.selectors, selectableShape(response, context.facts))) {
    const { segment } = misfit;
    const range = located.sourceRange(segment.range);
    if (misfit.kind === "insideScalar") {
      context.report({ message: "insideScalar", data: { name: segment.name, parent: misfit.parent.name }, range });
      continue;
    }
    // no-data-prefix reports `data` at the root.
    if (wrapped !== false && isDataAtRoot(misfit, fields.selectors)) continue;
    // A name that is also selected is hardly the intended one.
    const near = misfit.near.filter((name) => !selected.has(name));
    if (near.length === 0 && !isFull && context.options.unknownFields === "near") continue;
    context.report({
      message: near.length > 0 ? "unknownFieldNear" : "unknownField",
      data: { name: segment.name, near: near.map((name) => `\`${name}\``).join(" or ") },
      range,
      suggestions: near.flatMap((name) => {
        const edits = /^[\w$./-]+$/u.test(name) ? located.replace(segment.range, name) : undefined;
        return edits ? [{ message: "replace", data: { near: name }, edits }] : [];
      }),
    });
  }
}

function isDataAtRoot({ segment }: Misfit, selectors: FieldsValue["fields"]["selectors"]): boolean {
  return segment.name === conventions.selector.wrapper && selectors.some(({ path }) => path[0] === segment);
}

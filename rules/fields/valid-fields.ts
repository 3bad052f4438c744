import { conventions } from "../../src/contract/conventions";
import { checkFields, type Misfit } from "../../src/fields/check";
import { tokenise } from "../../src/fields/tokens";
import { defineRule, type Context } from "../../src/rule/define";
import type { Shape } from "../../src/shape/shape";
import { findMending } from "./helpers/mending";
import { findFieldsValues, type FieldsValue } from "./helpers/values";

type Options = Readonly<{ unknownFields: "near" | "all" }>;

export const rule = defineRule<"request", Options>({
  id: "valid-fields",
  code: 100101,
  on: "request",
  docs: {
    summary:
      "Disallow values of `fields` that the service refuses: malformed ones, and those that name a field which the response does not have.",
    why: "The service answers 400 to the whole request and returns no data.",
    clauses: ["conventions 4.2.4", "conventions 4.2.10", "conventions 7"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    emptyValue:
      "`fields` is empty: the service answers 400. Name the fields to return, or leave the parameter out for all of them.",
    emptySelector: "There is no selector next to this comma: the service answers 400. Remove the comma.",
    emptyGroup:
      "An empty group selects nothing: the service answers 400. Name the sub-fields, or remove the parentheses to select the field whole.",
    unclosedGroup: "This `(` is never closed: the service answers 400. Add the `)`.",
    strayParenthesis: "This `)` closes nothing: the service answers 400. Remove it.",
    groupWithoutField: "A group needs a field before it, as in `items(id)`: the service answers 400.",
    straySlash: "There is no name next to this slash: the service answers 400. Remove the slash.",
    textAfterGroup:
      "Only `,` or `)` may follow a group, not `{text}`: the service answers 400. Write `a(b/c)` rather than `a(b)/c`.",
    mixedWildcard: "`*` stands for a whole segment and cannot be part of `{text}`: the service answers 400.",
    otherBrackets:
      "`{text}` is no part of the syntax: the service answers 400. Sub-fields stand in parentheses, as in `items(id)`, and elements are not numbered.",
    encodedTwice:
      "The value still holds the escape `{text}` once it is decoded, so it is encoded twice: the service answers 400. Encode it once.",
    unknownField: "The response has no field `{name}`: the service answers 400.",
    unknownFieldNear: "The response has no field `{name}`: the service answers 400. Did you mean {near}?",
    insideScalar:
      "`{parent}` is a plain value and has no field `{name}` inside: the service answers 400. Select `{parent}` itself.",
    remove: "Remove it",
    close: "Close the group at the end",
    separate: "Put a comma before it",
    useParentheses: "Write parentheses",
    decode: "Undo one encoding",
    replace: "Replace it with `{near}`",
  },
  options: {
    unknownFields: {
      type: "string",
      enum: ["near", "all"],
      default: "near",
      description:
        "Which fields that the response's declared type lacks are reported: those that are a slip away from one that it has (`near`), or `all`, for types that list every field.",
    },
  },
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    for (const fieldsValue of findFieldsValues(request)) {
      if (fieldsValue.fields.mistakes.length > 0) reportMistakes(fieldsValue, context);
      else if (request.response) reportMisfits(fieldsValue, request.response, context);
    }
  },
});

function reportMistakes({ located, fields, range }: FieldsValue, context: Context<Options>): void {
  for (const mistake of fields.mistakes) {
    const mending = findMending(mistake, located);
    context.report({
      message: mistake.kind,
      data: { text: located.text.slice(mistake.range.start, mistake.range.end) },
      range: mistake.kind === "emptyValue" ? range : located.sourceRange(mistake.range),
      ...(mending && { suggestions: [mending] }),
    });
  }
}

function reportMisfits({ located, fields }: FieldsValue, response: Shape, context: Context<Options>): void {
  const { wrapped } = context.facts.service ?? {};
  const selected = new Set(tokenise(located).map(({ range }) => located.text.slice(range.start, range.end)));
  for (const misfit of checkFields(fields.selectors, wrapped === false ? response : withoutWrapper(response))) {
    const { segment } = misfit;
    const range = located.sourceRange(segment.range);
    if (misfit.kind === "insideScalar") {
      context.report({ message: "insideScalar", data: { name: segment.name, parent: misfit.parent.name }, range });
      continue;
    }
    // `data` at the root is no-data-prefix's.
    if (wrapped !== false && isDataAtRoot(misfit, fields.selectors)) continue;
    // A name that is selected beside the suspected slip is hardly what was meant by it.
    const near = misfit.near.filter((name) => !selected.has(name));
    if (near.length === 0 && context.options.unknownFields === "near") continue;
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

/** A declared type may describe the response with the wrapping `data` or without it: either is right. */
function withoutWrapper(response: Shape): Shape {
  const data = response.type === "object" ? response.fields.get(conventions.selector.wrapper) : undefined;
  return data ? { type: "union", options: [response, data.shape] } : response;
}

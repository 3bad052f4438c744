import { getFields, getQuery } from "../../src/request/derived/query";
import type { Request } from "../../src/request/request";
import { mergeSelectors } from "../../src/fields/selection-tree";
import { stepInto, possibleShapes } from "../../src/fields/shapes";
import { defineRule } from "../../src/rule/define";
import { addField } from "./helpers/edits";
import { pageToken, readsBelow } from "./helpers/reads";
import { findFieldsValues } from "./helpers/values";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "require-page-token",
  code: 100105,
  on: "request",
  convention: "fields",
  docs: {
    summary: "Require `nextPageToken` in the `fields` of a request that is seen to page.",
    why: "The service leaves the token out of the response, so that the listing stops at the first page.",
    clauses: ["conventions 2", "conventions 4.2.8"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    missing:
      "This request pages, and its `fields` leaves `nextPageToken` out: the listing stops at the first page. Select it.",
    select: "Select `nextPageToken`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    if (getFields(request).presence !== "present" || lacksToken(request)) return;
    const values = findFieldsValues(request);
    const selections = values.map(({ fields }) => mergeSelectors(fields.selectors, fields.open));
    const { reads } = request;
    const isRead =
      reads !== undefined &&
      readsBelow(reads.body, selections, request.response, context.facts).some(
        ({ fields }) => (fields.get(pageToken)?.places.length ?? 0) > 0,
      );
    if (!isRead && !passesToken(request)) return;
    for (const [index, { located, fields, range }] of values.entries()) {
      const selection = selections[index];
      if (!selection || fields.mistakes.length > 0) continue;
      if (selection.open || selection.fields.has(pageToken) || selection.fields.has("*")) continue;
      const edits = addField(located, fields.selectors, [pageToken]);
      const whole = { start: 0, end: located.text.length };
      context.report({
        message: "missing",
        range: located.text.trim() === "" ? range : located.sourceRange(whole),
        ...(edits && { suggestions: [{ message: "select", edits }] }),
      });
    }
  },
});

/** Whether the request asks for a particular page, or its client fetches the next page. */
function passesToken(request: Request): boolean {
  return (
    request.pages === true ||
    [pageToken, "pageToken"].some((name) => {
      const { presence } = getQuery(request, name);
      return presence === "present" || presence === "maybe";
    })
  );
}

/** Whether the response's type certainly has no token at its root, so that there is nothing to select. */
function lacksToken({ response }: Request): boolean {
  return (
    response !== undefined && stepInto(possibleShapes([response]), pageToken).kind !== "found" && !isWrapped(response)
  );
}

function isWrapped(response: NonNullable<Request["response"]>): boolean {
  return response.type === "object" && response.fields.has("data");
}

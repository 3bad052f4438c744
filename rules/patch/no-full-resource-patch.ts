import { findDocumented } from "../../src/request/derived/documented";
import { isPatch, isService, jsonBodies } from "../../src/request/derived/predicates";
import { defineRule, type Report } from "../../src/rule/define";
import { containsRange, type Range } from "../../src/text/range";
import type { ObjectValue, Value } from "../../src/value/value";
import { findWholeRead } from "./helpers/reads";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "no-full-resource-patch",
  code: 100202,
  on: "request",
  convention: "merge-patch",
  docs: {
    summary: "Disallow a PATCH body that is, or spreads, a whole resource that was read.",
    why: "Every field goes back as it was read: what somebody else changed since then is overwritten, and arrays are replaced whole.",
    clauses: ["conventions 4.3.1"],
    preset: "recommended",
    severity: "warn",
  },
  messages: {
    whole: "Sending the whole fetched resource overwrites concurrent changes. Send only what changes.",
    refused:
      "{service} refuses fields that it sets itself, so that a resource cannot be sent back as it was read. Send only what changes.",
    spread: "Spreading the fetched resource overwrites concurrent changes. Send only what changes.",
    removeSpread: "Remove the spread",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    const documented = findDocumented(request, context.facts);
    const refusing = documented?.refusesWhole === true ? documented.service : undefined;
    if (!isPatch(request) || (refusing === undefined && !isService(request))) return;
    const words = (message: "whole" | "spread"): Pick<Report, "message" | "data"> =>
      refusing === undefined ? { message } : { message: "refused", data: { service: refusing } };
    for (const body of jsonBodies(request)) {
      if (body.kind !== "object" || body.origin?.response) {
        if (findWholeRead(body, context.requests)) context.report({ ...words("whole"), range: body.range });
        continue;
      }
      for (const spread of body.spreads) {
        if (!findWholeRead(spread, context.requests)) continue;
        const suggestions = isRemovable(spread, body) ? suggestRemoval(spread, context.text) : [];
        context.report({ ...words("spread"), range: spread.range, suggestions });
      }
    }
  },
});

function isRemovable(spread: Value, { members, range }: ObjectValue): boolean {
  return members.length > 0 && containsRange(range, spread.range);
}

function suggestRemoval(spread: Value, text: string): NonNullable<Report["suggestions"]> {
  if (spread.elsewhere) return [];
  const dots = /\.\.\.\s*$/.exec(text.slice(0, spread.range.start));
  const comma = /^\s*,\s*/.exec(text.slice(spread.range.end));
  if (!dots || !comma) return [];
  const range: Range = { start: dots.index, end: spread.range.end + comma[0].length };
  return [{ message: "removeSpread", edits: [{ range, text: "" }] }];
}

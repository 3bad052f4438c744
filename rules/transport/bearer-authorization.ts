import { getHeader } from "../../src/request/headers";
import { isService } from "../../src/request/predicates";
import { defineRule, type Report } from "../../src/rule/define";
import type { Edit } from "../../src/rule/finding";
import type { Range } from "../../src/text/range";
import type { StringValue, TextPart } from "../../src/value/value";
import { getOptions } from "./helpers/text";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "bearer-authorization",
  code: 100304,
  on: "request",
  docs: {
    summary: "Require the scheme `Bearer` in `Authorization`.",
    why: "The service knows no other scheme: the request counts as one without a token.",
    clauses: ["conventions 5"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    scheme: "The service takes `Authorization: Bearer <token>`; this sends the scheme `{scheme}`.",
    space: "`Bearer` and the token need a space between them.",
    noScheme: "The service takes `Authorization: Bearer <token>`; this sends no scheme.",
    useBearer: "Write `Bearer`.",
    addSpace: "Add the space.",
    addBearer: "Add `Bearer`.",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(request, context) {
    if (!isService(request)) return;
    const authorization = getHeader(request, "Authorization");
    for (const option of getOptions(authorization.value)) {
      const report = option.kind === "string" ? judge(option, context.text) : undefined;
      if (report) context.report(report);
    }
  },
});

function judge(value: StringValue, source: string): Report | undefined {
  const [first, ...rest] = value.parts;
  if (first?.kind !== "text") return undefined;
  const [, blank = "", scheme = "", space = ""] = /^(\s*)(\S*)(\s*)/.exec(first.text) ?? [];
  const start = blank.length;
  const end = start + scheme.length;
  const range = rangeOf(first, start, end, source);
  const place = range ?? first.range;
  const edit = (text: string): readonly Edit[] | undefined => (range ? [{ range, text }] : undefined);
  if (space !== "") {
    if (scheme === "Bearer") return undefined;
    return withEdit({ message: "scheme", data: { scheme }, range: place }, edit("Bearer"), /^(?:token|bearer)$/i.test(scheme) ? "fix" : "useBearer");
  }
  if (scheme === "") return undefined;
  if (rest.length > 0) {
    // The text runs on into something unknown: only a whole `Bearer` shows where the scheme ends.
    return scheme === "Bearer" ? withEdit({ message: "space", range: place }, edit("Bearer "), "addSpace") : undefined;
  }
  return withEdit({ message: "noScheme", range: place }, edit(`Bearer ${scheme}`), "addBearer");
}

function withEdit(report: Report, edits: readonly Edit[] | undefined, how: "fix" | "useBearer" | "addSpace" | "addBearer"): Report {
  if (!edits) return report;
  return how === "fix" ? { ...report, fix: edits } : { ...report, suggestions: [{ message: how, edits }] };
}

/** The place of a piece of a text part, where that is written in the file under analysis. */
function rangeOf(part: TextPart, start: number, end: number, source: string): Range | undefined {
  if (part.elsewhere) return undefined;
  const { offsets, range } = part;
  if (offsets) {
    const [from, to] = [offsets[start], offsets[end]];
    return from === undefined || to === undefined ? undefined : { start: from, end: to };
  }
  const at = source.slice(range.start, range.end).indexOf(part.text);
  return at < 0 ? undefined : { start: range.start + at + start, end: range.start + at + end };
}

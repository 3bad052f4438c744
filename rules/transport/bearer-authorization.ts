import { locatesService } from "../../src/contract/configuration/configuration";
import { conventions } from "../../src/contract/conventions";
import { getHeader } from "../../src/request/derived/headers";
import { isService } from "../../src/request/derived/predicates";
import { flatten, slice } from "../../src/request/drafts/strings";
import { defineRule, type Report } from "../../src/rule/define";
import type { Edit } from "../../src/rule/finding";
import type { StringValue } from "../../src/value/value";
import { HOLE } from "../../src/value/located-text";
import { isFromElsewhere, sentValues } from "./helpers/text";

const { authorization } = conventions;

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "bearer-authorization",
  code: 100304,
  on: "request",
  convention: "bearer",
  docs: {
    summary: "Require the scheme `Bearer` in `Authorization`.",
    why: "The service knows no other scheme: the request counts as one without a token.",
    clauses: ["conventions 5"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    scheme: "The service does not accept the scheme `{scheme}`. Send `Authorization: Bearer <token>`.",
    space: "Without a space after `Bearer` the service finds no token. Add the space.",
    noScheme: "The service does not accept a token without its scheme. Send `Authorization: Bearer <token>`.",
    useBearer: "Use `Bearer`",
    addSpace: "Add the space",
    addBearer: "Add `Bearer`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(request, context) {
    // Another service may require another scheme.
    if (!isService(request) || !locatesService(context.facts)) return;
    const field = getHeader(request, authorization.header);
    for (const option of sentValues(field.value)) {
      const report = option.kind === "string" ? findProblem(option) : undefined;
      // Code in another file that both writes and sends the field has to be corrected there, whoever names the host.
      if (report && (request.specimen || !request.elsewhere || !isFromElsewhere(option))) context.report(report);
    }
  },
});

function findProblem(value: StringValue): Report | undefined {
  const text = flatten(value.parts);
  const known = text.split(HOLE, 1)[0] ?? "";
  const [, blank = "", scheme = "", space = ""] = /^(\s*)(\S*)(\s*)/.exec(known) ?? [];
  if (scheme === "") return undefined;
  const pieces = slice(value.parts, blank.length, blank.length + scheme.length);
  const [piece, more] = pieces;
  const range = (piece?.kind === "text" ? piece : value).range;
  // A scheme composed of several texts, or written elsewhere, has no single place to edit.
  const edit = (replacement: string): readonly Edit[] | undefined =>
    piece?.kind === "text" && !piece.elsewhere && !more ? [{ range, text: replacement }] : undefined;
  if (space !== "") {
    // RFC 9110, 11.1: schemes are case-insensitive.
    if (isBearer(scheme)) return undefined;
    return withEdit(
      { message: "scheme", data: { scheme }, range },
      edit(authorization.scheme),
      /^token$/i.test(scheme) ? "fix" : "useBearer",
    );
  }
  if (known.length < text.length) {
    // If an unknown part follows the text, only a complete `Bearer` shows where the scheme ends.
    return isBearer(scheme)
      ? withEdit({ message: "space", range }, edit(`${authorization.scheme} `), "addSpace")
      : undefined;
  }
  return withEdit({ message: "noScheme", range }, edit(`${authorization.scheme} ${scheme}`), "addBearer");
}

function isBearer(scheme: string): boolean {
  return scheme.toLowerCase() === authorization.scheme.toLowerCase();
}

function withEdit(
  report: Report,
  edits: readonly Edit[] | undefined,
  how: "fix" | "useBearer" | "addSpace" | "addBearer",
): Report {
  if (!edits) return report;
  return how === "fix" ? { ...report, fix: edits } : { ...report, suggestions: [{ message: how, edits }] };
}

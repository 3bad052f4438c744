import { conventions } from "../../src/contract/conventions";
import type { Selector } from "../../src/fields/selection";
import type { Request } from "../../src/request/request";
import type { Read } from "../../src/response/reads";
import { defineRule, type Context } from "../../src/rule/define";
import { containsRange, type Range } from "../../src/text/range";
import { mayBeDialect } from "./helpers/dialects";
import { removeSelector } from "./helpers/edits";
import { findFieldsValues, type FieldsValue } from "./helpers/values";

type NoOptions = Readonly<Record<string, never>>;

export const rule = defineRule<"request", NoOptions>({
  id: "no-unused-fields",
  code: 100106,
  on: "request",
  convention: "fields",
  docs: {
    summary: "Disallow selecting a field of the response that the code never reads.",
    why: "The service computes and sends what nobody uses.",
    clauses: ["conventions 2", "conventions 4.2"],
    preset: "strict",
    severity: "warn",
  },
  messages: {
    unused: "`{path}` is selected and never read: the service sends it for nothing. Remove it from `fields`.",
    remove: "Remove `{path}`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    if (!isFollowed(request)) return;
    for (const value of findFieldsValues(request)) {
      if (value.fields.mistakes.length > 0 || mayBeDialect(request, context.facts, value)) continue;
      for (const selector of value.fields.selectors)
        report(selector, value.fields.selectors, [], { request, value, context });
    }
  },
});

interface Surroundings {
  readonly request: Request;
  readonly value: FieldsValue;
  readonly context: Context<NoOptions>;
}

/** Whether all reads of the answer are known, and at least one field is read. */
function isFollowed({ reads }: Request): boolean {
  return reads !== undefined && !reads.escape && reads.body.fields.size > 0;
}

/** Reports a selector that is never read, or the unread parts of its group. */
function report(
  selector: Selector,
  siblings: readonly Selector[],
  outer: readonly string[],
  surroundings: Surroundings,
): void {
  const { value, context } = surroundings;
  const path = [...outer, ...selector.path.map(({ name }) => name)];
  if (path.includes("*") || selector.open) return;
  if (isRead(surroundings.request, path)) {
    for (const each of selector.group?.selectors ?? [])
      report(each, selector.group?.selectors ?? [], path, surroundings);
    return;
  }
  const range = value.located.sourceRange(selector.range);
  if (!isOwn(selector, range, surroundings) || isReadByOthers(range, path, surroundings)) return;
  const edits = removeSelector(value.located, selector, siblings);
  const data = { path: path.join("/") };
  context.report({
    message: "unused",
    data,
    range,
    ...(edits && { suggestions: [{ message: "remove", data, edits }] }),
  });
}

/** Whether code reads a field at the path, above it or below it, with or without the `data` wrapper. */
function isRead({ reads }: Request, path: readonly string[]): boolean {
  if (!reads || reads.escape) return true;
  const data = reads.body.fields.get(conventions.selector.wrapper);
  return reaches(reads.body, path) || (data !== undefined && reaches(data, path));
}

function reaches(read: Read, path: readonly string[]): boolean {
  let at: Read | undefined = read;
  for (const name of path) {
    if (at.whole || (at !== read && isCounted(at))) return true;
    at = at.fields.get(name);
    if (!at) return false;
  }
  return true;
}

/** Whether code uses only the presence or length of a value. Some field in it must then be selected. */
function isCounted({ fields }: Read): boolean {
  return [...fields.keys()].every((name) => name === "length");
}

/** Whether only this request uses the selector: it is written in the call, or in a constant that the file does not export. */
function isOwn(selector: Selector, range: Range, { request, context, value }: Surroundings): boolean {
  // A text that cannot be edited here is written elsewhere, and may have other uses.
  if (!value.located.replace(selector.range, "")) return false;
  if (containsRange(request.range, range)) return true;
  if (value.located.holes.length > 0) return false;
  const line = context.text.lastIndexOf("\n", range.start) + 1;
  return /^\s*(?:const|let)\b/u.test(context.text.slice(line, range.start));
}

/** Whether another request, or the wrapper itself, uses the same text and reads the field. */
function isReadByOthers(range: Range, path: readonly string[], { request, context }: Surroundings): boolean {
  const others = [...context.requests, ...context.requests.flatMap((each) => context.insideOf(each) ?? [])];
  return others.some(
    (other) =>
      other !== request &&
      findFieldsValues(other).some(({ range: used }) => containsRange(used, range)) &&
      isRead(other, path),
  );
}

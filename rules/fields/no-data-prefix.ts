import { conventions } from "../../src/contract/conventions";
import type { Selector } from "../../src/fields/selection";
import { type Facts, locatesService } from "../../src/contract/configuration/configuration";
import { defineRule } from "../../src/rule/define";
import type { Edit } from "../../src/rule/finding";
import { containsRange, type Range } from "../../src/text/range";
import type { Shape } from "../../src/shape/shape";
import { HOLE, type LocatedText } from "../../src/value/located-text";
import { findFieldsValues } from "./helpers/values";

const { wrapper } = conventions.selector;

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "no-data-prefix",
  code: 100102,
  on: "request",
  convention: "fields",
  docs: {
    summary:
      "Disallow `data` as the first segment of a selector: selectors begin inside the `data` object in which the service wraps responses.",
    why: "The service answers 400 to the whole request and returns no data.",
    clauses: ["conventions 4.2.9", "conventions 7"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    prefix: "Selectors start inside the `data` wrapper: the service answers 400 to `data/…`. Write `{rest}`.",
    unclear: "Selectors start inside the `data` wrapper: the service answers 400 to `data/…`. Leave `data` out.",
    whole:
      "`data` is the wrapper and cannot be selected: the service answers 400. Name its fields, or leave `fields` out.",
    remove: "Remove `data`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(request, context) {
    if (hasDataOfItsOwn(request.response, context.facts)) return;
    for (const { located, fields } of findFieldsValues(request)) {
      // valid-fields reports malformed values; their meaning is unknown here.
      if (fields.mistakes.length > 0) continue;
      for (const selector of fields.selectors) {
        const [first] = selector.path;
        if (first.name !== wrapper) continue;
        const range = located.sourceRange(first.range);
        const removal = findRemoval(selector, located);
        if (!removal) {
          const whole = !selector.open && !selector.group && selector.path.length === 1;
          context.report({ message: whole ? "whole" : "unclear", range });
          continue;
        }
        const edits = removal.pieces.map((piece) => located.replace(piece, ""));
        const changes = edits.every((edit) => edit !== undefined) ? edits.flat() : [];
        const report = { message: "prefix", data: { rest: removal.rest }, range };
        if (changes.length === 0) context.report(report);
        else if (removal.sure && changes.every((edit) => isOwn(edit, request.range, context.text)))
          context.report({ ...report, fix: changes });
        else context.report({ ...report, suggestions: [{ message: "remove", edits: changes }] });
      }
    }
  },
});

/** Whether `data` may be a field of the resource itself. */
function hasDataOfItsOwn(response: Shape | undefined, facts: Facts): boolean {
  const { service } = facts;
  if (service?.wrapped === false) return true;
  const data = response?.type === "object" ? response.fields.get(wrapper) : undefined;
  // Even if responses are known to be wrapped, a declared type may include the wrapper.
  if (service?.wrapped === true) return data?.shape.type === "object" && data.shape.fields.has(wrapper);
  // If only the address of the service is configured, it is unknown whether it wraps responses.
  return data !== undefined || (locatesService(facts) && service?.conventions === undefined);
}

interface Removal {
  /** The ranges of the `fields` text to remove. */
  readonly pieces: readonly Range[];
  /** The remaining selectors, for the message. */
  readonly rest: string;
  /** Whether the removal is correct for all values of the holes. */
  readonly sure: boolean;
}

/** @returns how to remove `data` from a selector; `undefined` if nothing would remain, or if another `data` would become the first segment. */
function findRemoval({ path, group, range, open }: Selector, { text, holes }: LocatedText): Removal | undefined {
  const [first, second] = path;
  if (second || open) {
    if (second?.name === wrapper) return undefined;
    const slash = text.indexOf("/", first.range.end) + 1;
    const rest = (second ? text.slice(slash, range.end).trim() : "") + (open ? (second ? "/…" : "…") : "");
    return { pieces: [{ start: first.range.start, end: slash }], rest: withHolesShown(rest), sure: true };
  }
  if (!group || group.selectors.some(({ path: [inner] }) => inner.name === wrapper)) return undefined;
  const end = group.open ? text.trimEnd().length : group.range.end;
  // A hole could close the group, and the last parenthesis of the text would then belong to another group.
  if (group.open && (text.charAt(end - 1) !== ")" || holes.includes(end - 1))) return undefined;
  const pieces = [
    { start: first.range.start, end: group.range.start + 1 },
    { start: end - 1, end },
  ];
  return { pieces, rest: withHolesShown(text.slice(group.range.start + 1, end - 1).trim()), sure: !group.open };
}

function withHolesShown(text: string): string {
  return text.replaceAll(HOLE, "…");
}

/**
 * Whether an edit affects only this request's selector: it is inside the call, or changes only part of a literal. A
 * constant that is just `data/` may have other uses.
 */
function isOwn({ range }: Edit, call: Range, text: string): boolean {
  if (containsRange(call, range)) return true;
  return !(/["'`}]/u.test(text.charAt(range.start - 1)) && /["'`$]/u.test(text.charAt(range.end)));
}

import { isPatch, isService, jsonBodies } from "../../src/request/derived/predicates";
import { defineRule, type Report } from "../../src/rule/define";
import type { Range } from "../../src/text/range";
import type { Value } from "../../src/value/value";
import { isKeyHere, membersOf, printPath } from "./helpers/members";
import { isUndeletableAt } from "./helpers/required";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "no-undefined-in-patch",
  code: 100203,
  on: "request",
  convention: "merge-patch",
  unsaid: true,
  docs: {
    summary: "Disallow members of a PATCH body that are always `undefined`.",
    why: "JSON has no `undefined`: the member is not sent, and the field that it should delete stays; in an array it is sent as `null`.",
    clauses: ["conventions 4.3.4", "conventions 4.3.7"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    member: "`{path}` is `undefined`, which JSON drops: the field stays unchanged. Send `null` to delete it.",
    required: "`{path}` is required and cannot be deleted: remove it, or send a value.",
    element: "An `undefined` element of `{path}` is sent as `null`. Remove it from the array.",
    sendNull: "Send `null`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    if (!isService(request) || !isPatch(request)) return;
    for (const body of jsonBodies(request)) {
      for (const { member, value, options, path, isSure } of membersOf(body)) {
        const data = { path: printPath(path) };
        // A conditional `x ? y : undefined`, or an omitted parameter of a wrapper, leaves the field out on purpose.
        if (
          value.kind === "undefined" &&
          options.length === 1 &&
          // An object that is replaced later is probably not sent.
          isSure &&
          isKeyHere(member, context.text) &&
          isWrittenHere(value) &&
          !isOptional(value.range, context.text)
        ) {
          if (isUndeletableAt(request.resource, path)) {
            context.report({ message: "required", data, range: member.keyRange });
            continue;
          }
          const suggestions = suggestNull(value.range, context.text);
          context.report({ message: "member", data, range: member.keyRange, suggestions });
        }
        for (const range of undefinedElements(value)) {
          context.report({ message: "element", data, range });
        }
      }
    }
  },
});

/** An optional chain yields `undefined` on purpose. */
function isOptional({ start, end }: Range, text: string): boolean {
  return text.slice(start, end).includes("?.");
}

function isWrittenHere(value: Value): boolean {
  return !value.elsewhere && !value.origin?.parameter;
}

/** Finds the ranges of `undefined` elements in an array, including nested arrays and objects. */
function* undefinedElements(value: Value): Generator<Range> {
  if (value.kind !== "array") return;
  for (const { value: element } of value.elements) {
    if (element.kind === "undefined" && isWrittenHere(element)) yield element.range;
    yield* undefinedElements(element);
    if (element.kind === "object") for (const member of element.members) yield* undefinedElements(member.value);
  }
}

function suggestNull(range: Range, text: string): NonNullable<Report["suggestions"]> {
  const written = text.slice(range.start, range.end);
  return /^(?:undefined|void 0)$/.test(written) ? [{ message: "sendNull", edits: [{ range, text: "null" }] }] : [];
}

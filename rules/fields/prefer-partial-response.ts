import { conventions } from "../../src/contract/conventions";
import { insertQuery } from "../../src/request/derived/query-edits";
import { asText } from "../../src/request/drafts/known";
import { mayBeOthers } from "../../src/request/derived/host";
import { takesSelectors } from "../../src/request/derived/predicates";
import { getFields } from "../../src/request/derived/query";
import { findNeed } from "../../src/request/derived/smallest-selector";
import type { Request } from "../../src/request/request";
import { defineRule } from "../../src/rule/define";

/** Whether a function in another file reads the response. Its selector should be changed there, once. */
function isDecidedElsewhere({ elsewhere, target }: Request): boolean {
  const named = target.path?.parts.some((part) => part.kind === "text" && part.elsewhere === undefined);
  return elsewhere === true && named !== true;
}

/** Hosts of requests with `fields`, by the requests of a file. */
const hostsWithFields = new WeakMap<readonly Request[], ReadonlySet<string>>();

/**
 * Whether a service that may be a third party's is known to support `fields`, by its client or by another request to
 * it.
 */
function knowsFields({ target }: Request, requests: readonly Request[]): boolean {
  if (target.others?.selects) return true;
  let hosts = hostsWithFields.get(requests);
  if (!hosts) {
    const asking = requests.filter((request) => getFields(request).value !== undefined);
    hosts = new Set(asking.flatMap((request) => asText(request.target.origin) ?? []));
    hostsWithFields.set(requests, hosts);
  }
  return hosts.has(asText(target.origin) ?? "");
}

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "prefer-partial-response",
  code: 100107,
  on: "request",
  convention: "fields",
  docs: {
    summary: "Require `fields` where the code reads only a part of the response.",
    why: "The service sends the full representation, of which most is thrown away.",
    clauses: ["conventions 2", "conventions 4.2"],
    preset: "strict",
    severity: "warn",
  },
  messages: {
    some: "Only {read} of {total} fields are read, and the service sends all of them. Ask for `{selector}` with `fields`.",
    known: "Only `{selector}` is read, and the service sends the full representation. Ask for it with `fields`.",
    add: "Add `fields={selector}`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    if (!takesSelectors(request) || asText(request.method) !== "GET") return;
    // A problem inside a wrapper is reported in the wrapper.
    if (getFields(request).presence !== "absent" || isDecidedElsewhere(request)) return;
    if (mayBeOthers(request, context.facts) && !knowsFields(request, context.requests)) return;
    const need = findNeed(request, context.facts);
    if (!need || (need.of !== undefined && need.read >= need.of)) return;
    const edits = insertQuery(request, context.text, conventions.selector.parameter, need.selector);
    const data = { selector: need.selector };
    context.report({
      message: need.of === undefined ? "known" : "some",
      data: { ...data, read: need.read, total: need.of ?? "" },
      range: request.anchor,
      ...(edits && { suggestions: [{ message: "add", data, edits: [edits] }] }),
    });
  },
});

import { optionsOf } from "../../src/request/drafting/known";
import { getHeader } from "../../src/request/questions/headers";
import { defineRule } from "../../src/rule/define";
import { getScalarText } from "../../src/shape/scalar";
import { findTextMisfit } from "../../src/shape/written-text";
import { describeMisfit } from "./helpers/query-values";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "valid-headers",
  code: 100307,
  on: "request",
  docs: {
    summary: "Require the header fields that an imported description requires, with values that it allows.",
    why: "The service refuses a request that lacks a header field which it requires, or has it with a value that it does not know.",
    clauses: ["description 4"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    missing: "`{method} {path}` fails without the header field `{name}`. Send it.",
    type: "`{name}` is {found}: the service rejects it. It must be {expected}.",
    values: "`{name}` has a value that the service rejects. It must be {allowed}.",
    nearValue: "`{name}` has a value that the service rejects. Did you mean {near}?",
    constraint: "`{name}` {found}: the service rejects it. It must {expected}.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    const endpoint = request.described?.endpoint;
    if (!endpoint) return;
    // Code out of sight may set a field for all calls of a client that the program shares.
    const isWhole = request.defaults.shared !== true && request.specimen === undefined;
    for (const [name, { required, shape }] of endpoint.headers) {
      const field = getHeader(request, name);
      if (field.presence === "absent" && required && isWhole) {
        const { method, path } = endpoint;
        context.report({ message: "missing", data: { method, path, name }, range: request.anchor });
      }
      for (const value of field.value ? optionsOf(field.value) : []) {
        const text = getScalarText(value);
        const misfit = text === undefined ? undefined : findTextMisfit(text, shape, { maximum: true });
        if (text !== undefined && misfit) context.report({ ...describeMisfit(name, text, misfit), range: value.range });
      }
    }
  },
});

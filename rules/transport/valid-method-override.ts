import { conventions } from "../../src/contract/conventions";
import { getHeader } from "../../src/request/derived/headers";
import { asText } from "../../src/request/drafts/known";
import { sentMethod } from "../../src/request/derived/method";
import { isService } from "../../src/request/derived/predicates";
import { defineRule } from "../../src/rule/define";
import { quoteLike, sentValues } from "./helpers/text";

const { override } = conventions;

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "valid-method-override",
  code: 100301,
  on: "request",
  convention: "method-override",
  docs: {
    summary: "Require `X-HTTP-Method-Override` to be `PATCH`, on a POST.",
    why: "The service knows the header only as the way to send a PATCH as a POST: with another value, or on another method, the request does something else.",
    clauses: ["conventions 4.3.12"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    method:
      "`X-HTTP-Method-Override` works on POST only: this stays a {method}. Send POST, or PATCH without the header.",
    value: "`X-HTTP-Method-Override` must be `PATCH`, not `{value}`: the service overrides nothing else. Send `PATCH`.",
    letters: "`X-HTTP-Method-Override` must be `PATCH` in capitals, not `{value}`.",
    sendPatch: "Use `PATCH`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    if (!isService(request)) return;
    const field = getHeader(request, override.header);
    if (!field.keyRange) return;
    const method = sentMethod(request);
    if (method !== undefined && method !== override.carrier) {
      context.report({ message: "method", data: { method }, range: field.keyRange });
      return;
    }
    for (const option of sentValues(field.value)) {
      const value = asText(option);
      if (value === undefined || value.trim() === override.method) continue;
      const written = quoteLike(option, context.text, override.method);
      const suggestions = written ? [{ message: "sendPatch", edits: [written] }] : [];
      const message = value.trim().toUpperCase() === override.method ? "letters" : "value";
      context.report({ message, data: { value }, range: option.range, suggestions });
    }
  },
});

import { locatesService } from "../../src/contract/configuration/configuration";
import { conventions } from "../../src/contract/conventions";
import { templateOf } from "../../src/request/derived/describe";
import { getHeader } from "../../src/request/derived/headers";
import { isService } from "../../src/request/derived/predicates";
import { defineRule } from "../../src/rule/define";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "require-authorization",
  code: 100305,
  on: "request",
  convention: "bearer",
  docs: {
    summary: "Require `Authorization` on requests to the configured service whose headers are fully known.",
    why: "The service reads the token from that header, and serves nothing private without one.",
    clauses: ["conventions 4", "conventions 5"],
    preset: "strict",
    severity: "error",
  },
  messages: {
    missing:
      "Without `Authorization` the service rejects requests for private resources. Send `Authorization: Bearer <token>`.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    // A bare path goes to the program's own origin, where a cookie may identify the session.
    const { origin } = request.target;
    if (!isService(request) || request.token || !locatesService(context.facts)) return;
    if (!origin || templateOf(origin).startsWith("/")) return;
    if (getHeader(request, conventions.authorization.header).presence === "absent")
      context.report({ message: "missing", range: request.anchor });
  },
});

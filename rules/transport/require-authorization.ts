import { conventions } from "../../src/contract/conventions";
import { getHeader } from "../../src/request/headers";
import { mayBeOthers } from "../../src/request/host";
import { isService } from "../../src/request/predicates";
import { defineRule } from "../../src/rule/define";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "require-authorization",
  code: 100305,
  on: "request",
  docs: {
    summary: "Require `Authorization` on every request whose headers are fully known.",
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
    if (!isService(request) || request.token || mayBeOthers(request, context.facts)) return;
    if (getHeader(request, conventions.authorization.header).presence === "absent")
      context.report({ message: "missing", range: request.anchor });
  },
});

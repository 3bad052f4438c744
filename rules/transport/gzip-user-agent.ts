import { conventions } from "../../src/contract/conventions";
import { insertHeader } from "../../src/request/derived/header-edits";
import { getHeader, type FieldLookup } from "../../src/request/derived/headers";
import { asText } from "../../src/request/drafts/known";
import { mayBeBuiltIn } from "../../src/request/derived/conventions";
import { isService } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { defineRule, type Context, type Report } from "../../src/rule/define";
import { asksForGzip } from "./helpers/encodings";
import { quoteLike } from "./helpers/text";

const { compression } = conventions;

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "gzip-user-agent",
  code: 100303,
  on: "request",
  convention: "gzip",
  docs: {
    summary: "Require both conditions for a compressed answer: `Accept-Encoding: gzip`, and `gzip` in `User-Agent`.",
    why: "With one of them alone the service answers uncompressed.",
    clauses: ["conventions 4.1.1", "conventions 4.1.2", "conventions 4.1.3"],
    preset: "recommended",
    severity: "warn",
  },
  messages: {
    userAgent:
      "`Accept-Encoding: gzip` has no effect alone: the service sends plain data, as `User-Agent` is {sent}. Put `gzip` into `User-Agent` too.",
    acceptEncoding:
      "`gzip` in `User-Agent` has no effect alone: the service sends plain data. Send `Accept-Encoding: gzip` too.",
    nameGzip: "Add `(gzip)` to `User-Agent`",
    addUserAgent: "Add a `User-Agent` that contains `gzip`",
    askForGzip: "Send `Accept-Encoding: gzip`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    if (!isService(request) || !mayBeBuiltIn(request, context.facts)) return;
    checkAgent(request, context);
    checkEncoding(request, context);
  },
});

/** Reports an `Accept-Encoding` that requests gzip if `User-Agent` does not name it. */
function checkAgent(request: Request, context: Context<object>): void {
  const encoding = getHeader(request, compression.header);
  const asked = asText(encoding.value);
  if (encoding.presence !== "present" || !encoding.value || asked === undefined || !asksForGzip(asked)) return;
  const agent = getHeader(request, compression.agentHeader);
  const sentAgent = sent(agent, request.defaults.userAgent);
  if (sentAgent === "unknown" || sentAgent.text.includes(compression.coding)) return;
  const words = sentAgent.text === "" ? "not sent" : `\`${sentAgent.text}\``;
  const suggestions = suggestionsForAgent(agent, request, context.text);
  context.report({ message: "userAgent", data: { sent: words }, range: encoding.value.range, suggestions });
}

function suggestionsForAgent(agent: FieldLookup, request: Request, text: string): NonNullable<Report["suggestions"]> {
  const named = asText(agent.value);
  const extend = agent.value && named !== undefined ? quoteLike(agent.value, text, `${named} (gzip)`) : undefined;
  if (extend) return [{ message: "nameGzip", edits: [extend] }];
  if (agent.presence !== "absent") return [];
  const add = insertHeader(request, text, compression.agentHeader, '"client (gzip)"');
  return add ? [{ message: "addUserAgent", edits: [add] }] : [];
}

/** Reports a `User-Agent` that names gzip if `Accept-Encoding` does not request it. */
function checkEncoding(request: Request, context: Context<object>): void {
  const agent = getHeader(request, compression.agentHeader);
  if (agent.presence !== "present" || !agent.value || !asText(agent.value)?.includes(compression.coding)) return;
  const encoding = getHeader(request, compression.header);
  const sentEncoding = sent(encoding, request.defaults.acceptEncoding);
  if (sentEncoding === "unknown" || asksForGzip(sentEncoding.text)) return;
  const replace = encoding.value ? quoteLike(encoding.value, context.text, compression.coding) : undefined;
  const add =
    encoding.presence === "absent"
      ? insertHeader(request, context.text, compression.header, `"${compression.coding}"`)
      : undefined;
  const edit = replace ?? add;
  const suggestions = edit ? [{ message: "askForGzip", edits: [edit] }] : [];
  context.report({ message: "acceptEncoding", range: agent.value.range, suggestions });
}

/** @returns the value sent for a field: the code's, or the client's own. */
function sent(field: FieldLookup, byDefault: string | undefined): { readonly text: string } | "unknown" {
  if (field.presence === "absent") return byDefault === "unknown" ? "unknown" : { text: byDefault ?? "" };
  const text = asText(field.value);
  return field.presence === "present" && text !== undefined ? { text } : "unknown";
}

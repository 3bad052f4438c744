import { conventions } from "../../src/contract/conventions";
import { insertHeader } from "../../src/request/questions/header-edits";
import { getHeader, type FieldLookup } from "../../src/request/questions/headers";
import { asText } from "../../src/request/drafting/known";
import { isService } from "../../src/request/questions/predicates";
import { defineRule } from "../../src/rule/define";
import { asksForGzip } from "./helpers/encodings";
import { quoteLike } from "./helpers/text";

const { compression } = conventions;

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "gzip-user-agent",
  code: 100303,
  on: "request",
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
    if (!isService(request)) return;
    const encoding = getHeader(request, compression.header);
    const agent = getHeader(request, compression.agentHeader);
    const asked = asText(encoding.value);
    const named = asText(agent.value);
    const sentEncoding = sent(encoding, request.defaults.acceptEncoding);
    const sentAgent = sent(agent, request.defaults.userAgent);

    if (
      encoding.presence === "present" &&
      encoding.value &&
      asked !== undefined &&
      asksForGzip(asked) &&
      sentAgent !== "unknown" &&
      !sentAgent.text.includes(compression.coding)
    ) {
      const add = insertHeader(request, context.text, compression.agentHeader, '"client (gzip)"');
      const extend =
        agent.value && named !== undefined ? quoteLike(agent.value, context.text, `${named} (gzip)`) : undefined;
      const suggestions = extend
        ? [{ message: "nameGzip", edits: [extend] }]
        : agent.presence === "absent" && add
          ? [{ message: "addUserAgent", edits: [add] }]
          : [];
      const words = sentAgent.text === "" ? "not sent" : `\`${sentAgent.text}\``;
      context.report({ message: "userAgent", data: { sent: words }, range: encoding.value.range, suggestions });
    }
    if (
      agent.presence === "present" &&
      agent.value &&
      named?.includes(compression.coding) &&
      sentEncoding !== "unknown" &&
      !asksForGzip(sentEncoding.text)
    ) {
      const add = insertHeader(request, context.text, compression.header, `"${compression.coding}"`);
      const replace = encoding.value ? quoteLike(encoding.value, context.text, compression.coding) : undefined;
      const edit = replace ?? (encoding.presence === "absent" ? add : undefined);
      const suggestions = edit ? [{ message: "askForGzip", edits: [edit] }] : [];
      context.report({ message: "acceptEncoding", range: agent.value.range, suggestions });
    }
  },
});

/** The value that is sent for a field: the source's, or the client's own. */
function sent(field: FieldLookup, byDefault: string | undefined): { readonly text: string } | "unknown" {
  if (field.presence === "absent") return byDefault === "unknown" ? "unknown" : { text: byDefault ?? "" };
  const text = asText(field.value);
  return field.presence === "present" && text !== undefined ? { text } : "unknown";
}

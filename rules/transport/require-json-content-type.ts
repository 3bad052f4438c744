import { type Facts, locatesService } from "../../src/contract/configuration/configuration";
import { conventions } from "../../src/contract/conventions";
import { findPublicService } from "../../src/request/derived/documented";
import { insertHeader } from "../../src/request/derived/header-edits";
import { getHeader } from "../../src/request/derived/headers";
import { asText } from "../../src/request/drafts/known";
import { hasConvention } from "../../src/request/derived/conventions";
import { effectiveMethod } from "../../src/request/derived/method";
import { isService } from "../../src/request/derived/predicates";
import type { Body, Request } from "../../src/request/request";
import { defineRule } from "../../src/rule/define";
import { quoteLike, sentValues } from "./helpers/text";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "require-json-content-type",
  code: 100302,
  on: "request",
  docs: {
    summary: "Require `Content-Type: application/json` for JSON bodies, where the client does not set it.",
    why: "A JSON body goes out as plain text, and the service does not read it as JSON.",
    clauses: ["conventions 4"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    missing:
      "`{client}` sends this string without `Content-Type: application/json`: the service does not read it as JSON. Add the header to the {method}.",
    other: "The service does not read `{value}` as JSON. Send the {method} with `Content-Type: application/json`.",
    sendJson: "Use `application/json`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(request, context) {
    const method = effectiveMethod(request);
    if (method === undefined || !isJson(request.body) || !isAsked(request, method, context.facts)) return;
    const types = describedTypes(request);
    if (types && !types.some(isJsonType)) return;
    const type = getHeader(request, conventions.body.header);
    if (type.presence === "absent" && !request.defaults.contentType) {
      const edit = insertHeader(request, context.text, conventions.body.header, `"${conventions.body.type}"`);
      const data = { method, client: request.client };
      context.report({ message: "missing", data, range: request.anchor, ...(edit && { fix: [edit] }) });
    }
    for (const option of sentValues(type.value)) {
      const value = asText(option);
      if (value === undefined || isAmong(value, types) || isReadAsJson(value, request, context.facts)) continue;
      const written = quoteLike(option, context.text, conventions.body.type);
      const suggestions = written ? [{ message: "sendJson", edits: [written] }] : [];
      context.report({ message: "other", data: { method, value }, range: option.range, suggestions });
    }
  },
});

function isAsked(request: Request, method: string, facts: Facts): boolean {
  if (!isService(request) || findPublicService(request, facts)?.readsUntypedJson !== undefined) return false;
  return isHeld(method, facts);
}

/** Whether the method needs the type. A POST may go to a handler in the program itself, which ignores the type. */
function isHeld(method: string, facts: Facts): boolean {
  return method === "PATCH" || method === "PUT" || (method === "POST" && locatesService(facts));
}

/** @returns the described media types of the body; `undefined` without a description. */
function describedTypes({ described }: Request): readonly string[] | undefined {
  return described && (described.endpoint?.body?.types ?? []);
}

/** Whether a body is certainly sent as JSON: serialized by the client, or a text that is a JSON object. */
function isJson(body: Body | undefined): boolean {
  if (body?.hooked) return false;
  if (body?.encoding === "json") return body.value.kind !== "undefined";
  const text = body?.encoding === "text" ? asText(body.value) : undefined;
  return text?.trimStart().startsWith("{") ?? false;
}

/** Whether a description lists a media type for the body. */
function isAmong(value: string, types: readonly string[] = []): boolean {
  const plain = value.split(";", 1)[0]?.trim().toLowerCase();
  return types.some((type) => type === "*/*" || type.split(";", 1)[0]?.trim().toLowerCase() === plain);
}

/** Whether a service may accept a type: JSON, or a JSON-based type (`application/vnd.api+json`) if nothing restricts the types. */
function isReadAsJson(value: string, request: Request, facts: Facts): boolean {
  if (isJsonType(value)) return true;
  if (request.described || hasConvention(request, "merge-patch", facts)) return false;
  return /^[^;]+\+json\s*(?:;|$)/iu.test(value);
}

function isJsonType(value: string): boolean {
  return value.split(";", 1)[0]?.trim().toLowerCase() === conventions.body.type;
}

import { optionsOf } from "../../src/request/drafts/known";
import { nameOf } from "../../src/request/derived/describe";
import type { Request } from "../../src/request/request";
import type { Member, ObjectValue, StringPart, UnknownValue, Value } from "../../src/value/value";

/**
 * Writes all that is known of a request in one line, in the notation of fixtures/clients/README.md.
 */
export function renderRequest(request: Request): string {
  const pieces = [renderMethod(request.method), request.target.path ? renderPath(request.target.path.parts) : "?"];
  const query = renderFields(request.query, "&", (key) => key);
  if (query !== "") pieces.push(`?${query}`);
  pieces.push(
    `[${renderFields(request.headers, ", ", (key) => key.toLowerCase())}]${request.defaults.unseenHeaders ? "+" : ""}`,
  );
  if (request.body) pieces.push(renderBody(request.body));
  const made = request.token?.origin?.trail[0];
  if (made?.includes("(") === true) pieces.push(`token=${made}`);
  return pieces.join(" ");
}

function renderMethod(method: Value): string {
  return renderText(method, "?");
}

function renderPath(parts: readonly StringPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : `{${nameOf(part.value)}}`)).join("");
}

function renderFields(object: ObjectValue | UnknownValue, separator: string, keyOf: (key: string) => string): string {
  if (object.kind === "unknown") return "…";
  const fields = object.members.map(
    (member) => `${keyOf(member.key)}${member.presence === "maybe" ? "?" : ""}=${renderText(member.value, "…")}`,
  );
  return [...fields.sort(), ...(object.open ? ["…"] : [])].join(separator);
}

/** A scalar as it goes on the wire. */
function renderText(value: Value, unknown: string): string {
  switch (value.kind) {
    case "string":
      return value.parts.map((part) => (part.kind === "text" ? part.text : unknown)).join("");
    case "number":
      return value.text;
    case "boolean":
      return String(value.value);
    case "alternatives":
      return [...new Set(value.options.map((option) => renderText(option, unknown)))].join("|");
    case "array":
      return value.elements.map((element) => renderText(element.value, unknown)).join("&");
    case "null":
    case "undefined":
      return value.kind;
    default:
      return unknown;
  }
}

function renderBody(body: NonNullable<Request["body"]>): string {
  const text = [...new Set(optionsOf(body.value).map(renderJson))].join("|");
  return body.encoding === "json" || body.encoding === "text" ? text : `${body.encoding} ${text}`;
}

function renderJson(value: Value): string {
  switch (value.kind) {
    case "object":
      return `{${[...value.members.map(renderMember), ...(value.open ? ["…"] : [])].join(", ")}}`;
    case "array":
      return `[${[...(value.open ? ["…"] : []), ...value.elements.map((element) => renderJson(element.value) + (element.presence === "maybe" ? "?" : ""))].join(", ")}]`;
    case "string":
      return value.parts.length > 0 && value.parts.every((part) => part.kind === "hole")
        ? "…"
        : value.parts.some((part) => part.kind === "hole")
          ? renderText(value, "…")
          : `"${renderText(value, "…")}"`;
    case "number":
    case "boolean":
    case "null":
    case "undefined":
      return renderText(value, "…");
    case "alternatives":
      return [...new Set(value.options.map(renderJson))].join("|");
    default:
      return "…";
  }
}

function renderMember(member: Member): string {
  return `${member.key}${member.presence === "maybe" ? "?" : ""}: ${renderJson(member.value)}`;
}

import { stringifiedValue, type NativeCall } from "../../clients/native";
import type { Value } from "../../value/value";
import { asJson } from "./as-json";
import { asText, optionsOf } from "./known";
import { oneOf } from "./objects";
import type { Body } from "../request";
import type { Range } from "../../text/range";

/** Classes of bodies that are sent as forms. */
const forms = new Set(["FormData", "URLSearchParams"]);

/**
 * The body of a client that sends it unchanged: a string, a form, bytes. `JSON.stringify(x)` is JSON with the value
 * `x`.
 *
 * @returns undefined if there is none.
 */
export function rawBody(value: Value | undefined): Body | undefined {
  if (!value || value.kind === "undefined" || value.kind === "null") return undefined;
  const all = optionsOf(value);
  const options = all.filter((option) => option.kind !== "undefined" && option.kind !== "null");
  const sometimes = options.length < all.length && { sometimes: true as const };
  const own = options.map(rawBodyOf);
  // If another alternative is JSON, a constant JSON text counts as JSON, too: `let body = "{}"`.
  const bodies = own.some(({ encoding }) => encoding === "json") ? own.map(withJsonText) : own;
  const encodings = new Set(bodies.map((body) => body.encoding));
  const [first] = bodies;
  if (!first || encodings.size > 1) return { value, encoding: "unknown", ...sometimes };
  const sent: Value =
    options.length === 1
      ? first.value
      : { kind: "alternatives", options: bodies.map((body) => body.value), range: value.range };
  return { value: sent, encoding: first.encoding, ...sometimes };
}

/** @param isJson whether its media type is JSON: a constant JSON text then counts as JSON. */
export function declaredBody(body: Body, isJson: boolean): Body {
  if (!isJson || body.encoding !== "text") return body;
  const options = optionsOf(body.value).map(jsonOfText);
  const known = options.filter((each) => each !== undefined);
  return known.length === options.length ? { ...body, value: oneOf(known, body.value.range), encoding: "json" } : body;
}

function withJsonText(body: Body): Body {
  const json = body.encoding === "text" ? jsonOfText(body.value) : undefined;
  return json ? { value: json, encoding: "json" } : body;
}

function rawBodyOf(value: Value): Body {
  const json = stringifiedValue(value);
  if (json) return { value: asJson(json), encoding: "json" };
  switch (value.kind) {
    case "string":
      // `JSON.stringify(null)` is represented by this text.
      return asText(value) === "null"
        ? { value: { kind: "null", range: value.range }, encoding: "json" }
        : { value, encoding: "text" };
    case "object":
      return { value, encoding: isForm(value) ? "form" : "raw" };
    case "array":
    case "number":
    case "boolean":
      return { value, encoding: "raw" };
    default:
      return { value, encoding: isForm(value) ? "form" : "unknown" };
  }
}

/** Whether a value is an instance of a form's class. */
function isForm(value: Value): boolean {
  const className = /^new (\w+)\(\)$/.exec(value.origin?.trail[0] ?? "")?.[1];
  return forms.has((value.kind === "object" ? value.class : className) ?? "");
}

type Instances = "json" | "unknown";

/**
 * The body of a client that serializes objects as JSON, and sends texts unchanged.
 *
 * @param instances how it serializes instances of the program's classes.
 */
export function jsonBody(value: Value | undefined, instances: Instances = "unknown"): Body | undefined {
  return value && writtenBody(value, (option) => encodingOf(option, instances), inner);
}

/** The body of a client that serializes everything as JSON, including texts and instances of classes. */
export function stringifiedBody(value: Value | undefined): Body | undefined {
  return value && writtenBody(value, jsonEncodingOf, (whole) => whole);
}

/** @param readJson returns the part of a value that is serialized as JSON. */
function writtenBody(
  value: Value,
  encodingOfOption: (option: Value) => Body["encoding"],
  readJson: (value: Value) => Value,
): Body | undefined {
  if (value.kind === "undefined") return undefined;
  const sent = optionsOf(value).filter((option) => option.kind !== "undefined");
  const [encoding, ...others] = new Set(sent.map(encodingOfOption));
  if (encoding === undefined || others.length > 0) return { value, encoding: "unknown" };
  return encoding === "json" ? { value: asJson(readJson(value)), encoding } : { value, encoding };
}

/** The encoding of a value by a client that serializes everything as JSON. */
function jsonEncodingOf(value: Value): Body["encoding"] {
  // An unknown value may be `undefined`, which means no body.
  if (value.kind === "unknown") return value.is !== undefined || isReadBody(value) ? "json" : "unknown";
  return value.kind === "opaque" && !stringifiedValue(value) ? "unknown" : "json";
}

/** The encoding of a value by a client that serializes objects as JSON, and sends texts unchanged. */
function encodingOf(value: Value, instances: Instances): Body["encoding"] {
  if (stringifiedValue(value)) return "json";
  switch (value.kind) {
    case "string":
      return "text";
    case "object":
      if (value.class === undefined) return "json";
      return isForm(value) ? "form" : value.jsonMembers ? instances : "raw";
    case "array":
      return "json";
    case "unknown":
      if (isForm(value)) return "form";
      if (isInstance(value)) return "unknown";
      return value.is === "object" || value.is === "array" || isReadBody(value) ? "json" : "unknown";
    default:
      return "unknown";
  }
}

function isInstance({ origin }: Value): boolean {
  return origin?.trail[0]?.startsWith("new ") === true;
}

/** Whether a value is the whole body of an earlier answer, which is a JSON object (conventions 2) unless it was read as text. */
function isReadBody(value: Value): boolean {
  const response = value.origin?.response;
  return (
    response?.part === "body" && response.path.length === 0 && !(value.kind === "unknown" && value.is === "string")
  );
}

function inner(value: Value): Value {
  if (value.kind === "alternatives") return { ...value, options: value.options.map(inner) };
  return stringifiedValue(value) ?? value;
}

/**
 * Whether a client that serializes objects as JSON may do so for a value, and then sets Content-Type. A text has
 * another type.
 */
export function writesJson(value: Value | undefined): boolean {
  return (
    value !== undefined && optionsOf(value).some((option) => option.kind !== "string" && !stringifiedValue(option))
  );
}

/** @returns the argument at an index; undefined beyond the last one, unless a spread may supply more. */
export function argument(call: NativeCall, index: number): Value | undefined {
  const value = call.arguments[index];
  if (value || !call.moreArguments) return value;
  return { kind: "unknown", reason: "arguments that are spread", range: call.range };
}

/** @returns the object or list of a constant JSON text: `"{}"`; undefined for other texts. */
function jsonOfText(value: Value): Value | undefined {
  const text = asText(value);
  if (text === undefined || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    return valueOf(JSON.parse(text), value.range);
  } catch {
    return undefined;
  }
}

function valueOf(json: unknown, range: Range): Value {
  const base = { range, elsewhere: true as const };
  if (json === null) return { kind: "null", ...base };
  if (typeof json === "string") return { kind: "string", parts: [{ kind: "text", text: json, ...base }], ...base };
  if (typeof json === "boolean") return { kind: "boolean", value: json, ...base };
  if (typeof json === "number") return { kind: "number", value: json, text: String(json), ...base };
  if (Array.isArray(json)) {
    const elements = json.map((each) => ({ value: valueOf(each, range), presence: "always" as const }));
    return { kind: "array", elements, open: false, sources: [], ...base };
  }
  const members = Object.entries(json as object).map(([key, each]) => ({
    key,
    keyRange: range,
    value: valueOf(each, range),
    presence: "always" as const,
  }));
  return { kind: "object", members, open: false, spreads: [], ...base };
}

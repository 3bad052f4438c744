import type { Request } from "../../src/request/request";
import { getHeader } from "../../src/request/derived/headers";
import { optionsOf } from "../../src/request/drafts/known";
import type { ArrayValue, ObjectValue, StringPart, Value } from "../../src/value/value";
import type { Arrived } from "./wire";

/** Header fields whose absence the analysis may claim. */
const watched = [
  "if-match",
  "x-http-method-override",
  "authorization",
  "x-trace",
  "x-site",
  "x-via",
  "x-state",
  "content-type",
];

/**
 * Compares the claims of the analysis with the request that arrived.
 *
 * @returns every false claim in words; empty if all are true.
 */
export function contradictions(request: Request, arrived: Arrived): string[] {
  const found: string[] = [];
  const claim = (holds: boolean, what: string): void => {
    if (!holds) found.push(what);
  };
  claim(couldBe(request.method, arrived.method), `method ${arrived.method}`);
  if (request.target.path)
    claim(
      patternOf(request.target.path.parts).test(decoded(arrived.path)) ||
        patternOf(request.target.path.parts).test(arrived.path),
      `path ${arrived.path}`,
    );
  found.push(
    ...queryContradictions(request, arrived),
    ...headerContradictions(request, arrived),
    ...defaultContradictions(request, arrived),
    ...bodyContradictions(request, arrived),
  );
  return found;
}

/** @returns the path percent-decoded; unchanged if the encoding is invalid. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function queryContradictions({ query }: Request, arrived: Arrived): string[] {
  if (query.kind === "unknown") return [];
  const keys = new Set(query.members.map((member) => member.key));
  const unlisted = query.open
    ? []
    : [...arrived.query.keys()].filter((key) => !keys.has(key)).map((key) => `query has ${key}, which is not listed`);
  const wrong = query.members.flatMap((member) => {
    const values = arrived.query.getAll(member.key);
    if (values.length === 0) return member.presence === "always" ? [`query lacks ${member.key}`] : [];
    const lists = optionsOf(member.value).filter((option) => option.kind === "array");
    if (lists.some((list) => couldBeRepeated(list, values))) return [];
    const mayRepeat = optionsOf(member.value).some((option) => option.kind === "unknown" && option.is === undefined);
    return (values.length === 1 || mayRepeat) && values.every((text) => couldBe(member.value, text))
      ? []
      : [`query ${member.key}=${values.join("&")}`];
  });
  return [...unlisted, ...wrong];
}

/** Whether a repeated parameter may have these values. */
function couldBeRepeated({ elements, open }: ArrayValue, values: readonly string[]): boolean {
  const sure = elements.filter(({ presence }) => presence === "always");
  if (values.length < sure.length) return false;
  if (!open && sure.length === elements.length)
    return (
      values.length === elements.length && elements.every(({ value }, index) => couldBe(value, values[index] ?? ""))
    );
  return open || values.every((text) => elements.some(({ value }) => couldBe(value, text)));
}

function headerContradictions(request: Request, arrived: Arrived): string[] {
  return watched.flatMap((name) => {
    const { presence, value } = getHeader(request, name);
    const actual = arrived.headers[name];
    const text = Array.isArray(actual) ? actual.join(", ") : actual;
    if (presence === "absent" && name === "content-type") return ownTypeContradictions(request, text);
    if (presence === "absent") return text === undefined ? [] : [`header ${name} is sent: ${text}`];
    if (presence === "present" && text === undefined) return [`header ${name} is not sent`];
    return text === undefined || !value || couldBe(value, text) ? [] : [`header ${name}: ${text}`];
  });
}

/** The media type that a client sets, or omits. */
function ownTypeContradictions({ defaults, body }: Request, type: string | undefined): string[] {
  const isJson = type?.startsWith("application/json") === true;
  if (!defaults.contentType) return isJson ? ["content-type is set by the client"] : [];
  return isJson || body?.encoding !== "json" ? [] : [`content-type is ${String(type)}, not set by the client`];
}

/** Values that a client adds. Only the beginning of a User-Agent is compared, because versions differ. */
function defaultContradictions(request: Request, arrived: Arrived): string[] {
  const { acceptEncoding, userAgent } = request.defaults;
  const wrong: string[] = [];
  if (
    getHeader(request, "Accept-Encoding").presence === "absent" &&
    acceptEncoding !== "unknown" &&
    arrived.headers["accept-encoding"] !== acceptEncoding
  ) {
    wrong.push(`accept-encoding by itself: ${String(arrived.headers["accept-encoding"])}`);
  }
  const actual = arrived.headers["user-agent"];
  if (
    getHeader(request, "User-Agent").presence === "absent" &&
    userAgent !== "unknown" &&
    (userAgent === undefined ? actual !== undefined : actual?.startsWith(userAgent) !== true)
  ) {
    wrong.push(`user-agent by itself: ${String(actual)}`);
  }
  return wrong;
}

function bodyContradictions({ body }: Request, arrived: Arrived): string[] {
  if (!body) return arrived.body === "" ? [] : [`there is a body: ${arrived.body}`];
  if (body.sometimes && arrived.body === "") return [];
  if (body.encoding === "json") {
    if (arrived.body === "")
      return optionsOf(body.value).some((option) => option.kind === "undefined" || option.kind === "unknown")
        ? []
        : ["there is no body"];
    const parsed = parseJson(arrived.body);
    return parsed && couldBeJson(body.value, parsed.value) ? [] : [`body ${arrived.body}`];
  }
  return body.encoding === "text" && !couldBe(body.value, arrived.body) ? [`body ${arrived.body}`] : [];
}

/** @returns the value of a JSON text, boxed; undefined if the text is not JSON. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether a value may be serialized to this text. */
function couldBe(value: Value, text: string): boolean {
  switch (value.kind) {
    case "string":
      return patternOf(value.parts).test(text);
    case "number":
    case "boolean":
      return String(value.value) === text;
    case "null":
    case "undefined":
      return value.kind === text;
    case "alternatives":
      return value.options.some((option) => couldBe(option, text));
    default:
      return true;
  }
}

function patternOf(parts: readonly StringPart[]): RegExp {
  const source = parts.map((part) => (part.kind === "text" ? escapeRegExp(part.text) : "[^]*")).join("");
  return new RegExp(`^${source}$`);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function couldBeObject(value: ObjectValue, actual: unknown): boolean {
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  if (value.class !== undefined) return true;
  const entries = new Map(Object.entries(actual));
  const listed = value.members.every((member) => {
    if (!entries.has(member.key))
      return (
        member.presence === "maybe" ||
        optionsOf(member.value).some((option) => ["undefined", "unknown", "opaque"].includes(option.kind))
      );
    return couldBeJson(member.value, entries.get(member.key));
  });
  return (
    listed && (value.open || [...entries.keys()].every((key) => value.members.some((member) => member.key === key)))
  );
}

function couldBeList({ elements, open }: ArrayValue, actual: readonly unknown[]): boolean {
  if (open || elements.some(({ presence }) => presence === "maybe")) return true;
  return elements.length === actual.length && elements.every(({ value }, index) => couldBeJson(value, actual[index]));
}

function couldBeJson(value: Value, actual: unknown): boolean {
  switch (value.kind) {
    case "alternatives":
      return value.options.some((option) => couldBeJson(option, actual));
    case "object":
      return couldBeObject(value, actual);
    case "array":
      return Array.isArray(actual) && couldBeList(value, actual);
    case "string":
      return typeof actual === "string" && couldBe(value, actual);
    case "number":
      return actual === Number(value.value);
    case "boolean":
      return actual === value.value;
    case "null":
      return actual === null;
    case "undefined":
      return actual === null;
    default:
      return true;
  }
}

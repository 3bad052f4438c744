import type TS from "typescript";
import { nameParts } from "../../../syntax/bindings/dotted-name";
import { skipWrappers } from "../../../syntax/wrappers";

/** A call that looks like a request, but for which the analysis found none. */
export interface UnseenCall extends Places {
  /** The dotted name of the callee, without `this`. */
  readonly callee: string;
  readonly start: number;
}

/** Maps the parts of a request to arguments or their members, like `clients` of the configuration. */
export interface Places {
  readonly method?: string | number;
  readonly path: string | number;
  readonly body?: string | number;
  readonly headers?: string | number;
  readonly query?: string | number;
}

const methods = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/iu;
const verbs: Readonly<Record<string, string>> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  del: "DELETE",
  head: "HEAD",
};
const verbAtStart = /^[a-z]+(?![a-z])/u;
const jsonVerb = /^(get|post|put|patch|delete|head)J(?:SON|son)(?![a-z])/u;
const withBody = new Set(["POST", "PUT", "PATCH"]);
const senders = /^(?:request|send|call|fetch|invoke|api|\w*(?:[fF]etch|[rR]equest)(?:JSON|Json)?)$/u;
const pathNames = /(?:url|uri|path|route|endpoint)s?$/iu;

/** The names that clients use for the parts of a request in an options object. */
const optionNames: Readonly<Record<"body" | "headers" | "query", readonly string[]>> = {
  body: ["body", "data", "json"],
  headers: ["headers"],
  query: ["params", "query", "searchParams", "qs"],
};
const requestOption =
  /^(?:body|data|json|form|headers|params|query|searchParams|qs|signal|timeout|auth|credentials|method|token|cache|retry|responseType)$/u;

const optionAlone = /^(?:json|headers|params|searchParams|qs|signal|timeout|credentials|responseType)$/u;

/**
 * Maps the arguments of a call to method, path and body.
 *
 * @returns `undefined` if the call does not look like a request.
 */
export function readCall(ts: typeof TS, node: TS.CallExpression): UnseenCall | undefined {
  const args = [...node.arguments];
  const wrapped = wrappedClient(ts, node.expression);
  const parts = calleeParts(ts, node.expression) ?? wrapped?.parts ?? methodParts(ts, node.expression);
  const name = parts?.at(-1);
  if (!parts || name === undefined) return undefined;
  const base = { callee: parts.join("."), start: node.getStart() };
  if (wrapped && args[0] && isPathLike(ts, args[0])) return { ...base, ...placesOfClient(ts, args, 0, wrapped.verb) };
  // A function argument handles incoming events: the call defines a route or a subscription.
  if (args.some((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each))) return undefined;
  const places =
    readPositions(ts, args, parts.length > 1 ? verbOf(name) : undefined) ??
    readObject(ts, args, name) ??
    readGiven(ts, args);
  return places && { ...base, ...places };
}

/** `retry(fetch)(url)`: the callee is named after the outer function. */
function wrappedClient(
  ts: typeof TS,
  callee: TS.Expression,
): { readonly parts: readonly string[]; readonly verb: string } | undefined {
  const inner = skipWrappers(ts, callee);
  if (!ts.isCallExpression(inner)) return undefined;
  const [verb] = inner.arguments.flatMap((each) => clientVerb(ts, each) ?? []);
  const parts = calleeParts(ts, inner.expression);
  return verb === undefined || !parts ? undefined : { parts, verb };
}

/** `new Runner().run(…)`: the callee is named after the method. */
function methodParts(ts: typeof TS, callee: TS.Expression): readonly string[] | undefined {
  const inner = skipWrappers(ts, callee);
  return ts.isPropertyAccessExpression(inner) ? [inner.name.text] : undefined;
}

/**
 * A function that calls a client with its other arguments: `schedule(fetch, url, { method })`, `call(axios.post, url,
 * body)`.
 */
function readGiven(ts: typeof TS, args: readonly TS.Expression[]): Places | undefined {
  const [first, second] = args;
  const verb = first && clientVerb(ts, first);
  if (verb === undefined || !second || !isPathLike(ts, second)) return undefined;
  return placesOfClient(ts, args, 1, verb);
}

/** Maps the arguments for the client: the path, then its options. */
function placesOfClient(ts: typeof TS, args: readonly TS.Expression[], path: number, verb: string): Places {
  const options = args[path + 1];
  const isInOptions = options && ts.isObjectLiteralExpression(options) && membersOf(ts, options).has("method");
  const method = verb === "" ? (isInOptions ? `${path + 1}.method` : undefined) : verb;
  const more = placesAfter(ts, args, path + 1, { takesBody: withBody.has(verb) });
  return { ...(method !== undefined && { method }), path, ...more };
}

/**
 * @returns the method of a client's function, or an empty string for `fetch` and `axios`; `undefined` if it is not a
 * client's function.
 */
function clientVerb(ts: typeof TS, node: TS.Expression): string | undefined {
  const parts = calleeParts(ts, node);
  const [last = "", owner = ""] = [...(parts ?? [])].reverse();
  if (last === "fetch" || last === "axios") return "";
  return /^(?:axios|ky|got|api|client|http)$/u.test(owner) ? verbOf(last) : undefined;
}

/** Matches `get(path)`, `patch(path, body)` and `send("PATCH", path, body)`. */
function readPositions(ts: typeof TS, args: readonly TS.Expression[], verb: string | undefined): Places | undefined {
  const [first, second] = args;
  if (first && verb !== undefined && isPathLike(ts, first))
    return { method: verb, path: 0, ...placesAfter(ts, args, 1, { takesBody: withBody.has(verb) }) };
  if (first && second && isMethod(ts, first) && isPathLike(ts, second))
    return { method: 0, path: 1, ...placesAfter(ts, args, 2, { takesBody: true }) };
  return undefined;
}

function readObject(ts: typeof TS, args: readonly TS.Expression[], name: string): Places | undefined {
  const index = args.findIndex((each) => ts.isObjectLiteralExpression(each));
  const options = args[index];
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  return readOptions(ts, options, index, args[0], senders.test(name));
}

/** @returns the method that a name such as `patch` or `patchJson` stands for. */
function verbOf(name: string): string | undefined {
  const verb = jsonVerb.exec(name)?.[1] ?? name;
  return Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
}

/**
 * Maps the arguments of a call that was not followed to its request and takes a path: `this.http.getJson(url, Schema)`.
 */
export function readCutCall(ts: typeof TS, node: TS.CallExpression): UnseenCall | undefined {
  const parts = calleeParts(ts, node.expression);
  const name = parts?.at(-1);
  const path = node.arguments.findIndex((each) => isPathLike(ts, each));
  if (!parts || name === undefined || path < 0) return undefined;
  const base = { callee: parts.join("."), start: node.getStart(), path };
  const verb = verbAtStart.exec(name)?.[0] ?? "";
  const method = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (method !== undefined) return { ...base, method };
  return senders.test(name) ? base : undefined;
}

/**
 * Maps the arguments after the path: `(path, body, { headers })`, `(path, { json, headers })`, `(path, body, headers)`.
 */
function placesAfter(
  ts: typeof TS,
  args: readonly TS.Expression[],
  from: number,
  { takesBody }: { readonly takesBody: boolean },
): Omit<Places, "path" | "method"> {
  const found: { body?: string | number; headers?: string | number; query?: string | number } = {};
  for (const [index, argument] of args.entries()) {
    if (index < from) continue;
    const inner = skipWrappers(ts, argument);
    const members = ts.isObjectLiteralExpression(inner) ? membersOf(ts, inner) : undefined;
    if (members && isOptions(members)) {
      Object.assign(found, placesIn(members, index));
    } else if (/headers$/iu.test(calleeParts(ts, inner)?.at(-1) ?? "")) {
      found.headers = index;
    } else if (index === from && takesBody) {
      found.body = index;
    }
  }
  return found;
}

/**
 * Whether an object contains options of a request and is not a body. All members must be options, and one of them must
 * be a name that resources do not have: a comment may have a `body` too.
 */
function isOptions(members: Members): boolean {
  const names = [...members.keys()];
  return names.every((each) => requestOption.test(each)) && names.some((each) => optionAlone.test(each));
}

function placesIn(members: Members, index: number): Omit<Places, "path" | "method"> {
  const places = Object.entries(optionNames).flatMap(([part, names]) => {
    const name = names.find((each) => members.has(each));
    return name === undefined ? [] : [[part, `${index}.${name}`] as const];
  });
  return Object.fromEntries(places);
}

type Members = ReadonlyMap<string, TS.Expression | undefined>;

function membersOf(ts: typeof TS, object: TS.ObjectLiteralExpression): Members {
  return new Map(
    object.properties.flatMap((each) =>
      each.name && ts.isIdentifier(each.name)
        ? [[each.name.text, ts.isPropertyAssignment(each) ? each.initializer : undefined] as const]
        : [],
    ),
  );
}

/** Matches `{ url, method }` and `(path, { method })`. */
function readOptions(
  ts: typeof TS,
  options: TS.ObjectLiteralExpression,
  index: number,
  first: TS.Expression | undefined,
  isSender: boolean,
): Places | undefined {
  const members = membersOf(ts, options);
  const method = members.get("method");
  // A JSON-RPC message.
  if (!members.has("method") || members.has("jsonrpc")) return undefined;
  if (method && ts.isStringLiteralLike(method) && !methods.test(method.text)) return undefined;
  const inside = ["url", "path", "uri", "endpoint"].find((each) => members.has(each));
  const path = index === 1 && first && isPathLike(ts, first) ? 0 : inside && `${index}.${inside}`;
  const isRequest = method !== undefined && ts.isStringLiteralLike(method);
  if (path === undefined || (!isRequest && !isSender)) return undefined;
  return { method: `${index}.method`, path, ...placesIn(members, index) };
}

function isMethod(ts: typeof TS, node: TS.Expression): boolean {
  return ts.isStringLiteralLike(node) && methods.test(node.text) && node.text === node.text.toUpperCase();
}

function isPathLike(ts: typeof TS, node: TS.Expression): boolean {
  const inner = skipWrappers(ts, node);
  if (ts.isStringLiteralLike(inner)) return /^(?:\/[\w$:{.-]|\/$|https?:\/\/)/u.test(inner.text);
  if (ts.isTemplateExpression(inner))
    return (
      /^(?:\/|https?:)/u.test(inner.head.text) ||
      inner.templateSpans.some(({ literal }) => literal.text.startsWith("/"))
    );
  if (ts.isTaggedTemplateExpression(inner)) return isPathLike(ts, inner.template);
  if (ts.isBinaryExpression(inner)) return isPathLike(ts, inner.left) || isPathLike(ts, inner.right);
  const parts = calleeParts(ts, inner);
  return parts?.some((part) => pathNames.test(part)) === true;
}

/** @returns the parts of a callee's name, without `this`, as `clients` of the configuration writes it. */
function calleeParts(ts: typeof TS, node: TS.Expression): readonly string[] | undefined {
  const parts = nameParts(ts, node);
  const own = parts?.[0] === "this" ? parts.slice(1) : parts;
  return own && own.length > 0 ? own : undefined;
}

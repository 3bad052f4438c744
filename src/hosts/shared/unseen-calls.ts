import type TS from "typescript";
import { walk } from "../../evaluator/syntax/walk";
import { skipWrappers } from "../../evaluator/syntax/wrappers";
import type { Analysis } from "../../analysis/analysis";

/** A call that looks like a request, and of which the analysis made none. */
export interface UnseenCall {
  /** The dotted name of what is called, without `this`. */
  readonly callee: string;
  readonly start: number;
  /** What of it is what, as `clients` of the configuration says it. */
  readonly method?: string | number;
  readonly path: string | number;
  readonly body?: string | number;
  readonly headers?: string;
  readonly query?: string;
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
const withBody = new Set(["POST", "PUT", "PATCH"]);
const senders = /^(?:request|send|call|fetch|invoke|api|\w*(?:[fF]etch|[rR]equest)(?:JSON|Json)?)$/u;

/** What takes paths and sends nothing: routers and servers, mocks of either, stores. */
const others =
  /^(?:app|\w*[rR]outer|\w*[sS]erver|fastify|express|nock|rest|msw|\w*[mM]ock\w*|cy|routes?|\w*[cC]ache|\w*[mM]ap|\w*[sS]torage|\w*[sS]tore|\w*[hH]eaders|\w*[pP]arams|registry|_|path|fs|jest|vi|expect|page|\w*[cC]onfig)$/u;
const pathNames = /(?:url|uri|path|route|endpoint)s?$/iu;

/**
 * Finds calls that look like requests by their form (a verb's name and a path, the name of a method and a path, an object with a method and a
 * URL) and that no request stands for, and those that were not followed to their requests: so that nobody takes silence for knowledge.
 */
export function findUnseenCalls(
  ts: typeof TS,
  sourceFile: TS.SourceFile,
  { requests, cutCalls }: Pick<Analysis, "requests" | "cutCalls">,
): readonly UnseenCall[] {
  const seen = new Set(requests.flatMap(({ range, anchor }) => [range.end, anchor.end]));
  const found: UnseenCall[] = [];
  walk(ts, sourceFile, {}, (node, outer) => {
    if (!ts.isCallExpression(node) || seen.has(node.end)) return outer;
    const call = readCall(ts, node) ?? (cutCalls.has(node.end) ? readCutCall(ts, node) : undefined);
    const name = nameNode(ts, node);
    if (call && name && !seen.has(name.end)) found.push(call);
    return outer;
  });
  return found;
}

function nameNode(ts: typeof TS, node: TS.CallExpression): TS.Node | undefined {
  const callee = skipWrappers(ts, node.expression);
  if (ts.isPropertyAccessExpression(callee)) return callee.name;
  return ts.isIdentifier(callee) ? callee : undefined;
}

function readCall(ts: typeof TS, node: TS.CallExpression): UnseenCall | undefined {
  const parts = dottedName(ts, node.expression);
  const name = parts?.at(-1);
  if (!parts || name === undefined || others.test(parts.at(-2) ?? "")) return undefined;
  const base = { callee: parts.join("."), start: node.getStart() };
  const args = [...node.arguments];
  // A function that is handed in is called for what comes in: a route, a subscription.
  if (args.some((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each))) return undefined;
  const verb = Object.hasOwn(verbs, name) && parts.length > 1 ? verbs[name] : undefined;
  const [first, second] = args;
  if (first && verb !== undefined && isPathLike(ts, first)) {
    const body = withBody.has(verb) && args.length > 1 ? { body: 1 } : {};
    return { ...base, method: verb, path: 0, ...body };
  }
  if (first && second && isMethod(ts, first) && isPathLike(ts, second))
    return { ...base, method: 0, path: 1, ...(args.length > 2 && { body: 2 }) };
  const index = args.findIndex((each) => ts.isObjectLiteralExpression(each));
  const options = args[index];
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  return readOptions(ts, options, index, first, senders.test(name), base);
}

/** A call that leads to a request, and gives a path to it: `this.http.getJson(url, Schema)`. */
function readCutCall(ts: typeof TS, node: TS.CallExpression): UnseenCall | undefined {
  const parts = dottedName(ts, node.expression);
  const name = parts?.at(-1);
  const path = node.arguments.findIndex((each) => isPathLike(ts, each));
  if (!parts || name === undefined || path < 0) return undefined;
  const base = { callee: parts.join("."), start: node.getStart(), path };
  const verb = verbAtStart.exec(name)?.[0] ?? "";
  const method = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (method !== undefined) return { ...base, method };
  return senders.test(name) ? base : undefined;
}

/** `{ url, method }`, or `(path, { method })`. */
function readOptions(
  ts: typeof TS,
  options: TS.ObjectLiteralExpression,
  index: number,
  first: TS.Expression | undefined,
  isSender: boolean,
  base: Pick<UnseenCall, "callee" | "start">,
): UnseenCall | undefined {
  const members = new Map(
    options.properties.flatMap((each) =>
      each.name && ts.isIdentifier(each.name)
        ? [[each.name.text, ts.isPropertyAssignment(each) ? each.initializer : undefined] as const]
        : [],
    ),
  );
  const place = (...names: readonly string[]): string | undefined => {
    const name = names.find((each) => members.has(each));
    return name === undefined ? undefined : `${index}.${name}`;
  };
  const method = members.get("method");
  if (!members.has("method") || (method && ts.isStringLiteralLike(method) && !methods.test(method.text)))
    return undefined;
  const inside = place("url", "path", "uri", "endpoint");
  const path = index === 1 && first && isPathLike(ts, first) ? 0 : inside;
  const isRequest = method !== undefined && ts.isStringLiteralLike(method);
  if (path === undefined || (!isRequest && !isSender)) return undefined;
  const body = place("body", "data", "json");
  const headers = place("headers");
  const query = place("params", "query", "searchParams", "qs");
  return {
    ...base,
    method: `${index}.method`,
    path,
    ...(body !== undefined && { body }),
    ...(headers !== undefined && { headers }),
    ...(query !== undefined && { query }),
  };
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
  const parts = dottedName(ts, inner);
  return parts?.some((part) => pathNames.test(part)) === true;
}

/** A client has a name of few parts; a chain may have thousands. */
const mostParts = 6;

function dottedName(ts: typeof TS, node: TS.Expression): readonly string[] | undefined {
  const parts: string[] = [];
  let current = skipWrappers(ts, node);
  for (
    ;
    ts.isPropertyAccessExpression(current) && parts.length < mostParts;
    current = skipWrappers(ts, current.expression)
  )
    parts.unshift(current.name.text);
  if (ts.isIdentifier(current)) return [current.text, ...parts];
  return current.kind === ts.SyntaxKind.ThisKeyword && parts.length > 0 ? parts : undefined;
}

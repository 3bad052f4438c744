import type TS from "typescript";
import { parametersOf } from "../../evaluator/syntax/parameters";
import type { Range } from "../../text/range";
import type { Value } from "../../value/value";
import type { Draft } from "./draft";
import { optionsOf } from "./known";
import { unknown } from "./objects";

/** A part of a request that a hook may change before it is sent: `headers` where it may add some, `headers:name` for one that it may replace. */
export type Part = "method" | "url" | "query" | "body" | "headers" | `headers:${string}`;

const anyHeader = "headers:*";

/** The parts that unknown code may change. */
export const allParts: readonly Part[] = ["method", "url", "query", "body", "headers", anyHeader];

/** The members of the options that hooks get, and the part of the request that each one is. */
const parts: Readonly<Record<string, Part>> = {
  method: "method",
  url: "url",
  baseURL: "url",
  baseUrl: "url",
  prefixUrl: "url",
  path: "url",
  request: "url",
  pathname: "url",
  params: "query",
  query: "query",
  qs: "query",
  searchParams: "query",
  paramsSerializer: "query",
  data: "body",
  body: "body",
  json: "body",
  form: "body",
  headers: "headers",
  auth: "headers",
  username: "headers",
  password: "headers",
};

const changingMethods = new Set(["append", "assign", "clear", "delete", "push", "set", "splice", "unshift"]);
const quietCallees = /^(?:Promise\.resolve|structuredClone|console\.\w+|JSON\.stringify|\w*[lL]og(?:ger)?(?:\.\w+)?)$/;

/**
 * The parts of a request that a hook may change: those to which its source writes; all if the source is not known.
 *
 * @param hook a function, a list of functions, or `undefined` where there is none.
 * @param others what members of options are that the client does not know by name.
 */
export function changedBy(ts: typeof TS, hook: Value | undefined, others: readonly Part[] = []): ReadonlySet<Part> {
  if (!hook) return new Set();
  const changed = optionsOf(hook).flatMap((option): readonly Part[] => {
    if (option.kind === "undefined" || option.kind === "null") return [];
    if (option.kind === "array")
      return option.open ? allParts : option.elements.flatMap(({ value }) => [...changedBy(ts, value, others)]);
    const source = sourceOf(ts, option);
    return source ? writtenBy(ts, source, others) : allParts;
  });
  return new Set(changed);
}

/** The function that a value is, if the evaluator has its source. */
function sourceOf(ts: typeof TS, value: Value): TS.FunctionLikeDeclaration | undefined {
  if (value.kind !== "opaque" || typeof value.handle !== "object" || value.handle === null) return undefined;
  const { node } = value.handle as { readonly node?: TS.Node };
  return node && ts.isFunctionLike(node) && "body" in node ? node : undefined;
}

/** Looks at the tree for assignments, object literals that replace options, and calls that may change their arguments. */
function writtenBy(ts: typeof TS, source: TS.FunctionLikeDeclaration, others: readonly Part[]): readonly Part[] {
  const found = new Set<Part>();
  const given = new Set(parametersOf(ts, source).flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])));
  const note = (names: readonly string[], by?: TS.Expression): void => {
    const named = names.flatMap((name) => (Object.hasOwn(parts, name) ? (parts[name] ?? []) : []));
    for (const part of named.length > 0 || names.length === 0 ? named : others) found.add(part);
    if (named.includes("headers")) for (const name of headersNamed(ts, names, by)) found.add(`headers:${name}`);
  };
  const noteAll = (): void => {
    for (const part of allParts) found.add(part);
  };
  const visit = (node: TS.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(ts, node.operatorToken.kind))
      note(namesIn(ts, node.left, given), node.right);
    else if (ts.isDeleteExpression(node)) note(namesIn(ts, node.expression, given));
    else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      if ("text" in node.name) note([node.name.text], ts.isPropertyAssignment(node) ? node.initializer : undefined);
      else noteAll();
    } else if (ts.isNewExpression(node)) {
      const isGiven = node.arguments?.some((each) => ts.isIdentifier(each) && given.has(each.text)) === true;
      if (isGiven || node.expression.getText().endsWith("Request")) noteAll();
    } else if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isPropertyAccessExpression(expression) && changingMethods.has(expression.name.text)) {
        note(namesIn(ts, expression.expression, given), node.arguments[0]);
        for (const each of node.arguments) note(namesIn(ts, each, given));
      }
      const name = ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression) ? expression.getText() : "";
      // The function with which the hook continues (`next(options)`) sends its argument.
      const isQuiet = quietCallees.test(name) || given.has(name);
      if (!isQuiet && node.arguments.some((each) => ts.isIdentifier(each) && given.has(each.text))) noteAll();
    }
    ts.forEachChild(node, visit);
  };
  if (source.body) visit(source.body);
  return [...found];
}

/**
 * @param names of the members that are written, the innermost first: `["X-Trace", "headers"]`.
 * @param by what is written, or the first argument of a call that writes.
 * @returns the header fields that may be another afterwards, in small letters; `*` for any.
 */
function headersNamed(ts: typeof TS, names: readonly string[], by: TS.Expression | undefined): readonly string[] {
  if (names.some((name) => ["auth", "username", "password"].includes(name))) return ["authorization"];
  const inner = names[names.indexOf("headers") - 1];
  if (inner !== undefined) return [inner.toLowerCase()];
  if (by && ts.isStringLiteralLike(by)) return [by.text.toLowerCase()];
  if (!by || !ts.isObjectLiteralExpression(by)) return ["*"];
  // `{ ...config.headers, Authorization }` keeps the others.
  const isKept = by.properties.some((property) => ts.isSpreadAssignment(property));
  const set = by.properties.flatMap((property): string[] => {
    if (ts.isSpreadAssignment(property)) return [];
    return "text" in property.name ? [property.name.text.toLowerCase()] : ["*"];
  });
  return isKept ? set : ["*"];
}

function isAssignment(ts: typeof TS, kind: TS.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** `config.headers.x` has the names of its members, and that of its variable if it is not the hook's parameter; a member that is worked out may be any. */
function namesIn(ts: typeof TS, expression: TS.Expression, given: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  let target: TS.Node = expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(target)) names.push(target.name.text);
    else if (ts.isElementAccessExpression(target)) {
      const { argumentExpression } = target;
      if (ts.isStringLiteralLike(argumentExpression)) names.push(argumentExpression.text);
      else if (ts.isIdentifier(target.expression)) names.push(...Object.keys(parts));
    } else if (!ts.isNonNullExpression(target) && !ts.isParenthesizedExpression(target) && !ts.isAsExpression(target))
      return ts.isIdentifier(target) && !given.has(target.text) ? [...names, target.text] : names;
    target = target.expression;
  }
}

/** @returns the request with the parts that hooks may change made unknown. */
export function withHooks(draft: Draft, changed: ReadonlySet<Part>, at: Range): Draft {
  if (changed.size === 0) return draft;
  const hidden = (part: Part): Value => unknown(`a hook may change the ${part === "url" ? "URL" : part}`, at);
  return {
    ...draft,
    ...(changed.has("method") && { method: hidden("method") }),
    ...(changed.has("url") && { address: { ...draft.address, url: hidden("url") } }),
    ...(changed.has("query") && { query: unknown("a hook may change the query", at) }),
    ...(changed.has("body") && { body: { value: hidden("body"), encoding: "unknown" as const } }),
    headers: headersBehind(draft.headers, changed, at),
    defaults: changed.has("headers") ? { ...draft.defaults, unseenHeaders: true } : draft.defaults,
  };
}

/** @returns header fields of which those that hooks write to may be another, or gone. */
function headersBehind(headers: Draft["headers"], changed: ReadonlySet<Part>, at: Range): Draft["headers"] {
  if (headers.kind === "unknown" || !changed.has("headers")) return headers;
  const members = headers.members.map((member) => {
    if (!changed.has(anyHeader) && !changed.has(`headers:${member.key.toLowerCase()}`)) return member;
    return { ...member, value: unknown("a hook may change the header", at), presence: "maybe" as const };
  });
  return { ...headers, members };
}

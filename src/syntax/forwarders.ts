import type TS from "typescript";
import { isReadingFunction } from "./built-ins";
import { walk } from "./walk";
import { skipWrappers } from "./wrappers";
import { findWrites } from "./writes";

/** Recognises functions that pass a request on unchanged: `(url, init) => real(url, { ...init, headers })`. */

/** Options of transport, which do not change the request. */
const settings =
  /^(?:agent|cache|credentials|dispatcher|duplex|headers|integrity|keepalive|mode|next|priority|redirect|referrer|referrerPolicy|signal|timeout)$/u;

/**
 * Whether every call that takes the function's parameters passes the first one unchanged, and the second with at most
 * header fields or settings added: in the call, or in a copy that replaces the parameter. Calls that only inspect the
 * parameters, or build texts from them, do not count.
 */
export function isForwarder(ts: typeof TS, node: TS.FunctionLikeDeclaration): boolean {
  if (!node.body) return false;
  const names = node.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : undefined));
  if (names.length === 0 || names.includes(undefined)) return false;
  let isChanged = false;
  findWrites(
    ts,
    node,
    (target) => (isChanged ||= names.includes(rootName(ts, target)) && !takesCopy(ts, target, names[1])),
    () => true,
  );
  let forwards = 0;
  walk(ts, node.body, {}, (inner, outer) => {
    if (!ts.isCallExpression(inner) || !mentions(ts, inner, names) || onlyInspects(ts, inner)) return outer;
    if (isPassedOn(ts, inner, node, names)) forwards += 1;
    else isChanged = true;
    return outer;
  });
  return forwards > 0 && !isChanged;
}

/** `init = { ...init, headers }` */
function takesCopy(ts: typeof TS, target: TS.Node, name: string | undefined): boolean {
  const { parent } = target;
  return (
    ts.isIdentifier(target) &&
    target.text === name &&
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    keepsInit(ts, parent.right, name)
  );
}

/** Whether a call only inspects its arguments: it logs, converts them, or is tested as a condition. */
function onlyInspects(ts: typeof TS, call: TS.CallExpression): boolean {
  const { expression } = call;
  if (ts.isIdentifier(expression)) return isReadingFunction(expression.text) || isCondition(ts, call);
  return (ts.isPropertyAccessExpression(expression) && rootName(ts, expression) === "console") || isCondition(ts, call);
}

function isCondition(ts: typeof TS, call: TS.CallExpression): boolean {
  let inner: TS.Node = call;
  while (ts.isPrefixUnaryExpression(inner.parent) || ts.isParenthesizedExpression(inner.parent)) inner = inner.parent;
  const { parent } = inner;
  return (
    (ts.isIfStatement(parent) && parent.expression === inner) ||
    (ts.isConditionalExpression(parent) && parent.condition === inner)
  );
}

function mentions(
  ts: typeof TS,
  { arguments: given }: TS.CallExpression,
  names: readonly (string | undefined)[],
): boolean {
  return given.some((each) => {
    const name = rootName(ts, ts.isSpreadElement(each) ? each.expression : each);
    return name !== undefined && names.includes(name);
  });
}

function isPassedOn(
  ts: typeof TS,
  call: TS.CallExpression,
  { parameters }: TS.FunctionLikeDeclaration,
  names: readonly (string | undefined)[],
): boolean {
  const callee = skipWrappers(ts, call.expression);
  const isCalledOn = ts.isPropertyAccessExpression(callee) && /^(?:call|apply)$/u.test(callee.name.text);
  const [url, init, ...more] = isCalledOn ? call.arguments.slice(1) : call.arguments;
  if (!url || more.length > 0) return false;
  const whole = ts.isSpreadElement(url) ? url.expression : url;
  if (!ts.isIdentifier(whole) || whole.text !== names[0]) return false;
  if (parameters[0]?.dotDotDotToken) return !init && (ts.isSpreadElement(url) || isCalledOn);
  return init === undefined ? names.length === 1 : keepsInit(ts, init, names[1]);
}

/** `init`, or `{ ...init, headers }`. */
function keepsInit(ts: typeof TS, init: TS.Expression, name: string | undefined): boolean {
  if (ts.isIdentifier(init)) return init.text === name;
  if (!ts.isObjectLiteralExpression(init)) return false;
  const [first, ...others] = init.properties;
  const isCopy =
    first && ts.isSpreadAssignment(first) && ts.isIdentifier(first.expression) && first.expression.text === name;
  return (
    isCopy === true && others.every((each) => each.name && ts.isIdentifier(each.name) && settings.test(each.name.text))
  );
}

function rootName(ts: typeof TS, node: TS.Node): string | undefined {
  let current = node;
  while (ts.isPropertyAccessExpression(current) || ts.isElementAccessExpression(current)) current = current.expression;
  return ts.isIdentifier(current) ? current.text : undefined;
}

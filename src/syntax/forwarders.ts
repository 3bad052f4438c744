import type TS from "typescript";
import { walk } from "./walk";
import { skipWrappers } from "./wrappers";
import { findWrites } from "./writes";

/** Functions that pass a request on as they were given it: `(url, init) => real(url, { ...init, headers })`. */

/** Options that say how a request is sent, and not what is sent. */
const settings =
  /^(?:agent|cache|credentials|dispatcher|duplex|headers|integrity|keepalive|mode|next|priority|redirect|referrer|referrerPolicy|signal|timeout)$/u;

/** Whether all that a function calls with its first parameter is given that, and the second one with nothing but header fields or settings over it. */
export function isForwarder(ts: typeof TS, node: TS.FunctionLikeDeclaration): boolean {
  if (!node.body) return false;
  const names = node.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : undefined));
  if (names.length === 0 || names.includes(undefined)) return false;
  let isChanged = false;
  findWrites(
    ts,
    node,
    (target) => (isChanged ||= names.includes(rootName(ts, target))),
    () => true,
  );
  let forwards = 0;
  walk(ts, node.body, {}, (inner, outer) => {
    if (!ts.isCallExpression(inner) || isLogged(ts, inner) || !mentionsFirst(ts, inner, names[0])) return outer;
    if (isPassedOn(ts, inner, node, names)) forwards += 1;
    else isChanged = true;
    return outer;
  });
  return forwards > 0 && !isChanged;
}

function isLogged(ts: typeof TS, { expression }: TS.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && rootName(ts, expression) === "console";
}

function mentionsFirst(ts: typeof TS, { arguments: given }: TS.CallExpression, first: string | undefined): boolean {
  return given.some((each) => rootName(ts, ts.isSpreadElement(each) ? each.expression : each) === first);
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

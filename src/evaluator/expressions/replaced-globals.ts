import type TS from "typescript";
import { nativeValue } from "../domain/constructors";
import type { Abstract, Place } from "../domain/domain";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { walk } from "../../syntax/walk";
import { skipWrappers } from "../../syntax/wrappers";
import { findWrites } from "../../syntax/writes";

/**
 * Globals that the program replaces: `globalThis.fetch = (url, init) => real(url, init)`. Nobody knows when, so that a call of one is a call of either.
 * Its requests are listed all the same.
 */

/** Options that say how a request is sent, and not what is sent. */
const settings =
  /^(?:agent|cache|credentials|dispatcher|duplex|headers|integrity|keepalive|mode|next|priority|redirect|referrer|referrerPolicy|signal|timeout)$/u;

/** Notes that a global is assigned, and whether its new value forwards its arguments. */
export function noteReplaced(program: Program, name: string, value: Abstract): void {
  program.pass.asyncWrites.noteGlobal(name);
  if (!optionsOf(value).every((option) => passesOn(program.ts, option)))
    program.pass.asyncWrites.noteGlobal(changedName(name));
}

/** @returns the client that stands for a replaced global: one that may add header fields, or of whose requests nothing is known. */
export function replacedGlobal(program: Program, name: string, place: Place): Abstract | undefined {
  const isChanged = program.pass.asyncWrites.hasGlobal(changedName(name));
  const type = `${isChanged ? "replaced" : "typeof"} ${name}`;
  const native = program.library.type(type, { file: place.file.fileName });
  return native && nativeValue(native, place, { trail: [name] });
}

function changedName(name: string): string {
  return `${name}()`;
}

function passesOn(ts: typeof TS, value: Abstract): boolean {
  if (value.kind === "native") return true;
  if (value.kind !== "callable") return false;
  const { target } = value;
  if (target.type === "builtin") return target.holds?.[0] !== undefined && passesOn(ts, target.holds[0]);
  return !ts.isClassLike(target.node) && isForwarder(ts, target.node);
}

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

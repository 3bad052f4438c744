import type TS from "typescript";
import { unknown } from "../domain/constructors";
import type { Abstract, Arguments, Call, CallNode, Closure, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { optionsOf, plainText } from "../domain/values";
import type { Program } from "../program";
import type { Native } from "../../clients/native";
import { callNative } from "../models/natives";
import { escape } from "../store/escape";
import { contentOf } from "../store/heap";
import { memberKey } from "../../syntax/private-names";
import { isLogFunction, isLogging } from "../../syntax/logging";
import { readerName } from "../../syntax/readers";
import { skipWrappers } from "../../syntax/wrappers";
import { enterInPlace } from "./functions";

/** Calls of functions of which nothing is known. */

/** A call of an unknown function: it may do anything to its arguments. */
export function unknownCall(program: Program, callee: Abstract, { frame, self, args, node }: Call): Abstract {
  const place = program.place(frame, node);
  const header = responseHeader(callee, args);
  pipeInto(program, frame, args, node);
  if (frame.activation.depth > 0) for (const arg of args.values) runLater(program, frame, arg, node);
  if (self && !isHandedIn(program, self, node)) escape(program, self);
  if (!isLogged(program, node) && !isReading(program, frame, args, node))
    for (const arg of args.values) escape(program, arg);
  program.pass.identities.given([...args.values, ...(self ? [self] : [])]);
  const name = callee.origin?.trail.at(-1);
  const origin = { trail: name === undefined ? [] : [`${name}()`], ...(header ? { response: header } : {}) };
  const settles = [...args.values, ...(self ? [self] : [])].flatMap((value) => value.settles ?? []);
  return unknown(name === undefined ? "a call of something unknown" : `the result of \`${name}()\``, place, {
    origin,
    typed: node,
    settles: settles.length > 0 ? settles : undefined,
  });
}

/** What streams are piped into: a request is sent with what they hold. */
function pipeInto(program: Program, frame: Frame, args: Arguments, node: CallNode): void {
  const { ts } = program;
  if (!ts.isCallExpression(node)) return;
  const callee = skipWrappers(ts, node.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!ts.isIdentifier(name) || !/^(?:pipe|pipeline|pump)$/u.test(name.text)) return;
  for (const option of args.values.flatMap(optionsOf)) {
    if (option.kind !== "native" || !option.native.piped) continue;
    const { native } = option;
    const call: Native["call"] = (piped) => {
      native.piped?.(piped);
      return { kind: "undefined", range: piped.range };
    };
    callNative(program, frame, { ...option, native: { label: name.text, call } }, { values: [], more: false }, node);
  }
}

function isLogged({ ts }: Program, node: CallNode): boolean {
  return isLogging(ts, node) || isLogFunction(ts, node);
}

/** Whether the called function is a library's that changes none of its arguments. It may call functions that it is given. */
function isReading(program: Program, frame: Frame, { values }: Arguments, node: CallNode): boolean {
  const name = readerName(program.ts, node);
  if (name === undefined || values.some((each) => optionsOf(each).some(({ kind }) => kind === "callable")))
    return false;
  const ofFile = program.pass.modules.get(frame.file)?.frame.scope.bindings.get(name);
  return ofFile !== undefined && findBinding(frame.scope, name) === ofFile;
}

/**
 * Whether the called function is held in a field of an instance: `this.fetch(url)`, `this.onError(error)`. Such a function comes from outside,
 * and does not change the instance on which it is called.
 */
function isHandedIn(program: Program, self: Abstract, node: CallNode): boolean {
  const { ts } = program;
  if (self.kind !== "reference" || !self.cell.constructedBy || !ts.isCallExpression(node)) return false;
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const key = memberKey(ts, callee.name);
  return contentOf(program, self.cell, { key }).fields.has(key);
}

/**
 * A callback that an entered function passes to an unknown function (`retry(() => fetch(path))`) runs for this caller too, though nobody knows
 * when. Its effects on others are found when it is run by itself.
 */
function runLater(program: Program, frame: Frame, callback: Abstract, node: CallNode): void {
  if (callback.kind !== "callable" || callback.target.type !== "closure") return;
  const { target } = callback;
  // What is done with a listener's call is nothing: its function runs at another time, and not for this caller.
  const isUsed = !program.ts.isExpressionStatement(node.parent);
  if (!isWithin(frame, target, node) && !(isUsed && isOfBody(frame, target))) return;
  const code = target.node;
  if (program.ts.isClassLike(code)) return;
  const { state } = program;
  const checkpoint = state.checkpoint();
  state.clock += 1;
  const inside: Frame = { ...frame, file: target.file, scope: target.scope };
  program.run.within({ timeline: { since: state.clock } }, () => {
    const args = program.steps.unknownArguments(program, inside, code);
    enterInPlace(program, target, { frame, self: undefined, args, node });
  });
  state.rollback(checkpoint);
}

/** `response.headers.get("etag")`. */
function responseHeader(callee: Abstract, args: Arguments): NonNullable<Abstract["origin"]>["response"] {
  const response = callee.origin?.response;
  if (response?.part !== "headers" || response.path.at(-1) !== "get") return undefined;
  const name = args.values[0] && plainText(args.values[0]);
  return name === undefined ? undefined : { ...response, path: [...response.path.slice(0, -1), name.toLowerCase()] };
}

/** Whether a function is written in the call itself: it is part of the code around it then. */
export function isWithin(frame: Frame, closure: Closure, node: TS.Node): boolean {
  return closure.file === frame.file && node.pos <= closure.node.pos && closure.node.end <= node.end;
}

/** Whether a function is written in the body of the one that runs: `const task = () => fetch(path); return retry(task);`. */
function isOfBody({ activation, file }: Frame, closure: Closure): boolean {
  const around = activation.closure?.node;
  return (
    around !== undefined &&
    closure.file === file &&
    around.pos <= closure.node.pos &&
    closure.node.end <= around.end &&
    closure.node !== around &&
    closure.root === activation.root
  );
}

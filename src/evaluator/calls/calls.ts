import type TS from "typescript";
import { iterationOf } from "../builtins/arrays";
import { promiseMethod } from "../builtins/members";
import type { Abstract, Arguments, Builtin, BuiltinCall, CallNode, Closure, Frame } from "../domain/domain";
import { chainOf } from "../domain/class-fields";
import { bounds } from "../domain/limits";
import { findBinding } from "../domain/scope";
import { joinAll, mapOptions, never, optionsOf, plainText, unknown } from "../domain/values";
import { either } from "../flow/branches";
import type { Machine } from "../machine";
import { callNative, constructNative } from "../models/natives";
import { escape } from "../store/escape";
import { contentOf } from "../store/heap";
import { mayBeCalled } from "../store/truth";
import { memberKey } from "../syntax/private-names";
import { isLogging } from "../syntax/logging";
import { readerName } from "../syntax/readers";
import { skipWrappers } from "../syntax/wrappers";
import { enter } from "./functions";

/** Calls: callees, arguments and results. */

/** Calls a value: each function that it may be, in turn. A call of a primitive throws. */
export function call(
  machine: Machine,
  frame: Frame,
  callee: Abstract,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
): Abstract {
  machine.work.calls += 1;
  const options = optionsOf(callee).filter((option) => mayBeCalled(machine, option));
  const [only] = options;
  if (options.length === 1 && only) return callOne(machine, frame, only, self, args, node);
  const called = new Set<Builtin>();
  return machine.within({ choosing: node }, () =>
    either(
      machine,
      options.map((option) => () => callOne(machine, frame, option, self, args, node, called)),
      machine.place(frame, node),
    ),
  );
}

function callOne(
  machine: Machine,
  frame: Frame,
  callee: Abstract,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
  called = new Set<Builtin>(),
): Abstract {
  if (callee.kind === "native") return callNative(machine, frame, callee, args, node);
  if (callee.kind === "callable") {
    if (callee.target.type === "closure") return enterClosure(machine, frame, callee.target, self, args, node);
    if (callee.target.call) return callBuiltin(machine, callee.target, { frame, self, args, node }, called);
  }
  if (callee.kind === "unknown") {
    const client = machine.steps.clientOf(machine, callee);
    if (client) return callNative(machine, frame, client, args, node);
    const receiver = machine.steps.receiverOf(machine, frame, callee);
    if (receiver?.kind === "callable" || receiver?.kind === "native")
      return callOne(machine, frame, receiver, self, args, node);
    const method = self && methodOfUnknown(machine, self, args, node);
    if (method?.call) return callBuiltin(machine, method, { frame, self, args, node }, called);
  }
  return unknownCall(machine, frame, callee, self, args, node);
}

/** A method that several of the possible values have is called once, on all of them: `called` holds those that were. */
function callBuiltin(machine: Machine, builtin: Builtin, given: BuiltinCall, called: Set<Builtin>): Abstract {
  const { frame, args, node } = given;
  if (called.has(builtin) || !builtin.call) return never(machine.place(frame, node));
  called.add(builtin);
  machine.steps.convertPerhaps(machine, frame, args.values, node);
  return builtin.call(given);
}

function enterClosure(
  machine: Machine,
  frame: Frame,
  closure: Closure,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
): Abstract {
  const receiver =
    self && optionsOf(self).some((option) => option.kind === "unknown")
      ? ownersOf(closure, machine.steps.asReceiver(machine, frame, self))
      : self;
  const result = enter(
    machine,
    frame,
    closure,
    receiver,
    argumentsOf(machine, frame, closure, args, node),
    node,
    isWithin(frame, closure, node),
  );
  return receiver === self ? result : orUnknown(machine, frame, result, node);
}

/**
 * @returns what a function is entered with. What is written to a log changes nothing that a request is made of, so that one run does for all calls,
 *   with arguments that are not known.
 */
function argumentsOf(machine: Machine, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Arguments {
  const { node: code, file, scope } = closure;
  const { ts } = machine;
  if (ts.isClassLike(code) || !isLogging(ts, node) || !ts.isExpressionStatement(node.parent)) return args;
  const isPlain = args.values.every((each) => optionsOf(each).every(({ kind }) => kind !== "callable"));
  if (!isPlain || machine.reachability.of(file).leadsToRequest(code)) return args;
  return machine.steps.unknownArguments(machine, { ...frame, file, scope }, code);
}

/** @returns the instances that have a method, of several that a value may be. */
function ownersOf({ owner }: Closure, self: Abstract): Abstract {
  if (!owner || self.kind !== "alternatives") return self;
  const owners = self.options.filter(
    (option) =>
      option.kind === "reference" &&
      option.cell.constructedBy &&
      chainOf(option.cell.constructedBy).some(({ node }) => node === owner.node),
  );
  return owners.length > 0 ? joinAll(owners, self.place) : self;
}

/** Methods of promises and arrays, called on unknown values. */
function methodOfUnknown(machine: Machine, self: Abstract, args: Arguments, node: CallNode): Builtin | undefined {
  const { ts } = machine;
  if (!ts.isCallExpression(node)) return undefined;
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if (name === "then" || name === "catch" || name === "finally") return promiseMethod(machine, name);
  return iterationOf(machine, name, self, args.values[0]);
}

/** A call of which nothing is known: it may do anything to what it is given. */
export function unknownCall(
  machine: Machine,
  frame: Frame,
  callee: Abstract,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
): Abstract {
  const place = machine.place(frame, node);
  const header = responseHeader(callee, args);
  if (frame.activation.depth > 0) for (const arg of args.values) runLater(machine, frame, arg, node);
  if (self && !isHandedIn(machine, self, node)) escape(machine, self);
  if (!isLogging(machine.ts, node) && !isReading(machine, frame, args, node))
    for (const arg of args.values) escape(machine, arg);
  machine.identities.given([...args.values, ...(self ? [self] : [])]);
  const name = callee.origin?.trail.at(-1);
  const origin = { trail: name === undefined ? [] : [`${name}()`], ...(header ? { response: header } : {}) };
  const settles = [...args.values, ...(self ? [self] : [])].flatMap((value) => value.settles ?? []);
  return {
    ...unknown(name === undefined ? "a call of something unknown" : `the result of \`${name}()\``, place, {
      origin,
      typed: node,
    }),
    settles: settles.length > 0 ? settles : undefined,
  };
}

/** Whether the called function is a library's that changes none of its arguments. It may call functions that it is given. */
function isReading(machine: Machine, frame: Frame, { values }: Arguments, node: CallNode): boolean {
  const name = readerName(machine.ts, node);
  if (name === undefined || values.some((each) => optionsOf(each).some(({ kind }) => kind === "callable")))
    return false;
  const ofFile = machine.modules.get(frame.file)?.frame.scope.bindings.get(name);
  return ofFile !== undefined && findBinding(frame.scope, name) === ofFile;
}

/**
 * Whether the called function is held in a field of an instance: `this.fetch(url)`, `this.onError(error)`. Such a function comes from outside,
 * and does not change the instance on which it is called.
 */
function isHandedIn(machine: Machine, self: Abstract, node: CallNode): boolean {
  const { ts } = machine;
  if (self.kind !== "reference" || !self.cell.constructedBy || !ts.isCallExpression(node)) return false;
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const key = memberKey(ts, callee.name);
  return contentOf(machine, self.cell, { key }).fields.has(key);
}

/**
 * A callback that an entered function passes to an unknown function (`retry(() => fetch(path))`) runs for this caller too, though nobody knows
 * when. Its effects on others are found when it is run by itself.
 */
function runLater(machine: Machine, frame: Frame, callback: Abstract, node: CallNode): void {
  if (callback.kind !== "callable" || callback.target.type !== "closure") return;
  const { target } = callback;
  // What is done with a listener's call is nothing: its function runs at another time, and not for this caller.
  const isUsed = !machine.ts.isExpressionStatement(node.parent);
  if (!isWithin(frame, target, node) && !(isUsed && isOfBody(frame, target))) return;
  const code = target.node;
  const silent = machine.callbacks.silent.get(code) ?? 0;
  if (machine.ts.isClassLike(code) || silent >= bounds.silentCallbacks) return;
  const { recorder, state } = machine;
  const attempt = recorder.begin();
  const checkpoint = state.checkpoint();
  state.clock += 1;
  const inside: Frame = { ...frame, file: target.file, scope: target.scope };
  machine.within({ timeline: { since: state.clock } }, () => {
    enter(machine, frame, target, undefined, machine.steps.unknownArguments(machine, inside, code), node, true);
  });
  state.rollback(checkpoint);
  machine.callbacks.silent.set(code, recorder.hasSent(attempt) ? 0 : silent + 1);
}

/** `response.headers.get("etag")`. */
function responseHeader(callee: Abstract, args: Arguments): NonNullable<Abstract["origin"]>["response"] {
  const response = callee.origin?.response;
  if (response?.part !== "headers" || response.path.at(-1) !== "get") return undefined;
  const name = args.values[0] && plainText(args.values[0]);
  return name === undefined ? undefined : { ...response, path: [...response.path.slice(0, -1), name.toLowerCase()] };
}

export function constructValue(
  machine: Machine,
  frame: Frame,
  callee: Abstract,
  args: Arguments,
  node: CallNode,
): Abstract {
  machine.work.calls += 1;
  const place = machine.place(frame, node);
  const options = optionsOf(callee);
  const one = (option: Abstract): Abstract => {
    if (option.kind === "native") return constructNative(machine, frame, option, args, node);
    if (option.kind === "callable") {
      if (option.target.type === "closure") return machine.steps.instantiate(machine, frame, option.target, args, node);
      machine.steps.convertPerhaps(machine, frame, args.values, node);
      if (option.target.construct) return option.target.construct({ frame, self: undefined, args, node });
    }
    if (option.kind === "unknown") {
      const client = machine.steps.clientOf(machine, option);
      if (client) return constructNative(machine, frame, client, args, node);
    }
    for (const arg of args.values) escape(machine, arg);
    const name = option.origin?.trail.at(-1);
    const isFunction = option.kind === "unknown" && (name === "Function" || name === "Proxy");
    return unknown(name === undefined ? "an object of an unknown class" : `an instance of \`${name}\``, place, {
      is: isFunction ? undefined : "object",
      origin: { trail: name === undefined ? [] : [`new ${name}()`] },
      typed: node,
    });
  };
  const [only] = options;
  return options.length === 1 && only
    ? one(only)
    : either(
        machine,
        options.map((option) => () => one(option)),
        place,
      );
}

/** Calls a callback with known arguments. */
export function invoke(
  machine: Machine,
  frame: Frame,
  callback: Abstract,
  args: readonly Abstract[],
  node: CallNode,
): Abstract {
  return mapOptions(callback, (option) =>
    machine.steps.call(machine, frame, option, undefined, { values: args, more: false }, node),
  );
}

/** Whether a function is written in the call itself: it is part of the code around it then. */
function isWithin(frame: Frame, closure: Closure, node: TS.Node): boolean {
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

/** The result of a call through a stand-in. If that cannot return, the result is unknown, as a subclass may return. */
export function orUnknown(machine: Machine, frame: Frame, result: Abstract, node: TS.Node): Abstract {
  return result.kind === "never"
    ? unknown("the result of a method that may be another's", machine.place(frame, node), { typed: node })
    : result;
}

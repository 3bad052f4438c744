import type TS from "typescript";
import { iterationOf } from "../builtins/arrays";
import { promiseMethod } from "../builtins/members";
import { never, unknown } from "../domain/constructors";
import type { Abstract, Arguments, Builtin, BuiltinCall, CallNode, Closure, Frame } from "../domain/domain";
import { chainOf } from "../domain/class-fields";
import { joinAll, mapOptions, optionsOf } from "../domain/values";
import { either } from "../flow/branches";
import type { Machine } from "../machine";
import { callNative, constructNative } from "../models/natives";
import { escape } from "../store/escape";
import { mayBeCalled } from "../store/truth";
import { isLogging } from "../syntax/logging";
import { skipWrappers } from "../syntax/wrappers";
import { enter } from "./functions";
import { resultOf } from "./overridable";
import { isWithin, unknownCall } from "./unknown-call";

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
  const given = resultOf(machine, frame, closure, receiver, node, result);
  return receiver === self ? given : orUnknown(machine, frame, given, node);
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

/** The result of a call through a stand-in. If that cannot return, the result is unknown, as a subclass may return. */
export function orUnknown(machine: Machine, frame: Frame, result: Abstract, node: TS.Node): Abstract {
  return result.kind === "never"
    ? unknown("the result of a method that may be another's", machine.place(frame, node), { typed: node })
    : result;
}

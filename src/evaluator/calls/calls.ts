import type TS from "typescript";
import { iterationOf } from "../builtins/arrays";
import { promiseMethod } from "../builtins/members";
import { never, unknown } from "../domain/constructors";
import type { Abstract, Arguments, Builtin, Call, CallNode, Closure, Frame } from "../domain/domain";
import { chainOf } from "../domain/class-fields";
import { joinAll, mapOptions, optionsOf } from "../domain/values";
import { either } from "../flow/branches";
import type { Program } from "../program";
import { callNative, constructNative } from "../models/natives";
import { escape } from "../store/escape";
import { mayBeCalled } from "../store/truth";
import { isLogging } from "../../syntax/logging";
import { skipWrappers } from "../../syntax/wrappers";
import { enter, enterInPlace } from "./functions";
import { resultOf } from "./overridable";
import { isWithin, unknownCall } from "./unknown-call";

/** Calls: callees, arguments and results. */

/** Calls a value: each function that it may be, in turn. A call of a primitive throws. */
export function call(program: Program, callee: Abstract, given: Call): Abstract {
  const { frame, node } = given;
  program.pass.work.calls += 1;
  const options = optionsOf(callee).filter((option) => mayBeCalled(program, option));
  const [only] = options;
  if (options.length === 1 && only) return callOne(program, only, given);
  const called = new Set<Builtin>();
  return program.run.within({ choosing: node }, () =>
    either(
      program,
      options.map((option) => () => callOne(program, option, given, called)),
      program.place(frame, node),
    ),
  );
}

function callOne(program: Program, callee: Abstract, given: Call, called = new Set<Builtin>()): Abstract {
  const { frame, self, args, node } = given;
  if (callee.kind === "native") return callNative(program, frame, callee, args, node);
  if (callee.kind === "callable") {
    if (callee.target.type === "closure") return enterClosure(program, callee.target, given);
    if (callee.target.call) return callBuiltin(program, callee.target, given, called);
  }
  if (callee.kind === "unknown") {
    const client = program.steps.types.clientOf(program, callee);
    if (client) return callNative(program, frame, client, args, node);
    const receiver = program.steps.types.receiverOf(program, frame, callee);
    if (receiver?.kind === "callable" || receiver?.kind === "native") return callOne(program, receiver, given);
    const method = self && methodOfUnknown(program, self, args, node);
    if (method?.call) return callBuiltin(program, method, given, called);
  }
  return unknownCall(program, callee, given);
}

/** A method that several of the possible values have is called once, on all of them: `called` holds those that were. */
function callBuiltin(program: Program, builtin: Builtin, given: Call, called: Set<Builtin>): Abstract {
  const { frame, args, node } = given;
  if (called.has(builtin) || !builtin.call) return never(program.place(frame, node));
  called.add(builtin);
  program.steps.implicit.convertPerhaps(program, frame, args.values, node);
  return builtin.call(given);
}

function enterClosure(program: Program, closure: Closure, { frame, self, args, node }: Call): Abstract {
  const receiver =
    self && optionsOf(self).some((option) => option.kind === "unknown")
      ? ownersOf(closure, program.steps.types.asReceiver(program, frame, self))
      : self;
  const given = { frame, self: receiver, args: argumentsOf(program, frame, closure, args, node), node };
  const result = isWithin(frame, closure, node)
    ? enterInPlace(program, closure, given)
    : enter(program, closure, given);
  const all = resultOf(program, closure, given, result);
  return receiver === self ? all : orUnknown(program, frame, all, node);
}

/**
 * @returns the arguments with which a function is entered. What is written to a log changes nothing that a request is made of, so that one run does for all calls,
 *   with arguments that are not known.
 */
function argumentsOf(program: Program, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Arguments {
  const { node: code, file, scope } = closure;
  const { ts } = program;
  if (ts.isClassLike(code) || !isLogging(ts, node) || !ts.isExpressionStatement(node.parent)) return args;
  const isPlain = args.values.every((each) => optionsOf(each).every(({ kind }) => kind !== "callable"));
  if (!isPlain || program.reachability.of(file).leadsToRequest(code)) return args;
  return program.steps.unknownArguments(program, { ...frame, file, scope }, code);
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
function methodOfUnknown(program: Program, self: Abstract, args: Arguments, node: CallNode): Builtin | undefined {
  const { ts } = program;
  if (!ts.isCallExpression(node)) return undefined;
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if (name === "then" || name === "catch" || name === "finally") return promiseMethod(program, name);
  return iterationOf(program, name, self, args.values[0]);
}

export function constructValue(
  program: Program,
  frame: Frame,
  callee: Abstract,
  args: Arguments,
  node: CallNode,
): Abstract {
  program.pass.work.calls += 1;
  const place = program.place(frame, node);
  const options = optionsOf(callee);
  const one = (option: Abstract): Abstract => {
    if (option.kind === "native") return constructNative(program, frame, option, args, node);
    if (option.kind === "callable") {
      if (option.target.type === "closure")
        return program.steps.classes.instantiate(program, frame, option.target, args, node);
      program.steps.implicit.convertPerhaps(program, frame, args.values, node);
      if (option.target.construct) return option.target.construct({ frame, self: undefined, args, node });
    }
    if (option.kind === "unknown") {
      const client = program.steps.types.clientOf(program, option);
      if (client) return constructNative(program, frame, client, args, node);
    }
    for (const arg of args.values) escape(program, arg);
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
        program,
        options.map((option) => () => one(option)),
        place,
      );
}

/** Calls a callback with known arguments. */
export function invoke(
  program: Program,
  frame: Frame,
  callback: Abstract,
  args: readonly Abstract[],
  node: CallNode,
): Abstract {
  return mapOptions(callback, (option) =>
    program.steps.call(program, option, { frame, self: undefined, args: { values: args, more: false }, node }),
  );
}

/** The result of a call through a stand-in. If that cannot return, the result is unknown, as a subclass may return. */
export function orUnknown(program: Program, frame: Frame, result: Abstract, node: TS.Node): Abstract {
  return result.kind === "never"
    ? unknown("the result of a method that may be another's", program.place(frame, node), { typed: node })
    : result;
}

import type TS from "typescript";
import { newActivation } from "../domain/activations";
import { entryOf } from "../domain/call-places";
import { callable, never, scalar, unknown } from "../domain/constructors";
import type { Abstract, Activation, Arguments, CallNode, Closure, Frame, FunctionNode } from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import { joinAll, named, promised, settling } from "../domain/values";
import { withDefault } from "../expressions/destructuring";
import { bind } from "../expressions/patterns";
import type { Completion, Delta } from "../flow/completion";
import { joinExits } from "../flow/jumps";
import type { Machine } from "../machine";
import { escape } from "../store/escape";
import { allocate, newObject } from "../store/heap";
import { collectNames, hoistedVariables } from "../syntax/bindings/hoisting";
import { mentionsItself } from "../syntax/mentions";
import { parametersOf } from "../syntax/parameters";
import { skipWrappers } from "../syntax/wrappers";
import { startGenerator } from "./generators";
import { afterBound, afterRecursion } from "./not-entered";
import { declareArguments, restArguments } from "./own-arguments";
import { isUnneededCall } from "../need/calls";
import { isBeyondBounds, noteNotEntered, noteOwnCall } from "./call-budget";

/** Entering functions whose body is at hand. */

/**
 * Runs a function's body with the given arguments.
 *
 * @param inPlace the function is a callback written in the call itself: part of the code around it.
 */
export function enter(
  machine: Machine,
  frame: Frame,
  closure: Closure,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
  inPlace = false,
): Abstract {
  const { ts } = machine;
  const { node: code } = closure;
  const place = machine.place(frame, node);
  if (ts.isClassLike(code) || !code.body) return skip(machine, closure, self, args, place);
  const around = inPlace ? undefined : activationAround(frame.activation, closure);
  const depth = around ? around.depth : frame.activation.depth + (inPlace ? 0 : 1);
  const recursive = activationOf(frame.activation, closure);
  if (recursive) {
    machine.callbacks.noteLeftOut(code);
    return skip(machine, closure, self && afterRecursion(machine, self), args, place);
  }
  const isApart = !inPlace && !around && !(closure.file === frame.file && node.pos <= code.pos && code.end <= node.end);
  if (depth > machine.limits.depth || isBeyondBounds(machine, closure, isApart ? code.body : undefined)) {
    machine.callbacks.noteLeftOut(code);
    noteNotEntered(machine, frame, closure, node);
    return skip(machine, closure, self && afterBound(machine, closure, self), args, place);
  }
  if (!inPlace && !around && isUnneededCall(machine, { frame, closure, self, args, node })) {
    machine.callbacks.noteLeftOut(code);
    return skip(machine, closure, self && afterBound(machine, closure, self), args, place);
  }
  noteOwnCall(machine, frame, node);
  if ((inPlace || around) && depth === 0 && !mentionsItself(ts, code)) machine.callbacks.noteInPlace(code);
  if (closure.root === machine.context.root) closure.usedAt ??= machine.state.clock;
  const awaited = machine.awaitedCalls.has(node) || (!ts.isExpression(node) && frame.activation.awaited);
  const receiver = ts.isArrowFunction(code) ? closure.boundThis : self;
  const enter = (): Abstract => {
    const activation = newActivation(machine, {
      depth,
      parent: frame.activation,
      closure,
      self: receiver,
      awaited,
      inPlace,
      writtenIn: around,
      entered: around ? around.entered : inPlace ? frame.activation.entered : entryOf(machine, frame, node),
      through: node,
      loop: around ? around.loop : frame.activation.loop,
    });
    return run(machine, activation, closure, code, receiver, args, place);
  };
  return code.asteriskToken ? startGenerator(machine, closure, enter, place) : enter();
}

/** @returns the activation in whose code a callback is written, in one of the calls that led here: the callback's effects are that code's. */
function activationAround(activation: Activation, { node, file }: Closure): Activation | undefined {
  for (let current: Activation | undefined = activation; current; current = current.parent) {
    const { entered } = current;
    if (
      !current.inPlace &&
      !current.writtenIn &&
      entered?.file === file &&
      entered.node.pos <= node.pos &&
      node.end <= entered.node.end
    )
      return current.parent;
  }
  return undefined;
}

/** @returns whichever of the activations that led here already runs the function or class. */
export function activationOf(activation: Activation, { node }: Closure): Activation | undefined {
  for (let current: Activation | undefined = activation; current; current = current.parent)
    if (current.closure?.node === node) return current;
  return undefined;
}

/** Does not enter a function: the arguments may be changed, and the function runs at a time of its own. */
export function skip(
  machine: Machine,
  closure: Closure,
  self: Abstract | undefined,
  args: Arguments,
  place: Abstract["place"],
): Abstract {
  escape(machine, callable(closure, place));
  if (self) escape(machine, self);
  for (const arg of args.values) escape(machine, arg);
  return unknown(`the result of \`${closure.name}()\``, place, { origin: { trail: [`${closure.name}()`] } });
}

/** Runs the body in a given activation, and ends the activation. */
export function run(
  machine: Machine,
  activation: Activation,
  closure: Closure,
  code: FunctionNode,
  self: Abstract | undefined,
  args: Arguments,
  place: Abstract["place"],
): Abstract {
  const { state, ts } = machine;
  const isAsync = (ts.getCombinedModifierFlags(code) & ts.ModifierFlags.Async) !== 0;
  const scope = newScope(closure.scope, activation);
  const frame: Frame = { file: closure.file, scope, activation, self, base: closure.base };
  const before = machine.answered.value;
  if (code.name && ts.isFunctionExpression(code))
    declare(machine, scope, code.name.text, code.name, callable(closure, place));
  const value = machine.within({ timeline: { ...machine.context.timeline }, isPartitioned: false }, () => {
    declareArguments(machine, frame, code, args);
    bindParameters(machine, frame, code, args, place);
    return runBody(machine, frame, code, isAsync, place);
  });
  activation.active = false;
  if (!isAsync) return value;
  const answered = machine.answered.value.filter((id) => !before.includes(id));
  if (activation.parent) state.write(machine.answered, before);
  return value.kind === "never" && !activation.awaited
    ? unknown("a rejected promise", place)
    : settling(promised(value), answered);
}

function bindParameters(
  machine: Machine,
  frame: Frame,
  code: FunctionNode,
  args: Arguments,
  place: Abstract["place"],
): void {
  const { ts } = machine;
  for (const [index, parameter] of parametersOf(ts, code).entries()) {
    const names: TS.Identifier[] = [];
    collectNames(ts, parameter.name, names);
    for (const name of names) declare(machine, frame.scope, name.text, name);
    const at = machine.place(frame, parameter);
    let value: Abstract;
    if (parameter.dotDotDotToken) {
      value = newObject(machine, place, {
        type: "array",
        made: parameter,
        content: restArguments(machine, args, index, at),
      });
    } else {
      const given =
        args.values[index] ?? (args.more ? unknown("an argument that is not known", place) : scalar(undefined, at));
      value = withDefault(machine, frame, given, parameter.initializer);
    }
    value = machine.steps.annotated(machine, value, parameter);
    bind(machine, frame, parameter.name, value);
    if (ts.isParameterPropertyDeclaration(parameter, code) && ts.isIdentifier(parameter.name) && frame.self) {
      machine.steps.set(
        machine,
        frame,
        frame.self,
        parameter.name.text,
        named(value, parameter.name.text),
        parameter.name,
      );
    }
  }
}

function runBody(
  machine: Machine,
  frame: Frame,
  code: FunctionNode,
  isAsync: boolean,
  place: Abstract["place"],
): Abstract {
  const { ts } = machine;
  const { body } = code;
  if (!body) return scalar(undefined, place);
  if (!ts.isBlock(body)) {
    if (frame.activation.awaited) machine.awaitedCalls.add(skipWrappers(ts, body));
    return returned(machine, machine.steps.expression(machine, frame, body), isAsync, frame);
  }
  // `var options` beside a parameter of that name is the parameter.
  for (const name of hoistedVariables(ts, body))
    if (!frame.scope.bindings.has(name.text))
      declare(machine, frame.scope, name.text, name, scalar(undefined, machine.place(frame, name)));
  const completion = machine.steps.statements(machine, frame, body.statements, body);
  return finish(machine, frame, completion, isAsync, place);
}

function returned(machine: Machine, value: Abstract, isAsync: boolean, frame: Frame): Abstract {
  return isAsync
    ? machine.steps.settleNative(machine, frame, value, frame.activation.closure?.node ?? frame.file)
    : value;
}

/** Joins all ways in which a body ends. */
function finish(
  machine: Machine,
  frame: Frame,
  completion: Completion | undefined,
  isAsync: boolean,
  place: Abstract["place"],
): Abstract {
  const { state } = machine;
  const { activation } = frame;
  const own = completion === undefined || completion.kind === "return";
  const last = completion?.kind === "return" ? completion.value : scalar(undefined, place);
  const early = activation.exits.filter((exit) => exit.completion.kind === "return");
  if (early.length === 0) return own ? returned(machine, last, isAsync, frame) : never(place);
  const values: Abstract[] = [];
  const deltas: Delta[] = [];
  for (const exit of early) {
    if (exit.completion.kind !== "return") continue;
    values.push(exit.completion.value);
    deltas.push(exit.delta);
  }
  const final = state.takeBack(activation.checkpoint);
  if (own) {
    values.push(last);
    deltas.push(final);
  }
  joinExits(machine, deltas, activation.began);
  return returned(machine, joinAll(values, place), isAsync, frame);
}

/** Makes a function value. */
export function makeClosure(
  machine: Machine,
  frame: Frame,
  node: FunctionNode,
  options: {
    readonly boundThis?: Abstract | undefined;
    readonly base?: Abstract | undefined;
    readonly owner?: Closure | undefined;
    readonly name: string;
  },
): Closure {
  const made: Closure = {
    type: "closure",
    node,
    scope: frame.scope,
    file: frame.file,
    name: options.name,
    boundThis: options.boundThis,
    base: options.base,
    cell: allocate(machine, { type: "object", made: node }),
    classParts: undefined,
    root: machine.context.root,
    createdAt: machine.state.clock,
    owner: options.owner,
    usedAt: undefined,
    escaped: false,
  };
  noteMade(machine, frame, made);
  return made;
}

/** Notes a function or class to be run by itself later, as nobody knows when it is called. */
export function noteMade(machine: Machine, { activation, file }: Frame, closure: Closure): void {
  const { closure: around } = activation;
  if (activation.depth === 0) machine.context.root.made.push(closure);
  // What a class makes for each of its instances (fields that hold functions) is run once, for the typical one.
  else if (file === machine.sourceFile && around && machine.classes.forming.has(around)) around.root.made.push(closure);
}

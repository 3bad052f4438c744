import type TS from "typescript";
import { newActivation } from "../domain/activations";
import { entryOf } from "../domain/call-places";
import { callable, never, scalar, unknown } from "../domain/constructors";
import type { Abstract, Activation, Arguments, Call, Closure, Frame, FunctionNode, Place } from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import { joinAll, named, promised, rejectedPromise, settling } from "../domain/values";
import { withDefault } from "../expressions/destructuring";
import { bind } from "../expressions/patterns";
import type { Completion, Delta } from "../domain/completion";
import { joinExits } from "../flow/jumps";
import type { Program } from "../program";
import { escape } from "../store/escape";
import { allocate, newObject } from "../store/heap";
import { collectNames, hoistedVariables } from "../../syntax/bindings/hoisting";
import { mentionsItself } from "../../syntax/mentions";
import { parametersOf } from "../../syntax/parameters";
import { skipWrappers } from "../../syntax/wrappers";
import { startGenerator } from "./generators";
import { afterBound, afterRecursion } from "./not-entered";
import { declareArguments, restArguments } from "./arguments";
import { isUnneededCall } from "../need/calls";
import { isBeyondBounds, noteNotEntered, noteOwnCall } from "./call-budget";

/** Entering functions whose body is at hand. */

/** Runs a function's body with the arguments of a call. */
export function enter(program: Program, closure: Closure, call: Call): Abstract {
  return entered(program, closure, call, activationAround(call.frame.activation, closure));
}

/** Runs the body of a callback that is written in the call itself: it is part of the code around it. */
export function enterInPlace(program: Program, closure: Closure, call: Call): Abstract {
  return entered(program, closure, call, "in place");
}

/** @param writtenIn the activation in whose code the function is written, if it is a callback of one. */
function entered(
  program: Program,
  closure: Closure,
  call: Call,
  writtenIn: Activation | "in place" | undefined,
): Abstract {
  const { frame, self, args, node } = call;
  const { ts } = program;
  const { node: code } = closure;
  const place = program.place(frame, node);
  if (ts.isClassLike(code) || !code.body) return skip(program, closure, self, args, place);
  const inPlace = writtenIn === "in place";
  const host = inPlace ? frame.activation : writtenIn;
  const obstacle = obstacleTo(program, closure, call, host);
  if (obstacle) return leaveOut(program, closure, call, obstacle);
  noteOwnCall(program, frame, node);
  if (host?.depth === 0 && !mentionsItself(ts, code)) program.pass.callbacks.noteInPlace(code);
  const awaited = program.awaitedCalls.has(node) || (!ts.isExpression(node) && frame.activation.awaited);
  const receiver = ts.isArrowFunction(code) ? closure.boundThis : self;
  const body = (): Abstract => {
    const activation = newActivation(program, {
      depth: depthOf(frame, host),
      parent: frame.activation,
      closure,
      self: receiver,
      awaited,
      inPlace,
      writtenIn: inPlace ? undefined : writtenIn,
      entered: host ? host.entered : entryOf(program, frame, node),
      through: node,
      loop: (host ?? frame.activation).loop,
    });
    return run(program, activation, { closure, code, self: receiver, args, place });
  };
  return code.asteriskToken ? startGenerator(program, closure, body, place) : body();
}

/** @param host the activation of whose code the function is a part. */
function depthOf({ activation }: Frame, host: Activation | undefined): number {
  return host ? host.depth : activation.depth + 1;
}

type Obstacle = "recursion" | "bound" | "unneeded";

/** @returns why a function is not entered; `undefined` if it is. */
function obstacleTo(
  program: Program,
  closure: Closure,
  call: Call,
  host: Activation | undefined,
): Obstacle | undefined {
  const { frame, node } = call;
  const { node: code, file } = closure;
  if (activationOf(frame.activation, closure)) return "recursion";
  if (depthOf(frame, host) > program.pass.limits.depth) return "bound";
  const isWithinCall = file === frame.file && node.pos <= code.pos && code.end <= node.end;
  const apart = host || isWithinCall || program.ts.isClassLike(code) ? undefined : code.body;
  if (isBeyondBounds(program, closure, apart)) return "bound";
  return !host && isUnneededCall(program, closure, call) ? "unneeded" : undefined;
}

function leaveOut(program: Program, closure: Closure, { frame, self, args, node }: Call, obstacle: Obstacle): Abstract {
  program.pass.callbacks.noteLeftOut(closure.node);
  if (obstacle === "bound") noteNotEntered(program, frame, closure, node);
  const isRepeated = obstacle === "recursion";
  const left = self && (isRepeated ? afterRecursion(program, self) : afterBound(program, closure, self));
  return skip(program, closure, left, args, program.place(frame, node));
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
  program: Program,
  closure: Closure,
  self: Abstract | undefined,
  args: Arguments,
  place: Place,
): Abstract {
  escape(program, callable(closure, place));
  if (self) escape(program, self);
  for (const arg of args.values) escape(program, arg);
  return unknown(`the result of \`${closure.name}()\``, place, { origin: { trail: [`${closure.name}()`] } });
}

/** A run of a body. */
interface BodyRun {
  readonly closure: Closure;
  /** The function, or the constructor of the class. */
  readonly code: FunctionNode;
  readonly self: Abstract | undefined;
  readonly args: Arguments;
  /** Where it is called. */
  readonly place: Place;
}

/** Runs a body in a given activation, and ends the activation. */
export function run(program: Program, activation: Activation, { closure, code, self, args, place }: BodyRun): Abstract {
  const { state, ts } = program;
  const isAsync = (ts.getCombinedModifierFlags(code) & ts.ModifierFlags.Async) !== 0;
  const scope = newScope(closure.scope, activation);
  const frame: Frame = { file: closure.file, scope, activation, self, base: closure.base };
  const before = program.pass.answered.value;
  if (code.name && ts.isFunctionExpression(code))
    declare(program, scope, code.name.text, code.name, callable(closure, place));
  const value = program.run.within({ timeline: { ...program.run.context.timeline }, isPartitioned: false }, () => {
    declareArguments(program, frame, code, args);
    bindParameters(program, frame, code, args, place);
    const returned = runBody(program, frame, code, place);
    return isAsync ? program.steps.settleNative(program, frame, returned, code) : returned;
  });
  activation.active = false;
  if (!isAsync) return value;
  const answered = program.pass.answered.value.filter((id) => !before.includes(id));
  if (activation.parent) state.write(program.pass.answered, before);
  return value.kind === "never" && !activation.awaited
    ? unknown(rejectedPromise, place)
    : settling(promised(value), answered);
}

function bindParameters(program: Program, frame: Frame, code: FunctionNode, args: Arguments, place: Place): void {
  const { ts } = program;
  for (const [index, parameter] of parametersOf(ts, code).entries()) {
    const names: TS.Identifier[] = [];
    collectNames(ts, parameter.name, names);
    for (const name of names) declare(program, frame.scope, name.text, name);
    const at = program.place(frame, parameter);
    let value: Abstract;
    if (parameter.dotDotDotToken) {
      value = newObject(program, place, {
        type: "array",
        made: parameter,
        content: restArguments(program, args, index, at),
      });
    } else {
      const given =
        args.values[index] ?? (args.more ? unknown("an argument that is not known", place) : scalar(undefined, at));
      value = withDefault(program, frame, given, parameter.initializer);
    }
    value = program.steps.types.annotated(program, value, parameter);
    bind(program, frame, parameter.name, value);
    if (ts.isParameterPropertyDeclaration(parameter, code) && ts.isIdentifier(parameter.name) && frame.self) {
      const { text: key } = parameter.name;
      program.steps.set(program, frame, { target: frame.self, key, value: named(value, key) }, parameter.name);
    }
  }
}

function runBody(program: Program, frame: Frame, code: FunctionNode, place: Place): Abstract {
  const { ts } = program;
  const { body } = code;
  if (!body) return scalar(undefined, place);
  if (!ts.isBlock(body)) {
    if (frame.activation.awaited) program.awaitedCalls.add(skipWrappers(ts, body));
    return program.steps.expression(program, frame, body);
  }
  // `var options` beside a parameter of that name is the parameter.
  for (const name of hoistedVariables(ts, body))
    if (!frame.scope.bindings.has(name.text))
      declare(program, frame.scope, name.text, name, scalar(undefined, program.place(frame, name)));
  const completion = program.steps.statements(program, frame, body.statements, body);
  return finish(program, frame.activation, completion, place);
}

/** Joins all ways in which a body ends. */
function finish(program: Program, activation: Activation, completion: Completion | undefined, place: Place): Abstract {
  const own = completion === undefined || completion.kind === "return";
  const last = completion?.kind === "return" ? completion.value : scalar(undefined, place);
  const values: Abstract[] = [];
  const deltas: Delta[] = [];
  for (const exit of activation.exits) {
    if (exit.completion.kind !== "return") continue;
    values.push(exit.completion.value);
    deltas.push(exit.delta);
  }
  if (deltas.length === 0) return own ? last : never(place);
  const final = program.state.takeBack(activation.checkpoint);
  if (own) {
    values.push(last);
    deltas.push(final);
  }
  joinExits(program, deltas, activation.began);
  return joinAll(values, place);
}

/** Makes a function value. */
export function makeClosure(
  program: Program,
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
    cell: allocate(program, { type: "object", made: node }),
    classParts: undefined,
    root: program.run.context.root,
    createdAt: program.state.clock,
    owner: options.owner,
    usedAt: undefined,
    escaped: false,
  };
  noteMade(program, frame, made);
  return made;
}

/** Notes a function or class to be run by itself later, as nobody knows when it is called. */
export function noteMade(program: Program, { activation, file }: Frame, closure: Closure): void {
  const { closure: around } = activation;
  if (activation.depth === 0) program.run.context.root.made.push(closure);
  // What a class makes for each of its instances (fields that hold functions) is run once, for the typical one.
  else if (file === program.pass.sourceFile && around && program.pass.classes.forming.has(around))
    around.root.made.push(closure);
}

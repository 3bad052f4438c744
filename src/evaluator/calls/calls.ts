import type TS from "typescript";
import { readElement, readMember } from "../expressions/access";
import { iterationOf } from "../builtins/arrays";
import { promiseMethod } from "../builtins/members";
import { skipWrappers } from "../flow/conditions";
import type { Abstract, Arguments, Builtin, CallNode, Closure, Content, Frame } from "../domain/domain";
import { either } from "../expressions/expressions";
import { enter } from "./functions";
import { construct } from "../classes/classes";
import { contentOf, emptyContent, escape } from "../store/heap";
import { appendAll, elementsOf } from "../expressions/literals";
import type { Machine } from "../machine";
import { callNative, constructNative } from "../models/natives";
import { asReceiver, orUnknown, receiverOf } from "./receivers";
import { literalText } from "../expressions/strings";
import { nullishOf } from "../flow/truth";
import { mapOptions, never, optionsOf, plainText, scalar, unknown } from "../domain/values";
import { memberKey } from "../domain/private-names";

/** Calls: what is called, with what, and what comes back. */

export function callExpression(machine: Machine, frame: Frame, node: TS.CallExpression): Abstract {
  const { ts } = machine;
  const place = machine.place(frame, node);
  const callee = skipWrappers(ts, node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return callSuper(machine, frame, node);
  if (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(callee) && callee.text === "require" && !machine.isDeclared(frame, "require"))
  ) {
    return importCall(machine, frame, node);
  }
  let self: Abstract | undefined;
  let target: Abstract;
  if (ts.isPropertyAccessExpression(callee)) {
    const read = readMember(machine, frame, callee);
    self = callee.expression.kind === ts.SyntaxKind.SuperKeyword ? frame.self : read.target;
    target = read.value;
  } else if (ts.isElementAccessExpression(callee)) {
    const read = readElement(machine, frame, callee);
    self = read.target;
    target = read.value;
  } else {
    target = machine.steps.expression(machine, frame, callee);
  }
  if (target.kind === "never") return target;
  const chained = ts.isOptionalChain(node);
  const nullish = nullishOf(machine, target);
  if (nullish === true) return chained ? scalar(undefined, place) : never(place);
  const maySkip = chained && optionsOf(target).some((option) => nullishOf(machine, option) === true);
  const run = (): Abstract => {
    const args = argumentsOf(machine, frame, node.arguments);
    return machine.steps.call(machine, frame, target, self, args, node);
  };
  if (maySkip || (node.questionDotToken && nullish === undefined))
    return either(machine, [run, () => scalar(undefined, place)], place);
  return run();
}

export function argumentsOf(machine: Machine, frame: Frame, nodes: readonly TS.Expression[] | undefined): Arguments {
  const values: Abstract[] = [];
  let more = false;
  for (const node of nodes ?? []) {
    if (!machine.ts.isSpreadElement(node)) {
      const value = machine.steps.expression(machine, frame, node);
      if (more) escape(machine, value);
      else values.push(value);
      continue;
    }
    const spread = machine.steps.expression(machine, frame, node.expression);
    const items = elementsOf(machine, spread);
    if (!more && items?.every((item) => item.presence === "always")) {
      values.push(...items.map((item) => item.value));
    } else {
      more = true;
      escape(machine, spread);
    }
  }
  return { values, more };
}

/** Calls a value; each function that it may be in turn. */
export function call(
  machine: Machine,
  frame: Frame,
  callee: Abstract,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
): Abstract {
  machine.work.calls += 1;
  const options = optionsOf(callee).filter((option) => nullishOf(machine, option) !== true);
  const [only] = options;
  if (options.length === 1 && only) return callOne(machine, frame, only, self, args, node);
  machine.branching += 1;
  const result = either(
    machine,
    options.map((option) => () => callOne(machine, frame, option, self, args, node)),
    machine.place(frame, node),
  );
  machine.branching -= 1;
  return result;
}

function callOne(
  machine: Machine,
  frame: Frame,
  callee: Abstract,
  self: Abstract | undefined,
  args: Arguments,
  node: CallNode,
): Abstract {
  if (callee.kind === "native") return callNative(machine, frame, callee, args, node);
  if (callee.kind === "callable") {
    if (callee.target.type === "closure") return enterClosure(machine, frame, callee.target, self, args, node);
    if (callee.target.call) return callee.target.call({ frame, self, args, node });
  }
  if (callee.kind === "unknown") {
    const client = machine.clientOf(callee);
    if (client) return callNative(machine, frame, client, args, node);
    const receiver = receiverOf(machine, frame, callee);
    if (receiver?.kind === "callable" || receiver?.kind === "native")
      return callOne(machine, frame, receiver, self, args, node);
    const method = self && methodOfUnknown(machine, self, args, node);
    if (method?.call) return method.call({ frame, self, args, node });
  }
  return unknownCall(machine, frame, callee, self, args, node);
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
    self && optionsOf(self).some((option) => option.kind === "unknown") ? asReceiver(machine, frame, self) : self;
  const result = enter(machine, frame, closure, receiver, args, node);
  return receiver === self ? result : orUnknown(machine, frame, result, node);
}

/** Methods by which promises and arrays are known, on what is not known itself. */
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

/**
 * Whether a call is of a function that an instance holds in a field: `this.fetch(url)`, `this.onError(error)`. Such a function comes from outside and
 * does not know the object on which it happens to be called.
 */
function isHandedIn(machine: Machine, self: Abstract, node: CallNode): boolean {
  const { ts } = machine;
  if (self.kind !== "reference" || !self.cell.constructedBy || !ts.isCallExpression(node)) return false;
  const callee = skipWrappers(ts, node.expression);
  return ts.isPropertyAccessExpression(callee) && contentOf(machine, self.cell).fields.has(memberKey(ts, callee.name));
}

/** How often a callback may send nothing before it is no longer run for others: most have nothing to do with requests. */
const maximumSilence = 3;

/**
 * A callback that an entered function writes into a call of something unknown (`retry(() => fetch(path))`) runs for this caller too, though
 * nobody knows when. What it does to others is known otherwise: it is run by itself as well.
 */
function runLater(machine: Machine, frame: Frame, callback: Abstract, node: CallNode): void {
  if (callback.kind !== "callable" || callback.target.type !== "closure" || !isWithin(frame, callback.target, node))
    return;
  const { target } = callback;
  const code = target.node;
  const silent = machine.silentCallbacks.get(code) ?? 0;
  if (machine.ts.isClassLike(code) || silent >= maximumSilence) return;
  const { late, recorder, state } = machine;
  const attempt = recorder.begin();
  const mark = state.mark();
  state.clock += 1;
  machine.late = { since: state.clock };
  const inside: Frame = { ...frame, file: target.file, scope: target.scope };
  enter(machine, frame, target, undefined, machine.steps.unknownArguments(machine, inside, code), node, true);
  machine.late = late;
  state.undo(mark);
  machine.silentCallbacks.set(code, recorder.hasSent(attempt) ? 0 : silent + 1);
}

/** `response.headers.get("etag")`. */
function responseHeader(callee: Abstract, args: Arguments): NonNullable<Abstract["origin"]>["response"] {
  const response = callee.origin?.response;
  if (response?.part !== "headers" || response.path.at(-1) !== "get") return undefined;
  const name = args.values[0] && plainText(args.values[0]);
  return name === undefined ? undefined : { ...response, path: [...response.path.slice(0, -1), name.toLowerCase()] };
}

export function newExpression(machine: Machine, frame: Frame, node: TS.NewExpression): Abstract {
  const callee = machine.steps.expression(machine, frame, node.expression);
  const args = argumentsOf(machine, frame, node.arguments);
  return constructValue(machine, frame, callee, args, node);
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
      if (option.target.type === "closure") return construct(machine, frame, option.target, args, node);
      if (option.target.construct) return option.target.construct({ frame, self: undefined, args, node });
    }
    if (option.kind === "unknown") {
      const client = machine.clientOf(option);
      if (client) return constructNative(machine, frame, client, args, node);
    }
    for (const arg of args.values) escape(machine, arg);
    const name = option.origin?.trail.at(-1);
    return unknown(name === undefined ? "an object of an unknown class" : `an instance of \`${name}\``, place, {
      is: "object",
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

function callSuper(machine: Machine, frame: Frame, node: TS.CallExpression): Abstract {
  const place = machine.place(frame, node);
  const args = argumentsOf(machine, frame, node.arguments);
  machine.steps.callSuper(machine, frame, args, node);
  return scalar(undefined, place);
}

function importCall(machine: Machine, frame: Frame, node: TS.CallExpression): Abstract {
  const [specifier] = node.arguments;
  if (specifier && machine.ts.isStringLiteralLike(specifier))
    return machine.steps.importValue(machine, frame, specifier, undefined);
  if (specifier) machine.steps.expression(machine, frame, specifier);
  return unknown("a module that is not known", machine.place(frame, node));
}

/** `` tag`a ${b}` ``: the tag is called with the strings and the values. */
export function taggedTemplate(machine: Machine, frame: Frame, node: TS.TaggedTemplateExpression): Abstract {
  const { ts } = machine;
  const tag = skipWrappers(ts, node.tag);
  const place = machine.place(frame, node);
  const read = ts.isPropertyAccessExpression(tag)
    ? readMember(machine, frame, tag)
    : { target: undefined, value: machine.steps.expression(machine, frame, tag) };
  const isRaw = optionsOf(read.value).every(
    (option) => option.kind === "callable" && option.target.type === "builtin" && option.target.label === "String.raw",
  );
  if (isRaw && !node.template.getText(frame.file).includes("\\"))
    return machine.steps.expression(machine, frame, node.template);
  const strings: Abstract[] = [];
  const values: Abstract[] = [];
  if (ts.isNoSubstitutionTemplateLiteral(node.template)) {
    strings.push(literalText(machine, frame, node.template));
  } else {
    strings.push(machine.steps.templatePiece(machine, frame, node.template.head));
    for (const span of node.template.templateSpans) {
      values.push(machine.steps.expression(machine, frame, span.expression));
      strings.push(machine.steps.templatePiece(machine, frame, span.literal));
    }
  }
  if (isRaw) return unknown("raw text", place, { is: "string" });
  const list = machine.newArray(place, node.template, strings);
  return machine.steps.call(machine, frame, read.value, read.target, { values: [list, ...values], more: false }, node);
}

/** Enters a callback: where it is written in the call itself, it is part of the code around it. */
export function invoke(
  machine: Machine,
  frame: Frame,
  callback: Abstract,
  args: readonly Abstract[],
  node: CallNode,
): Abstract {
  return mapOptions(callback, (option) => {
    if (option.kind === "callable" && option.target.type === "closure" && isWithin(frame, option.target, node)) {
      return enter(machine, frame, option.target, undefined, { values: args, more: false }, node, true);
    }
    return machine.steps.call(machine, frame, option, undefined, { values: args, more: false }, node);
  });
}

function isWithin(frame: Frame, closure: Closure, node: TS.Node): boolean {
  return closure.file === frame.file && node.pos <= closure.node.pos && closure.node.end <= node.end;
}

/** @returns the arguments from an index on, as the array that a rest parameter holds. */
export function restArguments(machine: Machine, args: Arguments, from: number, place: Abstract["place"]): Content {
  const items = args.values.slice(from).map((value) => ({ value, presence: "always" as const }));
  const content: Content = { ...emptyContent, items };
  return args.more ? appendAll(machine, content, unknown("more arguments", place), place) : content;
}

import type TS from "typescript";
import { promiseMethod } from "../builtins/members";
import { callable, nativeValue, never, scalar, unknown } from "../domain/constructors";
import { type Abstract, type Arguments, type Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { optionsOf } from "../domain/values";
import { either } from "../flow/branches";
import { partitioned } from "../flow/correlated-arguments";
import { type Machine } from "../machine";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { newArray } from "../store/heap";
import { nullishOf } from "../store/truth";
import { dottedName } from "../syntax/bindings/dotted-name";
import { skipWrappers } from "../syntax/wrappers";
import { type MemberRead, readElement, readMember } from "./access";
import { literalText } from "./strings";

export function callExpression(machine: Machine, frame: Frame, node: TS.CallExpression): Abstract {
  const { ts } = machine;
  const place = machine.place(frame, node);
  const callee = skipWrappers(ts, node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return callSuper(machine, frame, node);
  if (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(callee) && callee.text === "require" && !findBinding(frame.scope, "require"))
  ) {
    return importCall(machine, frame, node);
  }
  let self: Abstract | undefined;
  let target: Abstract;
  if (ts.isPropertyAccessExpression(callee)) {
    const read = readCallee(machine, frame, node, callee);
    self = callee.expression.kind === ts.SyntaxKind.SuperKeyword ? frame.self : read.target;
    target = read.value;
  } else if (ts.isElementAccessExpression(callee)) {
    const read = readElement(machine, frame, callee);
    self = read.target;
    target = read.value;
  } else {
    target = machine.steps.expression(machine, frame, callee);
  }
  target = asDescribed(machine, frame, callee, target);
  if (target.kind === "never") {
    if (self?.kind !== "never" || !ts.isPropertyAccessExpression(callee)) return target;
    return afterRejection(machine, frame, node, callee.name.text) ?? target;
  }
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
  return partitioned(machine, frame, node, target, run);
}

/** Reads the function that is called. A promise may be rejected in any state that there was while it was made. */
function readCallee(
  machine: Machine,
  frame: Frame,
  node: TS.CallExpression,
  callee: TS.PropertyAccessExpression,
): MemberRead {
  const { pass, state } = machine;
  const isHandled = callee.name.text === "catch" || (callee.name.text === "then" && node.arguments.length > 1);
  if (!isHandled) return readMember(machine, frame, callee);
  const { result, log } = state.logged(() => readMember(machine, frame, callee));
  pass.rejections.set(node, log);
  return result;
}

/** A method of a promise that is surely rejected: what handles that runs, and the code goes on from there. */
function afterRejection(machine: Machine, frame: Frame, node: TS.CallExpression, name: string): Abstract | undefined {
  if (name !== "then" && name !== "catch" && name !== "finally") return undefined;
  const place = machine.place(frame, node);
  const args = argumentsOf(machine, frame, node.arguments);
  return machine.steps.call(machine, frame, callable(promiseMethod(machine, name), place), never(place), args, node);
}

/**
 * @returns what is called: what the configuration describes is that, also where its source is at hand, and on a field of which no value is seen.
 *   Values that are not known are matched by their names too (`clientOf`), as they may be handed on under another one.
 */
function asDescribed(machine: Machine, frame: Frame, callee: TS.Expression, target: Abstract): Abstract {
  const { library } = machine;
  const name = library.described && dottedName(machine.ts, callee);
  const native = name === undefined ? undefined : library.described?.(name);
  return native ? nativeValue(native, machine.place(frame, callee), { trail: [name ?? ""] }) : target;
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

export function newExpression(machine: Machine, frame: Frame, node: TS.NewExpression): Abstract {
  const callee = machine.steps.expression(machine, frame, node.expression);
  const args = argumentsOf(machine, frame, node.arguments);
  return machine.steps.construct(machine, frame, callee, args, node);
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
  const list = newArray(machine, place, node.template, strings);
  return machine.steps.call(machine, frame, read.value, read.target, { values: [list, ...values], more: false }, node);
}

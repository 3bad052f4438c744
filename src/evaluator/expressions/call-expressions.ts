import type TS from "typescript";
import { promiseMethod } from "../builtins/members";
import { callable, nativeValue, never, scalar, unknown } from "../domain/constructors";
import { type Abstract, type Arguments, type Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { optionsOf } from "../domain/values";
import { either } from "../flow/branches";
import { partitioned } from "../flow/correlated-arguments";
import { type Program } from "../program";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { newArray } from "../store/heap";
import { nullishOf } from "../store/truth";
import { dottedName } from "../../syntax/bindings/dotted-name";
import { skipWrappers } from "../../syntax/wrappers";
import { type MemberRead, readElement, readMember } from "./access";
import { literalText } from "./strings";

export function callExpression(program: Program, frame: Frame, node: TS.CallExpression): Abstract {
  const { ts } = program;
  const callee = skipWrappers(ts, node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return callSuper(program, frame, node);
  if (isImport(ts, frame, callee)) return importCall(program, frame, node);
  const { self, value } = readCallee(program, frame, node, callee);
  const target = asDescribed(program, frame, callee, value);
  if (target.kind === "never") {
    if (self?.kind !== "never" || !ts.isPropertyAccessExpression(callee)) return target;
    return afterRejection(program, frame, node, callee.name.text) ?? target;
  }
  const place = program.place(frame, node);
  const chained = ts.isOptionalChain(node);
  const nullish = nullishOf(program, target);
  if (nullish === true) return chained ? scalar(undefined, place) : never(place);
  const maySkip = chained && optionsOf(target).some((option) => nullishOf(program, option) === true);
  const run = (): Abstract => {
    const args = argumentsOf(program, frame, node.arguments);
    return program.steps.call(program, target, { frame, self, args, node });
  };
  if (maySkip || (node.questionDotToken && nullish === undefined))
    return either(program, [run, () => scalar(undefined, place)], place);
  return partitioned(program, frame, node, target, run);
}

/** `import("…")`, and `require("…")` where no variable has that name. */
function isImport(ts: typeof TS, { scope }: Frame, callee: TS.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(callee) && callee.text === "require" && !findBinding(scope, "require");
}

/** What is called, and its `this`. */
interface Callee {
  readonly self: Abstract | undefined;
  readonly value: Abstract;
}

function readCallee(program: Program, frame: Frame, node: TS.CallExpression, callee: TS.Expression): Callee {
  const { ts } = program;
  if (ts.isElementAccessExpression(callee)) {
    const { target, value } = readElement(program, frame, callee);
    return { self: target, value };
  }
  if (!ts.isPropertyAccessExpression(callee))
    return { self: undefined, value: program.steps.expression(program, frame, callee) };
  const { target, value } = readMethod(program, frame, node, callee);
  return { self: callee.expression.kind === ts.SyntaxKind.SuperKeyword ? frame.self : target, value };
}

/** Reads the method that is called. A promise may be rejected in any state that there was while it was made. */
function readMethod(
  program: Program,
  frame: Frame,
  node: TS.CallExpression,
  callee: TS.PropertyAccessExpression,
): MemberRead {
  const { pass, state } = program;
  const isHandled = callee.name.text === "catch" || (callee.name.text === "then" && node.arguments.length > 1);
  if (!isHandled) return readMember(program, frame, callee);
  const { result, log } = state.logged(() => readMember(program, frame, callee));
  pass.rejections.set(node, log);
  return result;
}

/** A method of a promise that is surely rejected: what handles that runs, and the code goes on from there. */
function afterRejection(program: Program, frame: Frame, node: TS.CallExpression, name: string): Abstract | undefined {
  if (name !== "then" && name !== "catch" && name !== "finally") return undefined;
  const place = program.place(frame, node);
  const args = argumentsOf(program, frame, node.arguments);
  return program.steps.call(program, callable(promiseMethod(program, name), place), {
    frame,
    self: never(place),
    args,
    node,
  });
}

/**
 * @returns what is called: what the configuration describes is that, also where its source is at hand, and on a field of which no value is seen.
 *   Values that are not known are matched by their names too (`clientOf`), as they may be handed on under another one.
 */
function asDescribed(program: Program, frame: Frame, callee: TS.Expression, target: Abstract): Abstract {
  const { library } = program;
  const name = library.described && dottedName(program.ts, callee);
  const native = name === undefined ? undefined : library.described?.(name);
  return native ? nativeValue(native, program.place(frame, callee), { trail: [name ?? ""] }) : target;
}

export function argumentsOf(program: Program, frame: Frame, nodes: readonly TS.Expression[] | undefined): Arguments {
  const values: Abstract[] = [];
  let more = false;
  for (const node of nodes ?? []) {
    if (!program.ts.isSpreadElement(node)) {
      const value = program.steps.expression(program, frame, node);
      if (more) escape(program, value);
      else values.push(value);
      continue;
    }
    const spread = program.steps.expression(program, frame, node.expression);
    const items = elementsOf(program, spread);
    if (!more && items?.every((item) => item.presence === "always")) {
      values.push(...items.map((item) => item.value));
    } else {
      more = true;
      escape(program, spread);
    }
  }
  return { values, more };
}

export function newExpression(program: Program, frame: Frame, node: TS.NewExpression): Abstract {
  const callee = program.steps.expression(program, frame, node.expression);
  const args = argumentsOf(program, frame, node.arguments);
  return program.steps.construct(program, frame, callee, args, node);
}

function callSuper(program: Program, frame: Frame, node: TS.CallExpression): Abstract {
  const place = program.place(frame, node);
  const args = argumentsOf(program, frame, node.arguments);
  program.steps.classes.callSuper(program, frame, args, node);
  return scalar(undefined, place);
}

function importCall(program: Program, frame: Frame, node: TS.CallExpression): Abstract {
  const [specifier] = node.arguments;
  if (specifier && program.ts.isStringLiteralLike(specifier))
    return program.steps.modules.importValue(program, frame, specifier, undefined);
  if (specifier) program.steps.expression(program, frame, specifier);
  return unknown("a module that is not known", program.place(frame, node));
}

/** `` tag`a ${b}` ``: the tag is called with the strings and the values. */
export function taggedTemplate(program: Program, frame: Frame, node: TS.TaggedTemplateExpression): Abstract {
  const { ts } = program;
  const tag = skipWrappers(ts, node.tag);
  const place = program.place(frame, node);
  const read = ts.isPropertyAccessExpression(tag)
    ? readMember(program, frame, tag)
    : { target: undefined, value: program.steps.expression(program, frame, tag) };
  const isRaw = optionsOf(read.value).every(
    (option) => option.kind === "callable" && option.target.type === "builtin" && option.target.label === "String.raw",
  );
  if (isRaw && !node.template.getText(frame.file).includes("\\"))
    return program.steps.expression(program, frame, node.template);
  const strings: Abstract[] = [];
  const values: Abstract[] = [];
  if (ts.isNoSubstitutionTemplateLiteral(node.template)) {
    strings.push(literalText(program, frame, node.template));
  } else {
    strings.push(program.steps.templatePiece(program, frame, node.template.head));
    for (const span of node.template.templateSpans) {
      values.push(program.steps.expression(program, frame, span.expression));
      strings.push(program.steps.templatePiece(program, frame, span.literal));
    }
  }
  if (isRaw) return unknown("raw text", place, { is: "string" });
  const list = newArray(program, place, node.template, strings);
  return program.steps.call(program, read.value, {
    frame,
    self: read.target,
    args: { values: [list, ...values], more: false },
    node,
  });
}

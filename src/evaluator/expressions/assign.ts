import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Content, Field, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { cellsOf, joinAll, named, optionsOf, primitiveOf } from "../domain/values";
import { either, optionally } from "../flow/branches";
import type { Program } from "../program";
import { withoutKeys } from "../store/content";
import { escape } from "../store/escape";
import { update as updateCell } from "../store/heap";
import { nullishOf, truthOf } from "../store/truth";
import { memberKey, symbolKeyOf } from "../../syntax/private-names";
import { keyOf } from "../store/text-form";
import { iteratedWhole } from "./implicit";
import { skipWrappers } from "../../syntax/wrappers";
import { elementKey, getAny, getKey, getMember } from "./access";
import { bindObjectRest, elementAt, withDefault } from "./destructuring";
import { propertyKey } from "./literals";
import { arrive, readName } from "./names";
import { binary, isNoBigint } from "./operators";
import { noteReplaced } from "./replaced-globals";
import { setMember } from "./set-member";
import { setOfSuper } from "./super-members";

/** Assignment to names, members and patterns. */

/** `a = b`, `a += b`, `a ??= b`, `[a, b] = c`. */
export function assign(program: Program, frame: Frame, node: TS.BinaryExpression): Abstract {
  const { ts } = program;
  const { SyntaxKind } = ts;
  const kind = node.operatorToken.kind;
  const left = skipWrappers(ts, node.left);
  if (kind === SyntaxKind.EqualsToken) {
    const target = targetOf(program, frame, left);
    const given = program.steps.expression(program, frame, node.right);
    if (given.kind === "never") return given;
    const value = program.steps.modules.singletonValue(program, frame, node, target.object, given);
    store(program, frame, target, left, value);
    return value;
  }
  const target = targetOf(program, frame, left);
  const before = load(program, frame, target, left);
  const logical = logicalTest(program, kind, before);
  if (logical) {
    const write = (): Abstract => {
      const given = program.steps.expression(program, frame, node.right);
      const value = program.steps.modules.singletonValue(program, frame, node, target.object, given);
      store(program, frame, target, left, value);
      return value;
    };
    if (logical.skips === true) return before;
    if (logical.skips === false) return write();
    const kept = joinAll(
      optionsOf(before).filter((option) => logical.test(option) !== false),
      before.place,
    );
    return either(program, [() => kept, write], program.place(frame, node));
  }
  const right = program.steps.expression(program, frame, node.right);
  const operator = compoundOperator(program, kind);
  const place = program.place(frame, node);
  const operands = [
    { value: before, place: program.place(frame, node.left) },
    { value: right, place: program.place(frame, node.right) },
  ] as const;
  const value = operator === undefined ? unknown("computed", place) : binary(program, operator, ...operands, place);
  store(program, frame, target, left, value);
  return value;
}

/** @returns for `??=`, `||=` and `&&=` whether the assignment is skipped. */
function logicalTest(
  program: Program,
  kind: TS.SyntaxKind,
  before: Abstract,
): { readonly skips: boolean | undefined; readonly test: (option: Abstract) => boolean | undefined } | undefined {
  const { SyntaxKind } = program.ts;
  const negate = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);
  const tests: Partial<Record<TS.SyntaxKind, (option: Abstract) => boolean | undefined>> = {
    [SyntaxKind.QuestionQuestionEqualsToken]: (option) => negate(nullishOf(program, option)),
    [SyntaxKind.BarBarEqualsToken]: (option) => truthOf(program, option),
    [SyntaxKind.AmpersandAmpersandEqualsToken]: (option) => negate(truthOf(program, option)),
  };
  const test = tests[kind];
  return test && { skips: test(before), test };
}

function compoundOperator(program: Program, kind: TS.SyntaxKind): TS.SyntaxKind | undefined {
  const { SyntaxKind } = program.ts;
  if (kind === SyntaxKind.PlusEqualsToken) return SyntaxKind.PlusToken;
  if (kind === SyntaxKind.MinusEqualsToken) return SyntaxKind.MinusToken;
  if (kind === SyntaxKind.AsteriskEqualsToken) return SyntaxKind.AsteriskToken;
  return undefined;
}

/** The target of an assignment, evaluated once. */
interface Target {
  readonly object?: Abstract;
  readonly key?: Abstract | string | undefined;
  /** What `super` stands for, if that is how the object is written. */
  readonly parent?: { readonly value: Abstract | undefined } | undefined;
}

function targetOf(program: Program, frame: Frame, node: TS.Expression): Target {
  const { ts } = program;
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return {};
  // What `super.x = 1` changes is `this`.
  const isSuper = node.expression.kind === ts.SyntaxKind.SuperKeyword;
  const parent = isSuper ? { value: frame.base } : undefined;
  if (ts.isPropertyAccessExpression(node)) {
    const object = (isSuper && frame.self) || program.steps.expression(program, frame, node.expression);
    return { object, key: memberKey(ts, node.name), parent };
  }
  const object = (isSuper && frame.self) || program.steps.expression(program, frame, node.expression);
  const key = symbolKeyOf(ts, node.argumentExpression) ?? elementKey(program, frame, node, object);
  return { object, key, parent };
}

function load(program: Program, frame: Frame, target: Target, node: TS.Expression): Abstract {
  if (program.ts.isIdentifier(node)) return readName(program, frame, node);
  if (!target.object || target.key === undefined || target.parent)
    return unknown("not understood", program.place(frame, node));
  const value =
    typeof target.key === "string"
      ? getMember(program, frame, target.object, target.key, node)
      : getKey(program, frame, target.object, target.key, node);
  return arrive(value, program.place(frame, node));
}

function store(program: Program, frame: Frame, target: Target, node: TS.Expression, value: Abstract): void {
  const { ts } = program;
  if (ts.isIdentifier(node)) {
    storeName(program, frame, node, value);
  } else if (target.object) {
    const keyNode = ts.isPropertyAccessExpression(node)
      ? node.name
      : ts.isElementAccessExpression(node)
        ? node.argumentExpression
        : node;
    const keys = typeof target.key === "string" ? [target.key] : keysOf(program, target.key);
    if (target.parent)
      setOfSuper(
        program,
        frame,
        { parent: target.parent.value, key: keys.length === 1 ? keys[0] : undefined },
        value,
        node,
      );
    else if (keys.length === 1) setMember(program, frame, { target: target.object, key: keys[0], value }, keyNode);
    else
      for (const key of keys)
        optionally(program, () => {
          setMember(program, frame, { target: target.object ?? value, key, value }, keyNode);
        });
  } else {
    assignPattern(program, frame, node, value);
  }
}

function keysOf(program: Program, key: Abstract | undefined): readonly (string | undefined)[] {
  if (!key) return [undefined];
  return optionsOf(key).map((option) => {
    const known = keyOf(program, option);
    return known ? String(known.value) : undefined;
  });
}

function storeName(program: Program, frame: Frame, node: TS.Identifier, value: Abstract): void {
  const binding = findBinding(frame.scope, node.text);
  if (!binding) {
    noteReplaced(program, node.text, value);
    escape(program, value);
    return;
  }
  program.state.write(binding.slot, named(value, node.text));
}

/** `delete o.x`. */
export function deleteMember(program: Program, frame: Frame, node: TS.Expression): void {
  const inner = skipWrappers(program.ts, node);
  const target = targetOf(program, frame, inner);
  if (!target.object) {
    // Nothing is deleted, but the operand still runs.
    if (!program.ts.isIdentifier(inner)) program.steps.expression(program, frame, inner);
    return;
  }
  const known = typeof target.key === "string" ? { value: target.key } : target.key && primitiveOf(target.key);
  const options = optionsOf(target.object).filter((option) => option.kind === "reference");
  for (const option of optionsOf(target.object)) if (option.kind === "unknown") escape(program, option);
  for (const option of options) {
    const remove = (): void => {
      updateCell(program, option.cell, (content) =>
        known ? removeKey(content, String(known.value), option.cell.type) : allMaybe(content),
      );
    };
    if (options.length === 1 && optionsOf(target.object).length === 1) remove();
    else optionally(program, remove);
  }
}

function removeKey(content: Content, key: string, type: "object" | "array"): Content {
  if (type === "array") return { ...content, open: true };
  const fields = new Map(content.fields);
  fields.delete(key);
  // In an open object the unknown part may have held the member. It is deleted there too, but a content can express that of copies alone.
  return { ...content, fields, copied: withoutKeys(content.copied, [key]) };
}

function allMaybe(content: Content): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) fields.set(key, { ...field, presence: "maybe" });
  return { ...content, fields, open: content.open || content.items.length > 0, copied: undefined };
}

/** `x++`, `--x`. */
export function update(
  program: Program,
  frame: Frame,
  node: TS.PrefixUnaryExpression | TS.PostfixUnaryExpression,
): Abstract {
  const { ts } = program;
  const inner = skipWrappers(ts, node.operand);
  const place = program.place(frame, node);
  const target = targetOf(program, frame, inner);
  const before = load(program, frame, target, inner);
  const step = node.operator === ts.SyntaxKind.PlusPlusToken ? 1 : -1;
  const held = before.kind === "scalar" ? before.value : undefined;
  const known = typeof held === "number" ? held : undefined;
  // An unknown value may be a `bigint`, and so its increment.
  const isNumber = optionsOf(before).every(isNoBigint);
  const counted = (): Abstract => unknown("counted", place, isNumber ? { is: "number" } : {});
  const after = known === undefined ? counted() : scalar(known + step, place);
  store(program, frame, target, inner, after);
  return ts.isPostfixUnaryExpression(node) ? (known === undefined ? counted() : scalar(known, place)) : after;
}

/** `[a, b.c] = value`, `({ a, b: c } = value)`. */
export function assignPattern(program: Program, frame: Frame, target: TS.Expression, value: Abstract): void {
  const { ts } = program;
  const node = skipWrappers(ts, target);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    store(program, frame, targetOf(program, frame, node), node, value);
    return;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const taken: (string | undefined)[] = [];
    for (const property of node.properties) {
      if (ts.isShorthandPropertyAssignment(property)) {
        taken.push(property.name.text);
        const held = getMember(program, frame, value, property.name.text, property.name);
        storeName(
          program,
          frame,
          property.name,
          withDefault(program, frame, held, property.objectAssignmentInitializer),
        );
      } else if (ts.isPropertyAssignment(property)) {
        const key = propertyKey(program, frame, property.name);
        taken.push(key);
        const held =
          key === undefined
            ? getAny(program, frame, value, property.name)
            : getMember(program, frame, value, key, property.name);
        assignElement(program, frame, property.initializer, held);
      } else if (ts.isSpreadAssignment(property)) {
        assignElement(program, frame, property.expression, bindObjectRest(program, frame, value, taken, property));
      }
    }
  } else if (ts.isArrayLiteralExpression(node)) {
    iteratedWhole(program, frame, value, node);
    for (const [index, element] of node.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      if (ts.isSpreadElement(element))
        assignElement(
          program,
          frame,
          element.expression,
          unknown("the rest of an array", program.place(frame, element), { pointsTo: cellsOf(value) }),
        );
      else assignElement(program, frame, element, elementAt(program, frame, value, index, element));
    }
  } else {
    program.steps.expression(program, frame, node);
    escape(program, value);
  }
}

function assignElement(program: Program, frame: Frame, node: TS.Expression, value: Abstract): void {
  const { ts } = program;
  const inner = skipWrappers(ts, node);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    assignElement(program, frame, inner.left, withDefault(program, frame, value, inner.right));
    return;
  }
  store(program, frame, targetOf(program, frame, inner), inner, value);
}

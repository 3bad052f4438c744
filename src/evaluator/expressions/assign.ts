import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Content, Field, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { cellsOf, joinAll, named, optionsOf, primitiveOf } from "../domain/values";
import { either, optionally } from "../flow/branches";
import type { Machine } from "../machine";
import { withoutKeys } from "../store/content";
import { escape } from "../store/escape";
import { update as updateCell } from "../store/heap";
import { nullishOf, truthOf } from "../store/truth";
import { memberKey, symbolKeyOf } from "../syntax/private-names";
import { keyOf } from "../store/text-form";
import { iteratedWhole } from "./implicit";
import { skipWrappers } from "../syntax/wrappers";
import { elementKey, getAny, getKey, getMember } from "./access";
import { bindObjectRest, elementAt, withDefault } from "./destructuring";
import { propertyKey } from "./literals";
import { arrive, readName } from "./names";
import { binary } from "./operators";
import { noteReplaced } from "./replaced-globals";
import { setMember } from "./set-member";
import { setOfSuper } from "./super-members";

/** Assignment to names, members and patterns. */

/** `a = b`, `a += b`, `a ??= b`, `[a, b] = c`. */
export function assign(machine: Machine, frame: Frame, node: TS.BinaryExpression): Abstract {
  const { ts } = machine;
  const { SyntaxKind } = ts;
  const kind = node.operatorToken.kind;
  const left = skipWrappers(ts, node.left);
  if (kind === SyntaxKind.EqualsToken) {
    const target = targetOf(machine, frame, left);
    const given = machine.steps.expression(machine, frame, node.right);
    if (given.kind === "never") return given;
    const value = machine.steps.singletonValue(machine, frame, node, target.object, given);
    store(machine, frame, target, left, value);
    return value;
  }
  const target = targetOf(machine, frame, left);
  const before = load(machine, frame, target, left);
  const logical = logicalTest(machine, kind, before);
  if (logical) {
    const write = (): Abstract => {
      const given = machine.steps.expression(machine, frame, node.right);
      const value = machine.steps.singletonValue(machine, frame, node, target.object, given);
      store(machine, frame, target, left, value);
      return value;
    };
    if (logical.skips === true) return before;
    if (logical.skips === false) return write();
    const kept = joinAll(
      optionsOf(before).filter((option) => logical.test(option) !== false),
      before.place,
    );
    return either(machine, [() => kept, write], machine.place(frame, node));
  }
  const right = machine.steps.expression(machine, frame, node.right);
  const operator = compoundOperator(machine, kind);
  const place = machine.place(frame, node);
  const places = { left: machine.place(frame, node.left), right: machine.place(frame, node.right) };
  const value =
    operator === undefined ? unknown("computed", place) : binary(machine, operator, before, right, place, places);
  store(machine, frame, target, left, value);
  return value;
}

/** @returns for `??=`, `||=` and `&&=` whether the assignment is skipped. */
function logicalTest(
  machine: Machine,
  kind: TS.SyntaxKind,
  before: Abstract,
): { readonly skips: boolean | undefined; readonly test: (option: Abstract) => boolean | undefined } | undefined {
  const { SyntaxKind } = machine.ts;
  const negate = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);
  const tests: Partial<Record<TS.SyntaxKind, (option: Abstract) => boolean | undefined>> = {
    [SyntaxKind.QuestionQuestionEqualsToken]: (option) => negate(nullishOf(machine, option)),
    [SyntaxKind.BarBarEqualsToken]: (option) => truthOf(machine, option),
    [SyntaxKind.AmpersandAmpersandEqualsToken]: (option) => negate(truthOf(machine, option)),
  };
  const test = tests[kind];
  return test && { skips: test(before), test };
}

function compoundOperator(machine: Machine, kind: TS.SyntaxKind): TS.SyntaxKind | undefined {
  const { SyntaxKind } = machine.ts;
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

function targetOf(machine: Machine, frame: Frame, node: TS.Expression): Target {
  const { ts } = machine;
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return {};
  // What `super.x = 1` changes is `this`.
  const isSuper = node.expression.kind === ts.SyntaxKind.SuperKeyword;
  const parent = isSuper ? { value: frame.base } : undefined;
  if (ts.isPropertyAccessExpression(node)) {
    const object = (isSuper && frame.self) || machine.steps.expression(machine, frame, node.expression);
    return { object, key: memberKey(ts, node.name), parent };
  }
  const object = (isSuper && frame.self) || machine.steps.expression(machine, frame, node.expression);
  const key = symbolKeyOf(ts, node.argumentExpression) ?? elementKey(machine, frame, node, object);
  return { object, key, parent };
}

function load(machine: Machine, frame: Frame, target: Target, node: TS.Expression): Abstract {
  if (machine.ts.isIdentifier(node)) return readName(machine, frame, node);
  if (!target.object || target.key === undefined || target.parent)
    return unknown("not understood", machine.place(frame, node));
  const value =
    typeof target.key === "string"
      ? getMember(machine, frame, target.object, target.key, node)
      : getKey(machine, frame, target.object, target.key, node);
  return arrive(value, machine.place(frame, node));
}

function store(machine: Machine, frame: Frame, target: Target, node: TS.Expression, value: Abstract): void {
  const { ts } = machine;
  if (ts.isIdentifier(node)) {
    storeName(machine, frame, node, value);
  } else if (target.object) {
    const keyNode = ts.isPropertyAccessExpression(node)
      ? node.name
      : ts.isElementAccessExpression(node)
        ? node.argumentExpression
        : node;
    const keys = typeof target.key === "string" ? [target.key] : keysOf(machine, target.key);
    if (target.parent)
      setOfSuper(
        machine,
        frame,
        { parent: target.parent.value, key: keys.length === 1 ? keys[0] : undefined },
        value,
        node,
      );
    else if (keys.length === 1) setMember(machine, frame, target.object, keys[0], value, keyNode);
    else
      for (const key of keys)
        optionally(machine, () => {
          setMember(machine, frame, target.object ?? value, key, value, keyNode);
        });
  } else {
    assignPattern(machine, frame, node, value);
  }
}

function keysOf(machine: Machine, key: Abstract | undefined): readonly (string | undefined)[] {
  if (!key) return [undefined];
  return optionsOf(key).map((option) => {
    const known = keyOf(machine, option);
    return known ? String(known.value) : undefined;
  });
}

function storeName(machine: Machine, frame: Frame, node: TS.Identifier, value: Abstract): void {
  const binding = findBinding(frame.scope, node.text);
  if (!binding) {
    noteReplaced(machine, node.text, value);
    escape(machine, value);
    return;
  }
  machine.state.write(binding.slot, named(value, node.text));
}

/** `delete o.x`. */
export function deleteMember(machine: Machine, frame: Frame, node: TS.Expression): void {
  const inner = skipWrappers(machine.ts, node);
  const target = targetOf(machine, frame, inner);
  if (!target.object) {
    // Nothing is deleted, but the operand still runs.
    if (!machine.ts.isIdentifier(inner)) machine.steps.expression(machine, frame, inner);
    return;
  }
  const known = typeof target.key === "string" ? { value: target.key } : target.key && primitiveOf(target.key);
  const options = optionsOf(target.object).filter((option) => option.kind === "reference");
  for (const option of optionsOf(target.object)) if (option.kind === "unknown") escape(machine, option);
  for (const option of options) {
    const remove = (): void => {
      updateCell(machine, option.cell, (content) =>
        known ? removeKey(content, String(known.value), option.cell.type) : allMaybe(content),
      );
    };
    if (options.length === 1 && optionsOf(target.object).length === 1) remove();
    else optionally(machine, remove);
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
  machine: Machine,
  frame: Frame,
  node: TS.PrefixUnaryExpression | TS.PostfixUnaryExpression,
): Abstract {
  const { ts } = machine;
  const inner = skipWrappers(ts, node.operand);
  const place = machine.place(frame, node);
  const target = targetOf(machine, frame, inner);
  const before = load(machine, frame, target, inner);
  const step = node.operator === ts.SyntaxKind.PlusPlusToken ? 1 : -1;
  const held = before.kind === "scalar" ? before.value : undefined;
  const known = typeof held === "number" ? held : undefined;
  // An unknown value may be a `bigint`, and so its increment.
  const isNumber = optionsOf(before).every(
    (option) =>
      (option.kind === "scalar" && typeof option.value !== "bigint") ||
      (option.kind === "unknown" && option.is !== undefined && option.is !== "object"),
  );
  const counted = (): Abstract => unknown("counted", place, isNumber ? { is: "number" } : {});
  const after = known === undefined ? counted() : scalar(known + step, place);
  store(machine, frame, target, inner, after);
  return ts.isPostfixUnaryExpression(node) ? (known === undefined ? counted() : scalar(known, place)) : after;
}

/** `[a, b.c] = value`, `({ a, b: c } = value)`. */
export function assignPattern(machine: Machine, frame: Frame, target: TS.Expression, value: Abstract): void {
  const { ts } = machine;
  const node = skipWrappers(ts, target);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    store(machine, frame, targetOf(machine, frame, node), node, value);
    return;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const taken: (string | undefined)[] = [];
    for (const property of node.properties) {
      if (ts.isShorthandPropertyAssignment(property)) {
        taken.push(property.name.text);
        const held = getMember(machine, frame, value, property.name.text, property.name);
        storeName(
          machine,
          frame,
          property.name,
          withDefault(machine, frame, held, property.objectAssignmentInitializer),
        );
      } else if (ts.isPropertyAssignment(property)) {
        const key = propertyKey(machine, frame, property.name);
        taken.push(key);
        const held =
          key === undefined
            ? getAny(machine, frame, value, property.name)
            : getMember(machine, frame, value, key, property.name);
        assignElement(machine, frame, property.initializer, held);
      } else if (ts.isSpreadAssignment(property)) {
        assignElement(machine, frame, property.expression, bindObjectRest(machine, frame, value, taken, property));
      }
    }
  } else if (ts.isArrayLiteralExpression(node)) {
    iteratedWhole(machine, frame, value, node);
    for (const [index, element] of node.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      if (ts.isSpreadElement(element))
        assignElement(
          machine,
          frame,
          element.expression,
          unknown("the rest of an array", machine.place(frame, element), { pointsTo: cellsOf(value) }),
        );
      else assignElement(machine, frame, element, elementAt(machine, frame, value, index, element));
    }
  } else {
    machine.steps.expression(machine, frame, node);
    escape(machine, value);
  }
}

function assignElement(machine: Machine, frame: Frame, node: TS.Expression, value: Abstract): void {
  const { ts } = machine;
  const inner = skipWrappers(ts, node);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    assignElement(machine, frame, inner.left, withDefault(machine, frame, value, inner.right));
    return;
  }
  store(machine, frame, targetOf(machine, frame, inner), inner, value);
}

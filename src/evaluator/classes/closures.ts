import type TS from "typescript";
import { makeClosure } from "../calls/functions";
import { callable, fieldOf, scalar, text, unknown } from "../domain/constructors";
import type { Abstract, Closure, Content, Frame } from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import { primitiveOf } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Machine } from "../machine";
import { emptyContent, setField } from "../store/content";
import { contentOf, newObject } from "../store/heap";
import { mentionsThis } from "../syntax/mentions";
import { makeClass } from "./classes";

/** Functions, classes and enumerations as values. */

export function closureValue(machine: Machine, frame: Frame, node: Closure["node"], boundThis?: Abstract): Abstract {
  const { ts } = machine;
  const place = machine.place(frame, node);
  if (ts.isClassLike(node)) return makeClass(machine, frame, node, node.name?.text ?? machine.functionNames.take());
  const own =
    node.name && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) || ts.isStringLiteralLike(node.name))
      ? node.name.text
      : undefined;
  const name = own ?? machine.functionNames.take();
  const arrow = ts.isArrowFunction(node);
  const target = makeClosure(machine, frame, node, {
    name,
    boundThis: arrow ? (mentionsThis(ts, node) ? frame.self : undefined) : boundThis,
    base: arrow ? frame.base : undefined,
  });
  return callable(target, place);
}

export function enumeration(machine: Machine, frame: Frame, node: TS.EnumDeclaration): Abstract {
  const { ts } = machine;
  const place = machine.place(frame, node);
  let content = declaredBefore(machine, frame, node);
  // Members are names in the initialisers of those that follow.
  const isComputed = node.members.some(({ initializer }) => initializer && !ts.isLiteralExpression(initializer));
  const inner = isComputed ? { ...frame, scope: newScope(frame.scope, frame.activation) } : frame;
  let next: number | undefined = 0;
  for (const member of node.members) {
    const key = propertyKey(machine, frame, member.name);
    const at = machine.place(frame, member);
    const value = member.initializer
      ? machine.steps.expression(machine, inner, member.initializer)
      : next === undefined
        ? unknown("an enum member", at)
        : scalar(next, at);
    const known = primitiveOf(value);
    next = typeof known?.value === "number" ? known.value + 1 : undefined;
    if (key === undefined) continue;
    if (isComputed) declare(machine, inner.scope, key, member.name, value);
    content = setField(content, key, fieldOf(value, machine.place(frame, member.name)));
    if (typeof known?.value === "number")
      content = setField(content, String(known.value), fieldOf(text(key, { ...at, foreign: true }), at));
    else if (!known && value.kind !== "text") content = { ...content, open: true };
  }
  return newObject(machine, place, { type: "object", made: node, content });
}

/** @returns what earlier declarations of an enumeration have put into it. */
function declaredBefore(machine: Machine, frame: Frame, { name }: TS.EnumDeclaration): Content {
  const before = frame.scope.bindings.get(name.text)?.slot.value;
  return before?.kind === "reference" ? contentOf(machine, before.cell) : emptyContent;
}

import type TS from "typescript";
import { makeClosure } from "../calls/functions";
import { callable, fieldOf, scalar, text, unknown } from "../domain/constructors";
import type { Abstract, Closure, Content, Frame } from "../domain/domain";
import { primitiveOf } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Machine } from "../machine";
import { emptyContent, setField } from "../store/content";
import { newObject } from "../store/heap";
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
  let content: Content = emptyContent;
  let next: number | undefined = 0;
  for (const member of node.members) {
    const key = propertyKey(machine, frame, member.name);
    const at = machine.place(frame, member);
    let value: Abstract = next === undefined ? unknown("an enum member", at) : scalar(next, at);
    if (member.initializer) {
      const initializer = member.initializer;
      const sibling = ts.isIdentifier(initializer) ? content.fields.get(initializer.text)?.value : undefined;
      value = sibling ?? machine.steps.expression(machine, frame, initializer);
    }
    const known = primitiveOf(value);
    next = typeof known?.value === "number" ? known.value + 1 : undefined;
    if (key === undefined) continue;
    content = setField(content, key, fieldOf(value, machine.place(frame, member.name)));
    if (typeof known?.value === "number")
      content = setField(content, String(known.value), fieldOf(text(key, { ...at, foreign: true }), at));
  }
  return newObject(machine, place, { type: "object", made: node, content });
}

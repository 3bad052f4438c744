import type TS from "typescript";
import { makeClosure } from "../calls/functions";
import { callable, fieldOf, scalar, text, unknown } from "../domain/constructors";
import type { Abstract, Closure, Content, Frame } from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import { primitiveOf } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Program } from "../program";
import { emptyContent, setField } from "../store/content";
import { contentOf, newObject } from "../store/heap";
import { mentionsThis } from "../../syntax/mentions";
import { makeClass } from "./classes";

/** Functions, classes and enumerations as values. */

export function closureValue(program: Program, frame: Frame, node: Closure["node"], boundThis?: Abstract): Abstract {
  const { ts } = program;
  const place = program.place(frame, node);
  const name = nameOf(ts, node);
  if (ts.isClassLike(node)) return makeClass(program, frame, node, name);
  const arrow = ts.isArrowFunction(node);
  const target = makeClosure(program, frame, node, {
    name,
    boundThis: arrow ? (mentionsThis(ts, node) ? frame.self : undefined) : boundThis,
    base: arrow ? frame.base : undefined,
  });
  return callable(target, place);
}

/** @returns the name of a function or class: its own, or that of the variable which keeps it, or keeps what is made of it (`useCallback(() => …)`). */
function nameOf(ts: typeof TS, node: Closure["node"]): string {
  let holder: TS.Node = node.parent;
  while (ts.isCallExpression(holder)) holder = holder.parent;
  const { name } = node.name || !ts.isVariableDeclaration(holder) ? node : holder;
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name))
    ? name.text
    : "anonymous";
}

export function enumeration(program: Program, frame: Frame, node: TS.EnumDeclaration): Abstract {
  const { ts } = program;
  const place = program.place(frame, node);
  let content = declaredBefore(program, frame, node);
  // Members are names in the initialisers of those that follow.
  const isComputed = node.members.some(({ initializer }) => initializer && !ts.isLiteralExpression(initializer));
  const inner = isComputed ? { ...frame, scope: newScope(frame.scope, frame.activation) } : frame;
  let next: number | undefined = 0;
  for (const member of node.members) {
    const key = propertyKey(program, frame, member.name);
    const at = program.place(frame, member);
    const value = member.initializer
      ? program.steps.expression(program, inner, member.initializer)
      : next === undefined
        ? unknown("an enum member", at)
        : scalar(next, at);
    const known = primitiveOf(value);
    next = typeof known?.value === "number" ? known.value + 1 : undefined;
    if (key === undefined) continue;
    if (isComputed) declare(program, inner.scope, key, member.name, value);
    content = setField(content, key, fieldOf(value, program.place(frame, member.name)));
    if (typeof known?.value === "number")
      content = setField(content, String(known.value), fieldOf(text(key, { ...at, foreign: true }), at));
    else if (!known && value.kind !== "text") content = { ...content, open: true };
  }
  return newObject(program, place, { type: "object", made: node, content });
}

/** @returns what earlier declarations of an enumeration have put into it. */
function declaredBefore(program: Program, frame: Frame, { name }: TS.EnumDeclaration): Content {
  const before = frame.scope.bindings.get(name.text)?.slot.value;
  return before?.kind === "reference" ? contentOf(program, before.cell) : emptyContent;
}

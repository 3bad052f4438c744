import type TS from "typescript";
import { getAny, getMember } from "./access";
import { elementAt, withDefault } from "./assign";
import type { Abstract, Content, Frame } from "../domain/domain";
import { emptyContent, newObject } from "../store/heap";
import { copyInto, elementsOf, propertyKey } from "./literals";
import type { Machine } from "../machine";
import { findBinding } from "../domain/scope";
import { cellsOf, named, optionsOf, unknown } from "../domain/values";

/** Gives the names of a binding pattern their values. The names have been declared before. */
export function bind(machine: Machine, frame: Frame, pattern: TS.BindingName, value: Abstract): void {
  const { ts } = machine;
  if (ts.isIdentifier(pattern)) {
    const binding = findBinding(frame.scope, pattern.text);
    if (binding) machine.state.write(binding.slot, named(value, pattern.text));
    return;
  }
  if (ts.isArrayBindingPattern(pattern)) {
    bindArray(machine, frame, pattern, value);
    return;
  }
  const taken: (string | undefined)[] = [];
  for (const element of pattern.elements) {
    if (element.dotDotDotToken) {
      bind(machine, frame, element.name, bindObjectRest(machine, frame, value, taken, element));
      continue;
    }
    const name = element.propertyName ?? element.name;
    const key =
      ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name) ? undefined : propertyKey(machine, frame, name);
    taken.push(key);
    const held =
      key === undefined ? getAny(machine, frame, value, element) : getMember(machine, frame, value, key, element.name);
    bind(machine, frame, element.name, withDefault(machine, frame, held, element.initializer));
  }
}

function bindArray(machine: Machine, frame: Frame, pattern: TS.ArrayBindingPattern, value: Abstract): void {
  const { ts } = machine;
  for (const [index, element] of pattern.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue;
    if (element.dotDotDotToken) {
      bind(machine, frame, element.name, arrayRest(machine, frame, value, index, element));
      continue;
    }
    bind(
      machine,
      frame,
      element.name,
      withDefault(machine, frame, elementAt(machine, frame, value, index, element), element.initializer),
    );
  }
}

function arrayRest(machine: Machine, frame: Frame, value: Abstract, from: number, node: TS.Node): Abstract {
  const place = machine.place(frame, node);
  const items = elementsOf(machine, value);
  const content: Partial<Content> = items?.every((item) => item.presence === "always")
    ? { items: items.slice(from), sources: [value] }
    : {
        open: true,
        sources: [value],
        rest: unknown("the rest of an array", place, { reaches: optionsOf(value).flatMap(cellsOf) }),
      };
  return newObject(machine, place, { type: "array", made: node, content });
}

/** `{ a, ...rest }`: a copy without the members that were taken out. */
export function bindObjectRest(
  machine: Machine,
  frame: Frame,
  value: Abstract,
  taken: readonly (string | undefined)[],
  node: TS.Node,
): Abstract {
  const place = machine.place(frame, node);
  const copy = copyInto(machine, emptyContent, value, true);
  const fields = new Map(copy.fields);
  for (const key of taken) if (key !== undefined) fields.delete(key);
  const uncertain = taken.includes(undefined);
  if (uncertain) for (const [key, field] of fields) fields.set(key, { ...field, presence: "maybe" });
  return newObject(machine, place, { type: "object", made: node, content: { ...copy, fields } });
}

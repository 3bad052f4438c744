import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { named } from "../domain/values";
import type { Machine } from "../machine";
import { getAny, getMember } from "./access";
import { arrayRest, bindObjectRest, elementAt, withDefault } from "./destructuring";
import { iteratedWhole } from "./implicit";
import { propertyKey } from "./literals";

/** Assigns their values to the names of a binding pattern. The names have been declared before. */
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
  iteratedWhole(machine, frame, value, pattern);
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

import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { named } from "../domain/values";
import type { Program } from "../program";
import { getAny, getMember } from "./access";
import { arrayRest, bindObjectRest, elementAt, withDefault } from "./destructuring";
import { iteratedWhole } from "./implicit";
import { propertyKey } from "./literals";

/** Assigns their values to the names of a binding pattern. The names have been declared before. */
export function bind(program: Program, frame: Frame, pattern: TS.BindingName, value: Abstract): void {
  const { ts } = program;
  if (ts.isIdentifier(pattern)) {
    const binding = findBinding(frame.scope, pattern.text);
    if (binding) program.state.write(binding.slot, named(value, pattern.text));
    return;
  }
  if (ts.isArrayBindingPattern(pattern)) {
    bindArray(program, frame, pattern, value);
    return;
  }
  const taken: (string | undefined)[] = [];
  for (const element of pattern.elements) {
    if (element.dotDotDotToken) {
      bind(program, frame, element.name, bindObjectRest(program, frame, value, taken, element));
      continue;
    }
    const name = element.propertyName ?? element.name;
    const key =
      ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name) ? undefined : propertyKey(program, frame, name);
    taken.push(key);
    const held =
      key === undefined ? getAny(program, frame, value, element) : getMember(program, frame, value, key, element.name);
    bind(program, frame, element.name, withDefault(program, frame, held, element.initializer));
  }
}

function bindArray(program: Program, frame: Frame, pattern: TS.ArrayBindingPattern, value: Abstract): void {
  const { ts } = program;
  iteratedWhole(program, frame, value, pattern);
  for (const [index, element] of pattern.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue;
    if (element.dotDotDotToken) {
      bind(program, frame, element.name, arrayRest(program, frame, value, index, element));
      continue;
    }
    bind(
      program,
      frame,
      element.name,
      withDefault(program, frame, elementAt(program, frame, value, index, element), element.initializer),
    );
  }
}

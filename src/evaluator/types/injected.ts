import type TS from "typescript";
import type { Abstract, Closure, Frame } from "../domain/domain";
import type { Machine } from "../machine";
import { elsewhere, runModule } from "../modules/modules";
import { findInjectionList } from "../syntax/injection";
import { classesNamed } from "./sole-class";

/**
 * Finds the classes whose instances a container hands to a constructor: `static inject = [Http]`, `static dependencies = ["HttpService"]`.
 *
 * @param typed the parameter.
 * @returns the project's classes of a listed name, or the listed class itself.
 */
export function injectedClasses(machine: Machine, typed: TS.Node | undefined): readonly Closure[] {
  const { ts } = machine;
  if (!typed || !ts.isParameter(typed) || !ts.isConstructorDeclaration(typed.parent)) return [];
  const { parameters, parent: owner } = typed.parent;
  const elements = findInjectionList(ts, owner)?.elements;
  const entry = elements?.[parameters.indexOf(typed)];
  if (!entry || elements.length !== parameters.length) return [];
  if (ts.isStringLiteralLike(entry)) return classesNamed(machine, entry.text);
  return ts.isIdentifier(entry) ? classesIn(machine, entry) : [];
}

/** @returns the class that a name stands for at the top level of its file. */
function classesIn(machine: Machine, name: TS.Identifier): readonly Closure[] {
  const file = name.getSourceFile();
  const value = elsewhere(machine, file, () => {
    const { frame }: { readonly frame: Frame } = runModule(machine, file);
    return machine.steps.expression(machine, frame, name);
  });
  return closuresOf(machine, value);
}

function closuresOf(machine: Machine, value: Abstract): readonly Closure[] {
  return value.kind === "callable" && value.target.type === "closure" && machine.ts.isClassLike(value.target.node)
    ? [value.target]
    : [];
}

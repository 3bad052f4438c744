import { bounds } from "../domain/limits";
import type TS from "typescript";
import type { Closure } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { readBinding } from "../expressions/names";
import type { Program } from "../program";
import { inModule } from "../modules/modules";
import { classesUnder, classesWith, tellsClass } from "../../syntax/classes-by-name";

/**
 * Finds the class to which a method must belong that is called on an unknown value: the only class of the project with a method of that name.
 *
 * @returns `undefined` if there are several such classes, if the source of none is known, and for common names.
 */
export function soleClassWith(program: Program, key: string): Closure | undefined {
  if (!tellsClass(key)) return undefined;
  const files = program.pass.declaring(key);
  if (files.length > bounds.declaringFiles) return undefined;
  const found: TS.ClassLikeDeclaration[] = [];
  for (const name of files) {
    found.push(...classesWith(program.ts, program.pass.sources.file(name), key));
  }
  const [only] = found;
  return only && found.length === 1 ? closureOf(program, only) : undefined;
}

/** @returns the classes of a name at the top level of the project's files; none if there are more than a few. */
export function classesNamed(program: Program, name: string): readonly Closure[] {
  const files = program.pass.declaring(`class ${name}`);
  if (files.length > bounds.implementations) return [];
  return files.flatMap((path) => {
    const statements = program.pass.sources.file(path)?.statements ?? [];
    const found = statements.find((each) => program.ts.isClassDeclaration(each) && each.name?.text === name);
    return (found && program.ts.isClassDeclaration(found) && closureOf(program, found)) || [];
  });
}

/**
 * Finds what a value may be of which an interface or an abstract class is declared.
 *
 * @returns the project's classes that extend or implement something of the name, directly; none if there are more than a few.
 */
export function implementationsOf(program: Program, name: string): readonly Closure[] {
  const files = program.pass.declaring(`parent ${name}`);
  if (files.length > bounds.declaringFiles) return [];
  const found = files.flatMap((path) => classesUnder(program.ts, program.pass.sources.file(path), name));
  return found.length > bounds.implementations ? [] : found.flatMap((each) => closureOf(program, each) ?? []);
}

/** @returns a class at the top level of a module, as running the module makes it. */
export function closureOf(program: Program, node: TS.ClassLikeDeclaration): Closure | undefined {
  const file = node.getSourceFile();
  return inModule(program, file, (module) => {
    const binding = node.name && findBinding(module.frame.scope, node.name.text);
    const value = binding ? readBinding(program, module.frame, binding, node) : module.exported.get("default");
    return value?.kind === "callable" && value.target.type === "closure" && value.target.node === node
      ? value.target
      : undefined;
  });
}

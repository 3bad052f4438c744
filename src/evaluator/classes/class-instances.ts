import { contentLattice } from "../store/content-lattice";
import type TS from "typescript";
import { chainOf, hidden, isDeclared, isWritten, type MemberWrites, membersWrittenIn } from "../domain/class-fields";
import type { Abstract, Closure, Content, Field, Reference, Root } from "../domain/domain";
import { Slot } from "../domain/slots";
import { findBinding } from "../domain/scope";
import type { Program } from "../program";
import { declaredMembers, extendedName } from "../../syntax/classes-by-name";
import { fieldOfAll } from "../calls/overridable";

/** An unspecified instance of a class: the typical one, without the parts in which instances may differ. */

/**
 * @param typical the instance that the class makes from unknown arguments.
 * @returns an instance with only the members that hold for all: methods that no known subclass overrides, and fields that others cannot reach
 *   and that the class sets once.
 */
export function hideUncertain(program: Program, closure: Closure, typical: Reference): Reference {
  const chain = chainOf(closure);
  const overridden = overriddenIn(program, [closure.file, program.pass.input.file], closure);
  const writes = membersWrittenIn(program.ts, closure);
  const before = typical.cell.slot.value;
  const fields = new Map<string, Field>();
  for (const [key, field] of before.fields) {
    fields.set(
      key,
      isSettled(program.ts, chain, key, field, writes) ? field : hidden(program.ts, chain, key, field.keyPlace),
    );
  }
  for (const key of [...writes.assigned, ...writes.changed])
    if (!fields.has(key)) fields.set(key, hidden(program.ts, chain, key, typical.place));
  for (const key of overridden) fields.delete(key);
  const content: Content = { ...before, fields, open: true, copied: undefined };
  const root: Root = {
    node: closure.node,
    parent: undefined,
    since: Infinity,
    file: closure.file,
    made: [],
    escapes: false,
    independent: false,
    pass: program.pass.id,
    lasting: true,
  };
  // It belongs to no run and existed before all of them, so no run knows the writes of another.
  const slot = new Slot(content, contentLattice, root, 0, closure.node);
  return {
    ...typical,
    cell: { ...typical.cell, slot, constructedBy: overridden.size > 0 ? without(closure, overridden) : closure },
  };
}

/** @returns a class without some of its methods, own and inherited ones. */
function without(closure: Closure, keys: ReadonlySet<string>): Closure {
  return (
    chainOf(closure).reduceRight<Closure | undefined>((parent, each) => {
      const parts = each.classParts;
      if (!parts) return each;
      const methods = new Map([...parts.methods].filter(([key]) => !keys.has(key)));
      const inherited: Abstract | undefined =
        parent && parts.parent?.kind === "callable" ? { ...parts.parent, target: parent } : parts.parent;
      return { ...each, classParts: { ...parts, methods, parent: inherited } };
    }, undefined) ?? closure
  );
}

/**
 * @returns the fields of an instance as its own methods find them. A public field that begins empty (`undefined`, `null`, an array) is expected
 *   to be filled by others. One that begins with a text or an object of settings is taken to keep it.
 */
export function fieldsInUse(program: Program, closure: Closure, fields: Content["fields"]): Content["fields"] {
  const { ts } = program;
  const chain = chainOf(closure);
  const isFilled = (key: string, { value, getter }: Field): boolean => {
    const isEmpty =
      (value.kind === "scalar" && (value.value === undefined || value.value === null)) ||
      (value.kind === "reference" && value.cell.type === "array");
    return isEmpty && !getter && !isDeclared(ts, chain, key, ts.ModifierFlags.Private | ts.ModifierFlags.Readonly);
  };
  const inUse = (key: string, field: Field): Field =>
    isFilled(key, field) ? hidden(ts, chain, key, field.keyPlace) : fieldOfAll(program, closure, key, field);
  return new Map([...fields].map(([key, field]) => [key, inUse(key, field)]));
}

function isSettled(ts: typeof TS, chain: readonly Closure[], key: string, field: Field, writes: MemberWrites): boolean {
  const { value } = field;
  if (isWritten(writes, key, field)) return false;
  if (value.kind === "callable" || value.kind === "native" || value.kind === "unknown") return true;
  if (value.kind === "reference" && value.cell.constructedBy) return true;
  if (value.kind === "scalar" && value.value === undefined) return false;
  return isDeclared(ts, chain, key, ts.ModifierFlags.Private | ts.ModifierFlags.Readonly);
}

/** Whether the file that runs overrides members of a class. */
export function isOverridden(program: Program, closure: Closure): boolean {
  return overriddenIn(program, [program.pass.input.file], closure).size > 0;
}

/** @returns the names of the members that subclasses of a class declare in files. */
function overriddenIn(program: Program, files: readonly TS.SourceFile[], closure: Closure): ReadonlySet<string> {
  return new Set(subclassesIn(program, files, closure).flatMap((each) => declaredMembers(program.ts, each)));
}

/** @returns the subclasses that override a member of a class, in the class's own file and in the one that runs. */
export function overriding(program: Program, closure: Closure, key: string): readonly TS.ClassDeclaration[] {
  const found = subclassesIn(program, [closure.file, program.pass.input.file], closure);
  return found.filter((each) => declaredMembers(program.ts, each).includes(key));
}

/** @returns the subclasses of a class at the top level of files. */
function subclassesIn(
  program: Program,
  files: readonly TS.SourceFile[],
  closure: Closure,
): readonly TS.ClassDeclaration[] {
  const { ts } = program;
  const found = new Set<TS.ClassDeclaration>();
  for (const file of new Set(files)) {
    const names = new Set(namesOf(program, file, closure));
    let before = -1;
    while (before !== names.size) {
      before = names.size;
      for (const statement of file.statements) {
        if (!ts.isClassDeclaration(statement) || !names.has(extendedName(ts, statement) ?? "")) continue;
        if (statement.name) names.add(statement.name.text);
        found.add(statement);
      }
    }
  }
  return [...found];
}

/** @returns the names under which a file knows a class. */
function namesOf(program: Program, file: TS.SourceFile, closure: Closure): readonly string[] {
  const scope = program.pass.modules.get(file)?.frame.scope;
  const own = closure.node.name && "text" in closure.node.name ? [closure.node.name.text] : [];
  if (!scope) return own;
  return [
    ...own,
    ...[...scope.bindings.keys()].filter((name) => {
      const value = findBinding(scope, name)?.slot.value;
      return value?.kind === "callable" && value.target === closure;
    }),
  ];
}

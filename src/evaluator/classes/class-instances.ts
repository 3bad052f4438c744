import type TS from "typescript";
import type { Abstract, Closure, Content, Field, Place, Reference, Root } from "../domain/domain";
import { Slot } from "../domain/domain";
import { contentLattice } from "../store/heap";
import type { Machine } from "../machine";
import { findBinding } from "../domain/scope";
import { unknown } from "../domain/values";
import { findWrites } from "../interference/writes";
import { isPrivateKey, memberKey, writtenKey } from "../domain/private-names";

/** Some instance of a class: the typical one, without what may differ from one to the other. */

/**
 * @param typical the instance as the class makes it from arguments of which nothing is known.
 * @returns an instance of which only that is known which no other code is likely to change: methods that no subclass at hand overrides, and
 *   fields that are out of others' reach and that the class leaves alone once they are set.
 */
export function hideUncertain(machine: Machine, closure: Closure, typical: Reference): Reference {
  const chain = chainOf(closure);
  const overridden = overriddenBy(machine, closure);
  const written = writtenIn(machine.ts, chain);
  const before = typical.cell.slot.value;
  const fields = new Map<string, Field>();
  for (const [key, field] of before.fields) {
    fields.set(
      key,
      isSettled(machine.ts, chain, key, field, written) ? field : hidden(machine.ts, chain, key, field.keyPlace),
    );
  }
  for (const key of written) if (!fields.has(key)) fields.set(key, hidden(machine.ts, chain, key, typical.place));
  for (const key of overridden) fields.delete(key);
  const content: Content = { ...before, fields, open: true };
  const root: Root = {
    node: closure.node,
    parent: undefined,
    since: Infinity,
    file: closure.file,
    made: [],
    escapes: false,
    independent: false,
  };
  // It belongs to no run, and was there before all of them: what any of them writes to it, none knows.
  const slot = new Slot(content, contentLattice, root, 0, closure.node);
  return {
    ...typical,
    cell: { ...typical.cell, slot, constructedBy: overridden.size > 0 ? without(closure, overridden) : closure },
  };
}

/** @returns a class that does not know some of its methods. */
function without(closure: Closure, keys: ReadonlySet<string>, depth = 0): Closure {
  const { classParts } = closure;
  if (!classParts || depth > 20) return closure;
  const { parent } = classParts;
  const inherited =
    parent?.kind === "callable" && parent.target.type === "closure"
      ? { ...parent, target: without(parent.target, keys, depth + 1) }
      : parent;
  const methods = new Map([...classParts.methods].filter(([key]) => !keys.has(key)));
  return { ...closure, classParts: { ...classParts, methods, parent: inherited } };
}

function chainOf(closure: Closure): readonly Closure[] {
  const chain: Closure[] = [];
  let current: Closure | undefined = closure;
  while (current && chain.length < 20) {
    chain.push(current);
    const parent: Abstract | undefined = current.classParts?.parent;
    current = parent?.kind === "callable" && parent.target.type === "closure" ? parent.target : undefined;
  }
  return chain;
}

function hidden(ts: typeof TS, chain: readonly Closure[], key: string, place: Place): Field {
  const typed = declarationOf(ts, chain, key);
  return {
    value: unknown(`\`this.${writtenKey(key)}\``, place, {
      origin: { trail: [`this.${writtenKey(key)}`] },
      ...(typed ? { typed } : {}),
    }),
    presence: "always",
    keyPlace: place,
  };
}

const writtenBy = new WeakMap<Closure, ReadonlySet<string>>();

/** @returns the fields of an instance that code out of sight cannot set, and that its class sets no more once it is made. */
export function keptFields(ts: typeof TS, closure: Closure, fields: Content["fields"]): Content["fields"] {
  if (fields.size === 0) return fields;
  const chain = chainOf(closure);
  const written = writtenBy.get(closure) ?? writtenIn(ts, chain);
  writtenBy.set(closure, written);
  return new Map(
    [...fields].filter(
      ([key, field]) => !written.has(key) && !field.getter && isDeclared(ts, chain, key, ts.ModifierFlags.Readonly),
    ),
  );
}

/** @returns whether a field is declared with one of the modifiers, or with a private name. */
function isDeclared(ts: typeof TS, chain: readonly Closure[], key: string, modifiers: TS.ModifierFlags): boolean {
  const declaration = declarationOf(ts, chain, key);
  return (
    declaration !== undefined && (isPrivateKey(key) || (ts.getCombinedModifierFlags(declaration) & modifiers) !== 0)
  );
}

/** A field of an instance of which nothing is known but its class: its name and declared type still say what kind of thing it is. */
export function hiddenField(machine: Machine, closure: Closure, key: string, place: Place): Abstract {
  return hidden(machine.ts, chainOf(closure), key, place).value;
}

/**
 * @returns the fields of an instance as its own methods find them. A field that anybody may set, and that begins empty (`undefined`, `null`, an
 * array), is there to be filled; one that begins with a text or an object of settings is taken to keep it.
 */
export function fieldsInUse(machine: Machine, closure: Closure, fields: Content["fields"]): Content["fields"] {
  const { ts } = machine;
  const chain = chainOf(closure);
  const isFilled = (key: string, { value, getter }: Field): boolean => {
    const isEmpty =
      (value.kind === "scalar" && (value.value === undefined || value.value === null)) ||
      (value.kind === "reference" && value.cell.type === "array");
    return isEmpty && !getter && !isDeclared(ts, chain, key, ts.ModifierFlags.Private | ts.ModifierFlags.Readonly);
  };
  return new Map(
    [...fields].map(([key, field]) => [key, isFilled(key, field) ? hidden(ts, chain, key, field.keyPlace) : field]),
  );
}

type FieldDeclaration = TS.PropertyDeclaration | TS.ParameterDeclaration;

const declared = new WeakMap<Closure, ReadonlyMap<string, FieldDeclaration>>();

function declarationOf(ts: typeof TS, chain: readonly Closure[], key: string): FieldDeclaration | undefined {
  const [first] = chain;
  if (!first) return undefined;
  let declarations = declared.get(first);
  if (!declarations) declared.set(first, (declarations = declarationsIn(ts, chain)));
  return declarations.get(key);
}

/** @returns the fields that a class and those that it extends declare; a class's own come before inherited ones. */
function declarationsIn(ts: typeof TS, chain: readonly Closure[]): ReadonlyMap<string, FieldDeclaration> {
  const declarations = new Map<string, FieldDeclaration>();
  for (const { classParts } of chain) {
    const parameters = classParts?.constructorNode?.parameters ?? [];
    for (const each of [...(classParts?.instanceFields ?? []), ...parameters]) {
      const isField = ts.isPropertyDeclaration(each) || ts.isParameterPropertyDeclaration(each, each.parent);
      if (!isField || !(ts.isIdentifier(each.name) || ts.isPrivateIdentifier(each.name))) continue;
      const key = memberKey(ts, each.name);
      if (!declarations.has(key)) declarations.set(key, each);
    }
  }
  return declarations;
}

function isSettled(
  ts: typeof TS,
  chain: readonly Closure[],
  key: string,
  field: Field,
  written: ReadonlySet<string>,
): boolean {
  const { value } = field;
  if (written.has(key)) return false;
  if (value.kind === "callable" || value.kind === "native" || value.kind === "unknown") return true;
  if (value.kind === "reference" && value.cell.constructedBy) return true;
  if (value.kind === "scalar" && value.value === undefined) return false;
  return isDeclared(ts, chain, key, ts.ModifierFlags.Private | ts.ModifierFlags.Readonly);
}

/** @returns the members that the methods of a class, and of those that it extends, assign or change in place. */
export function membersWrittenIn(machine: Machine, closure: Closure): ReadonlySet<string> {
  return writtenIn(machine.ts, chainOf(closure));
}

/** @returns the members that the methods of classes assign, or change in place. */
function writtenIn(ts: typeof TS, chain: readonly Closure[]): ReadonlySet<string> {
  const written = new Set<string>();
  const note = (target: TS.Node): void => {
    let current = target;
    while (
      ts.isPropertyAccessExpression(current) ||
      ts.isElementAccessExpression(current) ||
      ts.isNonNullExpression(current)
    ) {
      if (ts.isPropertyAccessExpression(current)) written.add(memberKey(ts, current.name));
      current = current.expression;
    }
  };
  for (const { node } of chain) findWrites(ts, node, note, (inner) => !ts.isConstructorDeclaration(inner));
  return written;
}

/** @returns the members that classes at hand which extend a class have of their own. */
function overriddenBy(machine: Machine, closure: Closure): ReadonlySet<string> {
  const { ts } = machine;
  const keys = new Set<string>();
  for (const file of new Set([closure.file, machine.sourceFile])) {
    const names = new Set(namesOf(machine, file, closure));
    let before = -1;
    while (before !== names.size) {
      before = names.size;
      for (const statement of file.statements) {
        if (!ts.isClassDeclaration(statement) || !names.has(extended(ts, statement) ?? "")) continue;
        if (statement.name) names.add(statement.name.text);
        for (const member of statement.members) {
          // A private name of a subclass is another member.
          if (member.name && !ts.isComputedPropertyName(member.name) && !ts.isPrivateIdentifier(member.name))
            keys.add(member.name.text);
        }
      }
    }
  }
  return keys;
}

function extended(ts: typeof TS, node: TS.ClassDeclaration): string | undefined {
  const heritage = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
    ?.expression;
  return heritage && ts.isIdentifier(heritage)
    ? heritage.text
    : heritage && ts.isPropertyAccessExpression(heritage)
      ? heritage.name.text
      : undefined;
}

/** @returns the names under which a file knows a class. */
function namesOf(machine: Machine, file: TS.SourceFile, closure: Closure): readonly string[] {
  const scope = machine.modules.get(file)?.frame.scope;
  const own = closure.node.name && "text" in closure.node.name ? [closure.node.name.text] : [];
  if (!scope || file === closure.file) return own;
  const names = machine.ts.isSourceFile(file) ? [...scope.bindings.keys()] : [];
  return [
    ...own,
    ...names.filter((name) => {
      const value = findBinding(scope, name)?.slot.value;
      return value?.kind === "callable" && value.target === closure;
    }),
  ];
}

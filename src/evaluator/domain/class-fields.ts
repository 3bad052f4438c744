import type TS from "typescript";
import { type Machine } from "../machine";
import { isPrivateKey, memberKey, writtenKey } from "../syntax/private-names";
import { findWrites } from "../syntax/writes";
import { type Abstract, type Closure, type Content, type Field, type Place } from "./domain";
import { bounds } from "./limits";
import { unknown } from "./values";

/** @returns the class that a class extends, if its source is at hand. */
export function superclassOf({ classParts }: Closure): Closure | undefined {
  const parent = classParts?.parent;
  return parent?.kind === "callable" && parent.target.type === "closure" ? parent.target : undefined;
}

/** @returns a class and those that it extends, up to one that is not known. */
export function chainOf(closure: Closure): readonly Closure[] {
  const chain: Closure[] = [];
  let current: Closure | undefined = closure;
  while (current && chain.length < bounds.superclasses) {
    chain.push(current);
    current = superclassOf(current);
  }
  return chain;
}

export function hidden(ts: typeof TS, chain: readonly Closure[], key: string, place: Place): Field {
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

/**
 * @returns the fields of an instance that stay as the constructor leaves them: unknown code cannot set them, and the class does not set them
 *   again.
 */
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
export function isDeclared(
  ts: typeof TS,
  chain: readonly Closure[],
  key: string,
  modifiers: TS.ModifierFlags,
): boolean {
  const declaration = declarationOf(ts, chain, key);
  return (
    declaration !== undefined && (isPrivateKey(key) || (ts.getCombinedModifierFlags(declaration) & modifiers) !== 0)
  );
}

/** A field of an instance whose class alone is known. The field's name and declared type may still tell that it is a client or a token. */
export function hiddenField(machine: Machine, closure: Closure, key: string, place: Place): Abstract {
  return hidden(machine.ts, chainOf(closure), key, place).value;
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

/** @returns the members that the methods of classes assign, or change in place. */
export function writtenIn(ts: typeof TS, chain: readonly Closure[]): ReadonlySet<string> {
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

/** @returns the members that the methods of a class, and of those that it extends, assign or change in place. */
export function membersWrittenIn(ts: typeof TS, closure: Closure): ReadonlySet<string> {
  return writtenIn(ts, chainOf(closure));
}

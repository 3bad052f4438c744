import type TS from "typescript";
import { isPrivateKey, memberKey, writtenKey } from "../../syntax/private-names";
import { findWrites } from "../../syntax/writes";
import { fieldOf, unknown } from "./constructors";
import { type Abstract, type Closure, type Content, type Field, type Place } from "./domain";
import { bounds } from "./limits";
import { cellsOf } from "./values";

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
  return fieldOf(
    unknown(`\`this.${writtenKey(key)}\``, place, {
      origin: { trail: [`this.${writtenKey(key)}`] },
      ...(typed ? { typed } : {}),
    }),
    place,
  );
}

const writtenBy = new WeakMap<Closure, MemberWrites>();

/**
 * @returns the fields of an instance that stay as the constructor leaves them: unknown code cannot set them, and the class does not set them
 *   again.
 */
export function keptFields(ts: typeof TS, closure: Closure, fields: Content["fields"]): Content["fields"] {
  const chain = chainOf(closure);
  const writes = membersWrittenIn(ts, closure);
  return new Map(
    [...fields].filter(
      ([key, field]) =>
        !isWritten(writes, key, field) && !field.getter && isDeclared(ts, chain, key, ts.ModifierFlags.Readonly),
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
export function hiddenField(ts: typeof TS, closure: Closure, key: string, place: Place): Abstract {
  return hidden(ts, chainOf(closure), key, place).value;
}

type FieldDeclaration = TS.PropertyDeclaration | TS.ParameterDeclaration;

const declared = new WeakMap<Closure, ReadonlyMap<string, FieldDeclaration>>();

/** @returns the declaration of a field in a class, or in one that it extends. */
export function declarationOf(ts: typeof TS, chain: readonly Closure[], key: string): FieldDeclaration | undefined {
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

/** The members that the methods of a class write. */
export interface MemberWrites {
  readonly assigned: ReadonlySet<string>;
  /** Members on which a method is called that changes collections in place: `set`, `delete`. Clients have methods of these names too. */
  readonly changed: ReadonlySet<string>;
}

/** @returns the members that the methods of classes assign, or change in place. */
function writtenIn(ts: typeof TS, chain: readonly Closure[]): MemberWrites {
  const assigned = new Set<string>();
  const changed = new Set<string>();
  const note = (target: TS.Node, method?: string): void => {
    const keys = method === undefined ? assigned : changed;
    let current = target;
    while (
      ts.isPropertyAccessExpression(current) ||
      ts.isElementAccessExpression(current) ||
      ts.isNonNullExpression(current)
    ) {
      if (ts.isPropertyAccessExpression(current)) keys.add(memberKey(ts, current.name));
      current = current.expression;
    }
  };
  for (const { node } of chain) findWrites(ts, node, note, (inner) => !ts.isConstructorDeclaration(inner));
  return { assigned, changed };
}

/** @returns the members that the methods of a class, and of those that it extends, assign or change in place. */
export function membersWrittenIn(ts: typeof TS, closure: Closure): MemberWrites {
  let writes = writtenBy.get(closure);
  if (!writes) writtenBy.set(closure, (writes = writtenIn(ts, chainOf(closure))));
  return writes;
}

/** @returns whether the methods may give a field another value. Texts, functions and clients have nothing that changes in place. */
export function isWritten({ assigned, changed }: MemberWrites, key: string, { value }: Field): boolean {
  return assigned.has(key) || (changed.has(key) && cellsOf(value).length > 0);
}

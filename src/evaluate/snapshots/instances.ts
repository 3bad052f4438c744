import { codeOf, mostSuperclasses } from "../objects/classes";
import { superclassOf } from "../objects/methods";
import type { Abstract, ClassValue, ObjectValue } from "../domain";
import type { Evaluation } from "../evaluation";

/** What snapshots show of instances, according to their classes. */

/** Platform classes whose contents snapshots do not show. */
const hidden: ReadonlySet<string> = new Set(["Iterator", "Map", "RegExp", "Set", "WeakMap", "WeakRef", "WeakSet"]);

export function isHidden(name: string | undefined): boolean {
  return name !== undefined && hidden.has(name);
}

/** @returns the class of an instance and its superclasses. */
function chainOf(evaluation: Evaluation, { instanceOf }: ObjectValue): readonly ClassValue[] {
  const chain: ClassValue[] = [];
  for (
    let current = instanceOf;
    current && chain.length <= mostSuperclasses;
    current = superclassOf(evaluation, current)
  )
    chain.push(current);
  return chain;
}

/** @returns whether an object or its class has a `toJSON`, which determines the JSON that is sent. */
export function writesOwnJson(evaluation: Evaluation, object: ObjectValue): boolean {
  if (object.class !== undefined) return false;
  return object.members.has("toJSON") || methodsOf(evaluation, object).some(({ key }) => key === "toJSON");
}

function methodsOf(
  evaluation: Evaluation,
  object: ObjectValue,
): readonly { readonly key: string; readonly isGetter: boolean }[] {
  return chainOf(evaluation, object).flatMap((made) =>
    (codeOf(made)?.members ?? []).flatMap(({ kind, key, static: isStatic, function: code }) => {
      const isMethod = kind === "method" || kind === "getter";
      if (isStatic || !isMethod || code === undefined || typeof key !== "string") return [];
      return { key, isGetter: kind === "getter" };
    }),
  );
}

/** @returns the names of the getters of an instance's class. */
export function computedNames(evaluation: Evaluation, object: ObjectValue): readonly string[] {
  return methodsOf(evaluation, object).flatMap(({ key, isGetter }) => (isGetter ? key : []));
}

/** @returns the client's own instance, if a class of the program extends a class of the client without adding methods. */
export function shownBase(evaluation: Evaluation, object: ObjectValue): Abstract | undefined {
  const { base, members } = object;
  if (!base || !object.instanceOf) return undefined;
  const hasOwn = [...members.values()].some(({ value }) => value.kind === "function");
  return hasOwn || methodsOf(evaluation, object).length > 0 ? undefined : base;
}

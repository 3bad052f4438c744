import { bareOf } from "../../code/bare";
import type { ValueId } from "../../code/graph";
import { item } from "../../code/item";
import type { ValueNode, Write } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { FunctionSite } from "../../project/sites";
import { canBeChanged } from "../changed-unknown";
import type { Abstract, ClassValue, Context, Entry, ObjectValue, Place, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { lazyEntry } from "../make";
import { openedByCode } from "../names/fixed-fields";
import { nodeAt, placeOf } from "../places";
import { joinAll, mapOptions, optionsOf } from "../values";
import { keyOf } from "./keys";
import { opened } from "./open";
import { codeOf, mostSuperclasses } from "./classes";
import { setterOf, superclassOf } from "./methods";

/** Accessors: a read returns the getter's result for the current version of the object, and an assignment calls the setter. */

type Site = Given["site"];

/** @returns the object with getters that are called on this version, not on an earlier one. */
export function withGetters(evaluation: Evaluation, object: ObjectValue, site: Site): ObjectValue {
  let members: Map<string, Entry> | undefined;
  for (const [key, entry] of object.members) {
    if (!entry.accessor) continue;
    members ??= new Map(object.members);
    members.set(key, entry);
  }
  if (!members) return object;
  const version: ObjectValue = { ...object, members };
  for (const [key, { accessor, keyPlace, presence }] of members) {
    if (!accessor) continue;
    const { getter } = accessor;
    const given: Given = { arguments: [], more: false, self: version, place: keyPlace, site, isOneOfSeveral: false };
    const read = (): Abstract =>
      getter ? evaluation.call(getter, given) : { kind: "scalar", value: undefined, place: keyPlace };
    members.set(key, lazyEntry(read, keyPlace, presence, accessor));
  }
  return version;
}

interface Assigned {
  readonly key: string;
  readonly value: () => Abstract;
  readonly place: Place;
  readonly site: Site;
  /** For an assignment to `super`: the superclass of the method's class; `null` if it is unknown. */
  readonly above?: ClassValue | null;
}

/** @returns the object after an assignment that calls a setter; undefined if the member is not an accessor. */
export function afterSetter(evaluation: Evaluation, object: ObjectValue, assigned: Assigned): Abstract | undefined {
  const { key, above } = assigned;
  if (above === null) return undefined;
  const own = above ? undefined : object.members.get(key);
  const accessor = own?.accessor;
  if (own && !accessor) return undefined;
  const setter = accessor ? accessor.setter : setterOf(evaluation, object, key, above ?? object.instanceOf);
  if (!setter) return accessor ? object : undefined;
  return mapOptions(setter, (option) => leftBy(evaluation, option, object, assigned));
}

function leftBy(evaluation: Evaluation, setter: Single, object: ObjectValue, assigned: Assigned): Abstract {
  const { place, site } = assigned;
  if (setter.kind !== "function") return opened(object, "a setter that is not known", place);
  const leaves = setter.file.code.functions[setter.function]?.leaves.find(({ what }) => what === "this");
  if (!leaves) return object;
  const value = asSeenBySetter(evaluation, setter, assigned.value(), place);
  const given: Given = { arguments: [value], more: false, self: object, place, site, isOneOfSeveral: false };
  const context = evaluation.contextOf({ ...setter, self: undefined }, given);
  return evaluation.leftBy(leaves.value, context) ?? opened(object, "a setter that calls itself", place);
}

/** @returns the value as the setter gets it. Code that the setter calls, such as an observer, may change it, and its later versions. */
function asSeenBySetter(evaluation: Evaluation, setter: Single, value: Abstract, place: Place): Abstract {
  if (setter.kind !== "function") return openedByCode(evaluation, value, given, place);
  const isPlain = item(setter.file.code.functions, setter.function).calls.length === 0 && !hasInner(setter);
  return isPlain ? value : openedByCode(evaluation, value, given, place);
}

/** @returns whether a function contains another one. Inner functions follow their outer function in the list. */
function hasInner({ file: { code }, function: id }: FunctionSite): boolean {
  const { end } = item(code.functions, id);
  for (let at = id + 1; ; at += 1) {
    const next = code.functions[at];
    if (!next || next.start >= end) return false;
    if (next.outer === id) return true;
  }
}

const given = "it is given to a setter";

/** @returns the value with the getters of its objects called on their current versions. */
export function withGettersOf(evaluation: Evaluation, value: Abstract, site: Site): Abstract {
  const hasAccessors = optionsOf(value).some(
    (option) => option.kind === "object" && [...option.members.values()].some(({ accessor }) => accessor),
  );
  if (!hasAccessors) return value;
  return mapOptions(value, (option) => (option.kind === "object" ? withGetters(evaluation, option, site) : option));
}

/** @returns an object after its assignment to a member: a setter may pass it on. */
export function afterAssigned(evaluation: Evaluation, before: Abstract, write: Write, context: Context): Abstract {
  const key = keyOf(evaluation, write.key, context);
  const place = placeOf(write, context);
  // Other code that has the holder can reach the object through it.
  const base = beforeMembers(context.file, write.object);
  const isShared = /^(?:variable|imported)$/u.test(nodeAt(context.file, bareOf(context.file.code.values, base)).kind);
  const results = optionsOf(evaluation.valueOf(base, context)).flatMap((holder): readonly Abstract[] => {
    if (holder.kind !== "object" || holder.outside || key === undefined)
      return [
        holder.kind === "unknown" && !canBeChanged(holder) ? before : openedByCode(evaluation, before, given, place),
      ];
    const setter = setterFor(evaluation, holder, key);
    if (setter && isShared) return [openedByCode(evaluation, before, given, place)];
    return setter ? optionsOf(setter).map((each) => asSeenBySetter(evaluation, each, before, place)) : [before];
  });
  return results.every((each) => each === before) ? before : joinAll(results, before.place);
}

const bases = new WeakMap<ProjectFile, Map<ValueId, ValueId>>();

/**
 * @returns the version of an object before the assignments to named members that end at a version. These assignments keep its setters. Evaluating each of a
 *   thousand versions would copy the object a thousand times.
 */
function beforeMembers(file: ProjectFile, version: ValueId): ValueId {
  const known = bases.get(file) ?? new Map<ValueId, ValueId>();
  bases.set(file, known);
  const passed: ValueId[] = [];
  let base = version;
  for (let node = nodeAt(file, base); isAssigned(node); node = nodeAt(file, base)) {
    passed.push(base);
    base = known.get(base) ?? node.object;
  }
  for (const each of passed) known.set(each, base);
  return base;
}

function isAssigned(node: ValueNode): node is Write {
  return node.kind === "write" && typeof node.key === "string" && node.value !== undefined;
}

function setterFor(evaluation: Evaluation, object: ObjectValue, key: string): Abstract | undefined {
  const own = object.members.get(key);
  return own ? own.accessor?.setter : setterOf(evaluation, object, key);
}

/** @returns whether a read or an assignment of a member runs code. */
export function hasAccessor(evaluation: Evaluation, object: ObjectValue, key: string): boolean {
  const own = object.members.get(key);
  return own ? own.accessor !== undefined : isAccessor(evaluation, object, key);
}

/** @returns whether the class of an instance declares the member as a getter or setter. */
function isAccessor(evaluation: Evaluation, { instanceOf }: ObjectValue, key: string): boolean {
  let current = instanceOf;
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const found = codeOf(current)?.members.find((each) => !each.static && each.key === key);
    if (found) return found.kind === "getter" || found.kind === "setter";
    current = superclassOf(evaluation, current);
  }
  return false;
}

import type { ValueNode, Write } from "../../code/values";
import { maybe, writeToPlatformObject } from "../builtins/index";
import type { Abstract, ClassValue, Context, Entry, ObjectValue, Place, Single, Unknown } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { afterSetter, hasAccessor, withGettersOf } from "./accessors";
import { holdingVersions } from "../effects/held-objects";
import { guardHolds, isVersionOf } from "../conditions/conditions";
import { always, type ValueId } from "../../code/graph";
import { canBeChanged, withAssigned, withOtherMembers } from "../changed-unknown";
import { lazyEntry, scalar, unknown } from "../make";
import { classValue } from "./classes";
import { changedByCall } from "./after";
import { keyOf, namesOf } from "./keys";
import { superclassOf } from "./methods";
import { opened, withMember } from "./open";
import { nodeAt, placeOf, standingAt } from "../places";
import { toValue } from "../snapshots/snapshot";
import { isSame, joinAll, mapOptions, optionsOf } from "../values";

/** Versions of objects after assignments to their members. */

/** Writes of one chain that are evaluated together. Longer chains are in generated code. */
const mostWrites = 2_000;

/** Evaluates a chain of writes iteratively from its beginning. Each version is a copy of the object with one more member. */
export function evaluateWrite(evaluation: Evaluation, node: Write, context: Context, id: ValueId): Abstract {
  const chain: Write[] = [node];
  let base: ValueId = node.object;
  for (
    let next = nodeAt(context.file, base);
    next.kind === "write" && chain.length < mostWrites;
    next = nodeAt(context.file, base)
  ) {
    if (isKnown(evaluation, base, next, context)) break;
    chain.push(next);
    base = next.object;
  }
  let value = evaluation.valueOf(base, context);
  const site = { call: id, context };
  for (const write of chain.reverse()) value = written(evaluation, value, write, site);
  return withGettersOf(evaluation, value, site);
}

function isKnown(evaluation: Evaluation, id: ValueId, node: ValueNode, context: Context): boolean {
  return evaluation.contexts.project(context, node.depends).values.has(id);
}

/** @param isOwn the object is one of several. A kept member is then derived from the object's own member, because `node.value` joins the members of all. */
function written(
  evaluation: Evaluation,
  object: Abstract,
  node: Write,
  site: Given["site"],
  isOwn = object.kind === "alternatives",
): Abstract {
  const { context } = site;
  const key = keyOf(evaluation, node.key, context);
  const place = placeOf(node, context);
  const keyPlace: Place = { ...place, start: node.keyStart, end: node.keyEnd };
  if (node.isKept && isUnchanged(evaluation, node, context)) return object;
  return mapOptions(object, (option) => {
    switch (option.kind) {
      case "native":
        return setOnNative(evaluation, option, key, node, context);
      case "array":
        return writtenToArray(evaluation, option, key, node, context);
      case "unknown":
        return writtenToUnknown(evaluation, option, key, node, context);
      case "object": {
        const own = isOwn ? ownMember(evaluation, option, node, context) : undefined;
        const value = (): Abstract => own ?? evaluation.valueOf(node.value ?? site.call, context);
        return writtenToObject(evaluation, option, { key, keyPlace, node, site, value });
      }
      default:
        return option;
    }
  });
}

/**
 * @returns the own member of one of several objects, after the calls and writes that changed it; undefined if it cannot be followed. The joined member of all
 *   objects might be that of another one.
 */
function ownMember(evaluation: Evaluation, object: ObjectValue, node: Write, context: Context): Abstract | undefined {
  if (!node.isKept || node.value === undefined || typeof node.key !== "string") return undefined;
  const steps: ValueId[] = [];
  let id = node.value;
  let read = nodeAt(context.file, id);
  while (read.kind === "after" || read.kind === "write") {
    steps.push(id);
    id = read.object;
    read = nodeAt(context.file, id);
  }
  if (steps.length > mostWrites || read.kind !== "member" || read.key !== node.key) return undefined;
  let member = evaluation.member(object, node.key, placeOf(read, context));
  for (const step of steps.reverse()) {
    const change = nodeAt(context.file, step);
    if (change.kind === "after") member = changedByCall(evaluation, change, { context, id: step }, member);
    if (change.kind === "write") member = written(evaluation, member, change, { call: step, context }, true);
  }
  return member;
}

interface ObjectWrite {
  readonly key: string | undefined;
  readonly keyPlace: Place;
  readonly node: Write;
  readonly site: Given["site"];
  /** The assigned value. */
  readonly value: () => Abstract;
}

function writtenToObject(
  evaluation: Evaluation,
  option: ObjectValue,
  { key, keyPlace, node, site, value }: ObjectWrite,
): Abstract {
  const { context } = site;
  const place = placeOf(node, context);
  if (option.outside && key !== undefined) {
    const { inside, value } = option.outside;
    return { ...option, outside: { inside, value: writtenToUnknown(evaluation, value, key, node, context) } };
  }
  if (key === undefined)
    return node.value === undefined && option.class === undefined
      ? withoutSome(option, namesOf(evaluation, node.key, context))
      : opened(option, "a member whose name is not known is assigned", place);
  if (node.value === undefined) return without(option, key);
  const platform = option.class === undefined ? undefined : writeToPlatformObject(option, key, value(), place);
  if (platform) return platform;
  const presence = node.isKept ? presenceOf(option, key) : "always";
  if (!presence) return option;
  const given = (): Abstract =>
    mapOptions(standingAt(value(), node.at, context), (each) =>
      isVersionOf(each, [option]) ? holdingItself(each, key, place) : each,
    );
  const set = byAccessor(evaluation, option, key, { node, site, value });
  return set ?? withMember(option, key, lazyEntry(given, keyPlace, presence));
}

/** @returns an object after an assignment that runs an accessor; undefined if none runs. A kept write assigns nothing, so it calls no setter. */
function byAccessor(
  evaluation: Evaluation,
  option: ObjectValue,
  key: string,
  { node, site, value }: Pick<ObjectWrite, "node" | "site" | "value">,
): Abstract | undefined {
  const { context } = site;
  if (node.isKept && hasAccessor(evaluation, option, key)) return holdingVersions(option, optionsOf(value()));
  if (!mayHaveSetter(option)) return undefined;
  const above = node.isSuper && { above: classAbove(evaluation, context) ?? null };
  return afterSetter(evaluation, option, { key, place: placeOf(node, context), site, value, ...above });
}

/** @returns the superclass of the class whose method a context belongs to. */
function classAbove(evaluation: Evaluation, { file, function: id, outer }: Context): ClassValue | undefined {
  const owner = file.code.functions[id]?.class;
  return owner === undefined
    ? undefined
    : superclassOf(evaluation, classValue(evaluation, { file, class: owner }, outer));
}

/** Represents an object inside itself, `a.self = a`. Later changes of the object are visible there, so every other member may also be unknown. */
function holdingItself(value: Single, key: string, place: Place): Single {
  const later = unknown("an object that holds itself", place);
  if (value.kind !== "object") return later;
  const members = new Map([[key, lazyEntry(() => later, place, "maybe")]]);
  for (const [name, held] of value.members)
    if (name !== key)
      members.set(
        name,
        lazyEntry(() => joinAll([held.value, later], place), held.keyPlace, "maybe"),
      );
  return { ...value, members, open: later.reason };
}

/**
 * @returns whether a kept write stores an unchanged member: the calls that got it have not changed it. The object is the same version then, and values that
 *   depend on it are evaluated once.
 */
function isUnchanged(evaluation: Evaluation, { value }: Write, context: Context): boolean {
  if (value === undefined) return false;
  // Primitives cannot be changed.
  if (optionsOf(evaluation.valueOf(value, context)).every(isPrimitive)) return true;
  const before = memberBehind(context, value);
  if (before === undefined || before === value) return false;
  const [old, now] = [before, value].map((id) => optionsOf(evaluation.valueOf(id, context)));
  return old?.length === now?.length && (now?.every((each, index) => isSameOption(each, old?.[index])) ?? false);
}

function isPrimitive(value: Single): boolean {
  return value.kind === "text" || value.kind === "scalar" || (value.kind === "unknown" && !canBeChanged(value));
}

function isSameOption(value: Single, other: Single | undefined): boolean {
  return other !== undefined && isSame(value, other);
}

/** @returns the read of a member from which a version derives. */
function memberBehind({ file }: Context, value: ValueId): ValueId | undefined {
  let id = value;
  for (let count = 0; count < mostWrites; count += 1) {
    const node = nodeAt(file, id);
    if (node.kind === "member") return id;
    if (node.kind !== "after" && node.kind !== "write" && node.kind !== "same") return undefined;
    id = node.object;
  }
  return undefined;
}

/** @returns the presence of a member, or undefined if the object surely lacks it. */
function presenceOf({ members, open, base, instanceOf }: ObjectValue, key: string): Entry["presence"] | undefined {
  const mayHaveOthers = open !== undefined || base !== undefined || instanceOf !== undefined;
  return members.get(key)?.presence ?? (mayHaveOthers ? "maybe" : undefined);
}

function mayHaveSetter({ instanceOf, members }: ObjectValue): boolean {
  return instanceOf !== undefined || [...members.values()].some(({ accessor }) => accessor);
}

function without(object: ObjectValue, key: string): ObjectValue {
  const members = new Map(object.members);
  members.delete(key);
  return { ...object, members };
}

/** @param names the candidates for the deleted member; absent: any member. */
function withoutSome(object: ObjectValue, names: ReadonlySet<string> | undefined): ObjectValue {
  const members = new Map(object.members);
  for (const [key, member] of members) {
    if (member.presence === "maybe" || names?.has(key) === false) continue;
    members.set(
      key,
      member.accessor ? { ...member, presence: "maybe" } : lazyEntry(() => member.value, member.keyPlace, "maybe"),
    );
  }
  return { ...object, members };
}

function writtenToUnknown(
  evaluation: Evaluation,
  object: Unknown,
  key: string | undefined,
  node: Write,
  context: Context,
): Unknown {
  if (!canBeChanged(object)) return object;
  const place = placeOf(node, context);
  if (key === undefined || object.is === "array" || object.traps) return withOtherMembers(object, place);
  const { value, at } = node;
  // A kept member that no code has changed is no new value.
  const isOther = (option: Single): boolean =>
    option.kind === "object" || option.kind === "array" || (option.kind === "unknown" && option.changed !== undefined);
  if (node.isKept && value !== undefined && !optionsOf(evaluation.valueOf(value, context)).some(isOther)) return object;
  const given = (): Abstract =>
    value === undefined ? scalar(undefined, place) : standingAt(evaluation.valueOf(value, context), at, context);
  return withAssigned(object, key, lazyEntry(given, { ...place, start: node.keyStart, end: node.keyEnd }));
}

function writtenToArray(
  evaluation: Evaluation,
  array: Extract<Single, { kind: "array" }>,
  key: string | undefined,
  { value, ...node }: Write,
  context: Context,
): Abstract {
  if (value === undefined) return opened(array, "an element is deleted", placeOf(node, context));
  // A key that is no index adds no element, and its value is not recorded.
  if (key !== undefined && key !== "length" && !/^\d+$/u.test(key))
    return { ...array, elements: array.elements.map(maybe), open: array.open ?? "a member of a list" };
  const name = key ?? unknown("an index", placeOf(node, context));
  return writeToPlatformObject(array, name, evaluation.valueOf(value, context), placeOf(node, context)) ?? array;
}

/** Assigns to a native. Natives are mutable and not copied: they learn the assigned value. */
function setOnNative(
  evaluation: Evaluation,
  native: Extract<Single, { kind: "native" }>,
  key: string | undefined,
  node: Write,
  context: Context,
): Abstract {
  if (key === undefined || node.value === undefined) return native;
  const surely = node.guard === always || guardHolds(evaluation, node.guard, context) === true;
  const value = evaluation.valueOf(node.value, context);
  if (value !== native) native.native.set?.(key, toValue(evaluation, value), surely ? "always" : "maybe");
  return native;
}

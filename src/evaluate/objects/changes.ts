import type { After, Call, ValueNode, Write } from "../../code/values";
import { maybe, writeToPlatformObject } from "../builtins/index";
import { givenOf } from "../calls/call-nodes";
import { neededFor } from "../calls/calls";
import type { Abstract, Context, Entry, ObjectValue, Place, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { afterSetter, withGettersOf } from "./accessors";
import { guardHolds, isVersionOf } from "../conditions/conditions";
import { always, type ValueId } from "../../code/graph";
import { afterSuper } from "./instances";
import { lazyEntry, unknown } from "../make";
import { keyOf } from "./keys";
import { opened, withMember } from "./open";
import { nodeAt, placeOf, standingAt } from "../places";
import { onlyReads } from "../calls/readers";
import { mayChangeByCallback, openedInside } from "./callbacks";
import { isPatched, ofPrototype } from "./prototypes";
import { setsUp } from "./setting-up";
import { toValue } from "../snapshots/snapshot";
import { isSame, joinAll, mapOptions, optionsOf } from "../values";

/** Versions of objects: what they are after assignments to their members, and after calls that they were given to. */

/** Writes to one object, one after the other, that are put together at once: a longer chain is generated code. */
const mostWrites = 2_000;

/** A chain of writes is evaluated from its beginning: each version of the object is a copy with one member more. */
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

function written(evaluation: Evaluation, object: Abstract, node: Write, site: Given["site"]): Abstract {
  const { context } = site;
  const key = keyOf(evaluation, node.key, context);
  const place = placeOf(node, context);
  const keyPlace: Place = { ...place, start: node.keyStart, end: node.keyEnd };
  if (node.isKept && isUnchanged(evaluation, node, context)) return object;
  return mapOptions(object, (option) => {
    if (option.kind === "native") return setOnNative(evaluation, option, key, node, context);
    if (option.kind === "array") return writtenToArray(evaluation, option, key, node, context);
    if (option.kind !== "object") return option;
    if (key === undefined) return opened(option, "a member whose name is not known is assigned", place);
    const { value } = node;
    if (value === undefined) return without(option, key);
    const platform =
      option.class === undefined
        ? undefined
        : writeToPlatformObject(option, key, evaluation.valueOf(value, context), place);
    if (platform) return platform;
    const presence = node.isKept ? presenceOf(option, key) : "always";
    if (!presence) return option;
    const given = (): Abstract =>
      mapOptions(standingAt(evaluation.valueOf(value, context), node.at, context), (each) =>
        isVersionOf(each, [option]) ? holdingItself(each, key, place) : each,
      );
    const set = mayHaveSetter(option)
      ? afterSetter(evaluation, option, { key, value: () => evaluation.valueOf(value, context), place, site })
      : undefined;
    return set ?? withMember(option, key, lazyEntry(given, keyPlace, presence));
  });
}

/** An object that is a member of itself has there what it holds whenever that is read: what code changes of it later, too. */
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
 * Whether a member is put back as it was: what was called on it, or given it, has not changed it. The object is no other version then, so that
 * whatever depends on it is evaluated once.
 */
function isUnchanged(evaluation: Evaluation, { value }: Write, context: Context): boolean {
  if (value === undefined) return false;
  // A text or a number is no object that code could change.
  if (optionsOf(evaluation.valueOf(value, context)).every(({ kind }) => kind === "text" || kind === "scalar"))
    return true;
  const before = memberBehind(context, value);
  if (before === undefined || before === value) return false;
  const [old, now] = [before, value].map((id) => optionsOf(evaluation.valueOf(id, context)));
  return old?.length === now?.length && (now?.every((each, index) => isSameOption(each, old?.[index])) ?? false);
}

function isSameOption(value: Single, other: Single | undefined): boolean {
  return other !== undefined && isSame(value, other);
}

/** @returns the read of a member of which a value is a later version. */
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

/** @returns whether an object has a member, if it may. */
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

function writtenToArray(
  evaluation: Evaluation,
  array: Extract<Single, { kind: "array" }>,
  key: string | undefined,
  { value, ...node }: Write,
  context: Context,
): Abstract {
  if (value === undefined) return opened(array, "an element is deleted", placeOf(node, context));
  // What has no index is no element, and nothing is kept of it.
  if (key !== undefined && key !== "length" && !/^\d+$/u.test(key))
    return { ...array, elements: array.elements.map(maybe), open: array.open ?? "a member of a list" };
  const name = key ?? unknown("an index", placeOf(node, context));
  return writeToPlatformObject(array, name, evaluation.valueOf(value, context), placeOf(node, context)) ?? array;
}

/** Clients are no objects that are copied: they are told what is set, and stay what they are. */
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

/** What an object is after a call that it was given to, or that was a call of its method. */
export function evaluateAfter(evaluation: Evaluation, node: After, context: Context, id: ValueId): Abstract {
  const before = evaluation.valueOf(node.object, context);
  if (!optionsOf(before).some(canChange)) return before;
  const call = nodeAt(context.file, node.call);
  if (call.kind !== "call") return before;
  const place = placeOf(node, context);
  if (call.how === "super")
    return node.argument === -1
      ? afterSuper(evaluation, before, givenOf(evaluation, call, node.call, context), context)
      : before;
  const callee = evaluation.valueOf(call.callee, context);
  if (optionsOf(before).every(({ kind }) => kind === "native")) {
    // What is called on a client may set it up.
    const mayTell = optionsOf(callee).some(
      ({ kind }) => kind === "native" || kind === "function" || kind === "builtin",
    );
    // Each call of a chain adds to what is sent when somebody waits for it.
    const isChain = optionsOf(before).some((option) => option.kind === "native" && "await" in option.native);
    const tells = node.argument === -1 ? isChain || setsUp(context.file, id) : mayTell;
    if (tells && guardHolds(evaluation, call.guard, context) !== false) {
      evaluation.valueOf(node.call, context);
      if (node.argument >= 0) tellByFunctions(evaluation, callee, node, context);
    }
    return before;
  }
  const results = optionsOf(callee).map((option): Abstract => {
    switch (option.kind) {
      case "builtin": {
        const given = givenOf(evaluation, call, node.call, context);
        const after = option.builtin.after?.(
          { ...given, self: option.self ?? given.self, evaluator: evaluation.forBuiltins },
          node.argument,
          before,
        );
        if (after !== undefined) return withGettersOf(evaluation, after, given.site);
        return mayChangeByCallback(option, given, node)
          ? openedInside(before, "a function that is called for it changes it", place)
          : before;
      }
      case "function":
        return afterFunction(evaluation, option, node, context, before);
      case "class":
        return afterConstructor(evaluation, option, node, context, before);
      case "native":
      case "scalar":
      case "text":
        return before;
      default:
        return (node.argument === -1 && keepsReceiver(evaluation, before, call, place)) ||
          onlyReads(evaluation, context, node.call, call)
          ? before
          : opened(before, "it is given to code that is not known", place);
    }
  });
  return results.every((each) => each === before) ? before : joinAll(results, before.place);
}

/** A function that gets a client may set it up. */
function tellByFunctions(evaluation: Evaluation, callee: Abstract, node: After, context: Context): void {
  for (const option of optionsOf(callee))
    if (option.kind === "function")
      afterFunction(evaluation, option, node, context, evaluation.valueOf(node.object, context));
}

/**
 * Whether a method of which nothing is known is taken to leave its object as it is: it is mostly that of a class of a library. It is not if the object
 * is one of the language, or has a prototype that the program has made.
 */
function keepsReceiver(evaluation: Evaluation, before: Abstract, call: Call, place: Place): boolean {
  const callee = nodeAt(place.file, call.callee);
  const key = callee.kind === "member" && typeof callee.key === "string" ? callee.key : "";
  return optionsOf(before).every(
    (option) =>
      option.kind !== "object" ||
      (option.class === undefined && option.open !== ofPrototype && !isPatched(evaluation, option, key, place)),
  );
}

function canChange({ kind }: Single): boolean {
  return kind === "object" || kind === "array" || kind === "native";
}

function afterFunction(
  evaluation: Evaluation,
  callee: Extract<Single, { kind: "function" }>,
  node: After,
  context: Context,
  before: Abstract,
): Abstract {
  const what = node.argument === -1 ? ("this" as const) : node.argument + (callee.bound?.length ?? 0);
  const leaves = callee.file.code.functions[callee.function]?.leaves.find((each) => each.what === what);
  if (!leaves) return before;
  const call = nodeAt(context.file, node.call);
  if (call.kind !== "call") return before;
  const needed = neededFor(callee, nodeAt(callee.file, leaves.value).depends);
  const given = givenOf(evaluation, call, node.call, context, needed);
  const { path = [] } = node;
  const isWhole = path.length === 0;
  const values = given.arguments.map((each, index) => (isWhole && index === node.argument ? before : each));
  const own = node.argument === -1 ? { ...given, self: before } : { ...given, arguments: values };
  const inner = evaluation.contextOf(callee, own);
  const place = placeOf(node, context);
  const left = evaluation.entering(callee, () => evaluation.valueOf(leaves.value, inner));
  if (!left || path.includes("*")) return opened(before, "it is changed by a function that is not followed", place);
  return path.reduce((object, key) => evaluation.member(object, key, place), left);
}

function afterConstructor(
  evaluation: Evaluation,
  made: Extract<Single, { kind: "class" }>,
  node: After,
  context: Context,
  before: Abstract,
): Abstract {
  const { constructorFunction } = made.file.code.classes[made.class] ?? {};
  if (constructorFunction === undefined) return before;
  const leaves = made.file.code.functions[constructorFunction]?.leaves.find((each) => each.what === node.argument);
  const call = nodeAt(context.file, node.call);
  if (!leaves || call.kind !== "call") return before;
  const inner = evaluation.constructorContext(made, givenOf(evaluation, call, node.call, context));
  if (!inner) return before;
  return (
    evaluation.entering({ file: made.file, function: constructorFunction }, () =>
      evaluation.valueOf(leaves.value, inner),
    ) ?? before
  );
}

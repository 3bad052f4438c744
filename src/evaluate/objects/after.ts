import { changedKeys } from "../../code/assigned-keys";
import { heldElsewhere, type After, type Call } from "../../code/values";
import { givenOf } from "../calls/call-nodes";
import { neededFor } from "../calls/calls";
import { onlyReads } from "../calls/readers";
import { guardHolds, joinVersions } from "../conditions/conditions";
import type { Abstract, Context, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt, placeOf } from "../places";
import { isSame, joinAll, optionsOf } from "../values";
import type { FunctionId, ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { FunctionSite } from "../../project/sites";
import { afterAssigned, withGettersOf } from "./accessors";
import { mayChangeByCallback, openedInside } from "./callbacks";
import { canBeChanged } from "../changed-unknown";
import { openedIn } from "../effects/given-members";
import { afterUnknown } from "../effects/after-unknown";
import { afterSuper } from "./instances";
import { openedByCode } from "../names/fixed-fields";
import { isBuiltInPlace, opened } from "./open";
import { afterElsewhere } from "../effects/held-elsewhere";
import { isPatched, ofPrototype } from "./prototypes";
import { setsUp } from "./setting-up";

/** Versions of objects after calls that got them. */

/** Evaluates the version of an object after a call that got it or called its method. */
export function evaluateAfter(evaluation: Evaluation, node: After, context: Context, id: ValueId): Abstract {
  return changedByCall(evaluation, node, { context, id }, evaluation.valueOf(node.object, context));
}

/** @param before the object before the call: the value of `node.object`, or one of its options. */
export function changedByCall(
  evaluation: Evaluation,
  node: After,
  { context, id }: { readonly context: Context; readonly id: ValueId },
  before: Abstract,
): Abstract {
  if (!optionsOf(before).some(canChange)) return before;
  const call = nodeAt(context.file, node.call);
  if (call.kind === "write") return afterAssigned(evaluation, before, call, context);
  if (call.kind === "opaque") return openedByCode(evaluation, before, call.reason, placeOf(node, context));
  return call.kind === "call" ? afterCall(evaluation, { node, call, context, id }, before) : before;
}

interface GivenTo {
  readonly node: After;
  readonly call: Call;
  readonly context: Context;
  readonly id: ValueId;
}

function afterCall(evaluation: Evaluation, { node, call, context, id }: GivenTo, before: Abstract): Abstract {
  const place = placeOf(node, context);
  if (call.how === "super")
    return node.argument === -1
      ? afterSuper(evaluation, before, givenOf(evaluation, call, node.call, context), context)
      : before;
  if (node.argument === heldElsewhere) return afterElsewhere(evaluation, call, context, before, place);
  if (!optionsOf(before).some(isKnown)) {
    const after = afterUnknown(evaluation, { node, call, context, place }, before);
    if (after) return after;
  }
  const callee = evaluation.valueOf(call.callee, context);
  if (optionsOf(before).every(({ kind }) => kind === "native")) {
    // A call on a client, or with it, may set it up.
    const mayTell = optionsOf(callee).some(
      ({ kind }) => kind === "native" || kind === "function" || kind === "builtin",
    );
    const isChain = optionsOf(before).some(isBuiltInPlace);
    const tells = node.argument === -1 ? isChain || setsUp(context.file, id) : mayTell;
    if (tells && guardHolds(evaluation, call.guard, context) !== false) {
      evaluation.valueOf(node.call, context);
      if (node.argument >= 0) tellByFunctions(evaluation, callee, node, context);
    }
    return before;
  }
  // One of the options may be a request that the call builds.
  if (node.argument === -1 && optionsOf(before).some(isBuiltInPlace)) evaluation.valueOf(node.call, context);
  const results = calledOn(callee, before, node).map((option): Abstract => {
    switch (option.kind) {
      case "builtin":
        return afterBuiltin(evaluation, option, node, context, node.argument === -1 ? ownOf(option, before) : before);
      case "function":
        return afterFunction(evaluation, option, node, context, before);
      case "class":
        return afterConstructor(evaluation, option, node, context, before);
      case "native":
        return option.native.changesFirst && node.argument === 0 && !node.path
          ? evaluation.valueOf(node.call, context)
          : before;
      case "scalar":
      case "text":
        return before;
      default:
        return (node.argument === -1 && keepsReceiver(evaluation, before, call, place)) ||
          onlyReads(evaluation, context, node.call, call)
          ? before
          : openedByCode(evaluation, before, "it is given to code that is not known", place);
    }
  });
  return results.every((each) => each === before) ? before : joinAll(results, before.place);
}

/** @returns the callees that apply to one object of several: built-in methods read from the others are left out. */
function calledOn(callee: Abstract, object: Abstract, { argument }: After): readonly Single[] {
  const all = optionsOf(callee);
  if (argument !== -1 || object.kind === "alternatives") return all;
  const own = all.filter((option) => option.kind === "builtin" && option.self && isSame(option.self, object));
  return own.length > 0 ? own : all;
}

/** @returns the object whose built-in method is called, of several. */
function ownOf({ self }: Extract<Single, { kind: "builtin" }>, before: Abstract): Abstract {
  return (self && optionsOf(before).find((option) => isSame(option, self))) ?? before;
}

function afterBuiltin(
  evaluation: Evaluation,
  callee: Extract<Single, { kind: "builtin" }>,
  node: After,
  context: Context,
  before: Abstract,
): Abstract {
  const call = nodeAt(context.file, node.call);
  if (call.kind !== "call") return before;
  const given = givenOf(evaluation, call, node.call, context);
  const builtinCall = { ...given, self: callee.self ?? given.self, evaluator: evaluation.forBuiltins };
  const after = callee.builtin.after?.(builtinCall, node.argument, before);
  if (after !== undefined) return withGettersOf(evaluation, after, given.site);
  const handed = callee.builtin.handsOn?.(builtinCall);
  if (handed && optionsOf(handed.callee).some((each) => each.kind === "builtin" && "after" in each.builtin))
    return opened(before, "a function that is called for it changes it", placeOf(node, context));
  return mayChangeByCallback(callee, given, node)
    ? openedInside(before, "a function that is called for it changes it", placeOf(node, context))
    : before;
}

/** Evaluates functions that get a client, because they may set it up. */
function tellByFunctions(evaluation: Evaluation, callee: Abstract, node: After, context: Context): void {
  for (const option of optionsOf(callee))
    if (option.kind === "function")
      afterFunction(evaluation, option, node, context, evaluation.valueOf(node.object, context));
}

/**
 * @returns whether an unknown method is assumed to leave its receiver unchanged. Most such methods belong to library classes. The assumption does not apply to
 *   instances of platform classes, and to objects with a prototype that the program changes.
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

function canChange(value: Single): boolean {
  return isKnown(value) || (value.kind === "unknown" ? canBeChanged(value) : value.kind === "object");
}

/** @returns whether more is known of an object than its declared type. */
function isKnown(value: Single): boolean {
  const { kind } = value;
  return kind === "array" || kind === "native" || (kind === "object" && !value.outside);
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
  const call = nodeAt(context.file, node.call);
  if (!leaves || call.kind !== "call") return before;
  const changed = isPart(node) ? undefined : changedKeys(callee.file.code, leaves.value, "change");
  const given: Handed = { node, call, context, before };
  const left = leftBy(evaluation, callee, leaves.value, given);
  const logged = afterLog(evaluation, callee, leaves.value, given, left);
  if (logged) return logged;
  if (left && !node.path?.includes("*")) return partOf(evaluation, left, callee, given);
  const place = placeOf(node, context);
  return changed ? openedIn(before, changed, notFollowed, place) : openedByCode(evaluation, before, notFollowed, place);
}

/** @returns whether the object was a member of an argument, not the argument itself. */
function isPart({ path = [] }: After): boolean {
  return path.length > 0;
}

/** @returns the version of the object within the state in which a function leaves its argument. */
function partOf(
  evaluation: Evaluation,
  left: Abstract,
  callee: FunctionSite,
  { node, call, context, before }: Handed,
): Abstract {
  const place = placeOf(node, context);
  const whole = (node.path ?? []).reduce((object, key) => evaluation.member(object, key, place), left);
  return call.isLeftRunning && waits(callee) ? joinVersions([before, whole], place) : whole;
}

const notFollowed = "it is changed by a function that is not followed";

/** An object that a call passes to a function. */
interface Handed extends Pick<GivenTo, "node" | "call" | "context"> {
  readonly before: Abstract;
}

/**
 * Log functions are followed, because they may change their arguments. Unknown code to which they pass the object is assumed to only read it.
 * @param left the state in which the function leaves the object, if it is followed.
 * @returns the object with only the members opened that the function itself assigns; undefined for other functions, and if all is known.
 */
function afterLog(
  evaluation: Evaluation,
  callee: FunctionSite,
  leaves: ValueId,
  { node, call, context, before }: Handed,
  left: Abstract | undefined,
): Abstract | undefined {
  if (isPart(node) || isKnownAfter(left, before) || !onlyReads(evaluation, context, node.call, call)) return undefined;
  const read = changedKeys(callee.file.code, leaves, "read");
  return read && openedIn(before, { ...read, given: new Set() }, notFollowed, placeOf(node, context));
}

/** @returns the state in which a function leaves an argument or its receiver; undefined if it is not followed. */
function leftBy(
  evaluation: Evaluation,
  callee: Extract<Single, { kind: "function" }>,
  leaves: ValueId,
  { node, call, context, before }: Handed,
): Abstract | undefined {
  const needed = neededFor(callee, nodeAt(callee.file, leaves).depends);
  const given = givenOf(evaluation, call, node.call, context, needed);
  const values = given.arguments.map((each, index) => (!isPart(node) && index === node.argument ? before : each));
  const own = node.argument === -1 ? { ...given, self: before } : { ...given, arguments: values };
  return evaluation.leftBy(leaves, evaluation.contextOf(callee, own));
}

/** @returns whether as much is known of an object after a call as before. */
function isKnownAfter(left: Abstract | undefined, before: Abstract): boolean {
  if (!left) return false;
  const wasOpen = optionsOf(before).some((option) => "open" in option && option.open !== undefined);
  return optionsOf(left).every(
    (option) => option.kind !== "unknown" && (wasOpen || !("open" in option && option.open)),
  );
}

const waiting = new WeakMap<ProjectFile, ReadonlySet<FunctionId>>();

/** @returns whether a function awaits something, so that its caller goes on before it ends. */
function waits({ file, function: id }: FunctionSite): boolean {
  let found = waiting.get(file);
  if (!found) {
    const all = file.code.values.flatMap((node) => (node.kind === "await" ? node.in : []));
    waiting.set(file, (found = new Set(all.filter((each) => file.code.functions[each]?.async))));
  }
  return found.has(id);
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
    evaluation.leftBy(leaves.value, inner) ??
    openedByCode(evaluation, before, "it is changed by a constructor that is not followed", placeOf(node, context))
  );
}

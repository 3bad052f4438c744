import type TS from "typescript";
import type { Native, NativeCall, WayOfCopying } from "../../clients/native";
import type { Value } from "../../value/value";
import { copy } from "../builtins/index";
import type { Abstract, FunctionValue, Place } from "../domain";
import { opened } from "../objects/open";
import type { Evaluation, Given } from "../evaluation";
import { fromValue } from "../snapshots/from-value";
import { unknown } from "../make";
import { ofTypeArgument } from "./type-arguments";
import { nodeAt } from "../places";
import { callSlot } from "../slots/slots";
import { toPassed, toValue } from "../snapshots/snapshot";
import { optionsOf } from "../values";

/** Calls of natives: they get located values, and report requests. */

/** @returns the result of calling a native; unknown if it cannot be called. */
export function callNative(evaluation: Evaluation, native: Native, given: Given, how: "call" | "construct"): Abstract {
  const { place } = given;
  if (native.slot) return callSlot(evaluation, native.slot, given);
  if (!native[how]) return unknown(`\`${native.label}\` is called`, place);
  const result = native[how](nativeCall(evaluation, given));
  return fromValue(evaluation, result, place);
}

/** @returns the result of `await`, if the native defines one. */
export function awaitNative(
  evaluation: Evaluation,
  native: Native,
  given: Given,
  isHandedBack: boolean,
): Abstract | undefined {
  return native.await && fromValue(evaluation, native.await(nativeCall(evaluation, given, isHandedBack)), given.place);
}

function nativeCall(evaluation: Evaluation, given: Given, isHandedBack = false): NativeCall {
  const { place, site } = given;
  const { context } = site;
  const node = nodeAt(context.file, site.call);
  const callee =
    node.kind === "call" ? { ...place, file: context.file, start: node.calleeStart, end: node.calleeEnd } : place;
  const snapshot = (value: Abstract): Value => toValue(evaluation, value);
  const run = (callback: Value, args: readonly Value[]): Abstract => {
    const callee = fromValue(evaluation, callback, place);
    // A native that is called back sends as part of this call.
    const isClient = optionsOf(callee).every(({ kind }) => kind === "native");
    const handed: Given = {
      ...given,
      needed: undefined,
      site: isClient ? site : { ...site, context: evaluation.contexts.apart(context) },
      arguments: args.map((each) => fromValue(evaluation, each, place)),
      more: false,
      self: undefined,
    };
    for (const option of optionsOf(callee))
      if (option.kind === "function") evaluation.sends.noteRun(site.call, context, { option, given: handed });
    return evaluation.call(callee, handed);
  };
  const invoke = (callback: Value, args: readonly Value[]): Value => snapshot(run(callback, args));
  return {
    arguments: snapshotsOf(given.arguments, snapshot),
    moreArguments: given.more,
    get passed() {
      return given.arguments.map((each) => toPassed(evaluation, each));
    },
    isOneOfSeveral: given.isOneOfSeveral,
    ...(isHandedBack && { isHandedBack }),
    calleeRange: evaluation.positions.rangeOf(callee),
    range: evaluation.positions.rangeOf(place),
    node: context.file.nodeOf(site.call) as TS.CallExpression,
    invoke,
    pass: (callback, args) => toPassed(evaluation, run(callback, args)),
    changing(callback, args) {
      return {
        result: invoke(callback, args),
        arguments: args.map((each, index) =>
          snapshot(
            leftBy(evaluation, fromValue(evaluation, callback, place), args, index, given) ??
              fromValue(evaluation, each, place),
          ),
        ),
      };
    },
    copy: (way: WayOfCopying, args) =>
      toPassed(
        evaluation,
        copy(
          way,
          args.map((each) => fromValue(evaluation, each, place)),
          place,
        ),
      ),
    ofTypeArgument: (index, reason) => snapshot(ofTypeArgument(evaluation, given, index, reason)),
    send: (draft) => evaluation.sends.add(site.call, context, () => draft),
    sendLater: (describe) => evaluation.sends.add(site.call, context, describe),
  };
}

/** @returns the snapshots of arguments, each created at the first read, because a snapshot evaluates all members of the argument. */
function snapshotsOf(given: readonly Abstract[], snapshot: (value: Abstract) => Value): readonly Value[] {
  const list: Value[] = [];
  given.forEach((value, index) => {
    Object.defineProperty(list, index, { enumerable: true, get: () => snapshot(value) });
  });
  return list;
}

/** @returns the state in which a callback leaves an argument; undefined if it does not change it. */
function leftBy(
  evaluation: Evaluation,
  callback: Abstract,
  args: readonly Value[],
  index: number,
  given: Given,
): Abstract | undefined {
  if (callback.kind !== "function") return undefined;
  const leaves = leavesOf(callback, index);
  if (leaves === undefined) return undefined;
  const context = evaluation.contextOf(callback, {
    ...given,
    arguments: args.map((each) => fromValue(evaluation, each, given.place)),
    more: false,
    self: undefined,
  });
  const [before] = args.slice(index);
  return (
    evaluation.leftBy(leaves, context) ??
    (before &&
      opened(
        fromValue(evaluation, before, given.place),
        "it is changed by a function that is not followed",
        given.place,
      ))
  );
}

function leavesOf({ file, function: id }: FunctionValue, index: number): number | undefined {
  return file.code.functions[id]?.leaves.find(({ what }) => what === index)?.value;
}

/** @returns the member of a native; undefined if the native does not define it. */
export function nativeMember(evaluation: Evaluation, native: Native, key: string, place: Place): Abstract | undefined {
  const value = native.get?.(key, evaluation.positions.rangeOf(place));
  return value && fromValue(evaluation, value, place);
}

import type { NativeCall } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import type { Member } from "../../code/values";
import type { Abstract, Context, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt, placeOf } from "../places";
import { mapOptions, optionsOf } from "../values";
import { givenBy } from "./waiting";

/**
 * Requests that a function begins, and gives to its callers, who build the rest: each call of the function has one of its own. What a function was given,
 * or keeps, is the same for all who get it.
 */
export function begunByCall(
  evaluation: Evaluation,
  value: Abstract,
  callees: readonly Single[],
  { call, context }: { readonly call: ValueId; readonly context: Context },
): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "native" || !option.native.begun) return option;
    const made = option.place.context;
    const isBegun = callees.some(
      (each) => each.kind === "function" && each.file === made?.file && each.function === made.function,
    );
    if (!isBegun) return option;
    const { native } = option;
    const { contexts } = evaluation;
    return contexts.once(`begun:${context.id}:${call}:${contexts.keyOf([native])}`, () => ({
      ...option,
      native: native.begun?.(context.file.nodeOf(call) as NativeCall["node"]) ?? native,
      place: placeOf(nodeAt(context.file, call), context),
    }));
  });
}

/** A function that begins a request may give it in an object: `const { request } = await begin(url)`. */
export function begunInMember(evaluation: Evaluation, value: Abstract, { object }: Member, context: Context): Abstract {
  if (!optionsOf(value).some((option) => option.kind === "native" && "begun" in option.native)) return value;
  const [call, ...others] = givenBy(context.file, object);
  const node = call === undefined || others.length > 0 ? undefined : nodeAt(context.file, call);
  if (call === undefined || node?.kind !== "call" || node.how !== "call") return value;
  const own = evaluation.contexts.project(context, node.depends);
  return begunByCall(evaluation, value, optionsOf(evaluation.valueOf(node.callee, own)), { call, context: own });
}

import type { NativeCall } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import type { Member } from "../../code/values";
import type { Abstract, Context, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt, placeOf } from "../places";
import { mapOptions, optionsOf } from "../values";
import { givenBy } from "./waiting";

/**
 * Gives each call of a function a request of its own, if the function begins requests and returns them for its callers to complete. A request that the function
 * got, or keeps elsewhere, stays shared by all its callers.
 */
export function begunByCall(
  value: Abstract,
  callees: readonly Single[],
  { call, context }: { readonly call: ValueId; readonly context: Context },
): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "native" || !option.native.begun) return option;
    const creator = option.place.context;
    const isBegun = callees.some(
      (each) => each.kind === "function" && each.file === creator?.file && each.function === creator.function,
    );
    if (!isBegun) return option;
    const native = option.native.begun(context.file.nodeOf(call) as NativeCall["node"]);
    return { ...option, native, place: placeOf(nodeAt(context.file, call), context) };
  });
}

const known = new WeakMap<Context, Map<string, Abstract>>();

/** The same for a request in a returned object: `const { request } = await begin(url)`. All reads of the member get the same request. */
export function begunInMember(evaluation: Evaluation, value: Abstract, { object }: Member, context: Context): Abstract {
  if (!optionsOf(value).some((option) => option.kind === "native" && "begun" in option.native)) return value;
  const [call, ...others] = givenBy(context.file, object);
  const node = call === undefined || others.length > 0 ? undefined : nodeAt(context.file, call);
  if (call === undefined || node?.kind !== "call" || node.how !== "call") return value;
  const own = evaluation.contexts.project(context, node.depends);
  const begun = known.get(own) ?? new Map<string, Abstract>();
  known.set(own, begun);
  const key = `${call}:${evaluation.contexts.keyOf([value])}`;
  const before = begun.get(key);
  if (before) return before;
  const request = begunByCall(value, optionsOf(evaluation.valueOf(node.callee, own)), { call, context: own });
  begun.set(key, request);
  evaluation.remembered(request, () => begun.delete(key));
  return request;
}

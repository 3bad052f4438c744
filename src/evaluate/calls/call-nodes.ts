import type { ValueId } from "../../code/graph";
import { dependsOnAll, dependsOnThis, type Call } from "../../code/values";
import type { Abstract, Context, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { elementsOf } from "../builtins/index";
import { isVersionOf, joinVersions } from "../conditions/conditions";
import { hasChangesThroughCalls, versionsThroughCalls } from "../names/through-calls";
import { isNeeded } from "../contexts";
import { scalar, unknown } from "../make";
import { begunByCall } from "./begun-requests";
import { neededBy } from "./calls";
import { comingIn, placeOf, standingAt } from "../places";
import { assuming, joinAll, mayBeMissing, missing, nullishOf, optionsOf } from "../values";

/** Evaluation of call nodes. */

/**
 * @param needed the parts of the call that its callee needs; other arguments are not evaluated.
 * @returns what a call supplies to its callee.
 */
export function givenOf(
  evaluation: Evaluation,
  node: Call,
  id: ValueId,
  context: Context,
  needed: number = dependsOnAll,
): Given {
  const place = placeOf(node, context);
  const values: Abstract[] = [];
  let more = false;
  let isCounted = true;
  let unasked: Abstract | undefined;
  for (const { value, spread, at } of node.arguments) {
    isCounted &&= !spread;
    if (isCounted && !isNeeded(needed, values.length)) {
      values.push((unasked ??= unknown("an argument that is not needed", place)));
      continue;
    }
    const given = standingAt(evaluation.valueOf(value, context), at, context);
    if (!spread) {
      values.push(given);
      continue;
    }
    const { known, isWhole } = spreadOf(given);
    values.push(...known);
    if (isWhole) continue;
    more = true;
    break;
  }
  const isSelfNeeded = (needed & dependsOnThis) !== 0;
  const self = node.receiver === undefined || !isSelfNeeded ? undefined : evaluation.valueOf(node.receiver, context);
  return { arguments: values, needed, more, self, place, site: { call: id, context }, isOneOfSeveral: false };
}

/** @returns the arguments that a spread surely adds, and whether these are all. */
function spreadOf(given: Abstract): { readonly known: readonly Abstract[]; readonly isWhole: boolean } {
  const elements = given.kind === "array" ? given.elements : elementsOf(given);
  if (elements?.every(({ presence }) => presence === "always") !== true) return { known: [], isWhole: false };
  return { known: elements.map(({ value }) => value), isWhole: given.kind !== "array" || given.open === undefined };
}

export function evaluateCall(evaluation: Evaluation, node: Call, context: Context, id: ValueId): Abstract {
  const place = placeOf(node, context);
  if (node.how === "import") return unknown("a module that is loaded when it is needed", place);
  const callee = evaluation.valueOf(node.callee, context);
  const options = optionsOf(callee);
  if (options.length === 0) return callee;
  const given = givenOf(evaluation, node, id, context, node.how === "new" ? dependsOnAll : neededByAny(options));
  const results = options.map((option): Abstract => {
    if (node.optional && nullishOf(option) === true) return scalar(undefined, place);
    const own: Given = { ...given, isOneOfSeveral: options.length > 1 };
    const result = node.how === "new" ? evaluation.construct(option, own) : evaluation.call(option, own);
    const whole = node.optional && mayBeMissing(option) ? missing(result) : result;
    return assuming(comingIn(whole, place), option.assumes);
  });
  const result = begunByCall(joinAll(results, place), options, { call: id, context });
  return node.arguments.length === 0 ? withChangesThroughCalls(evaluation, context, result, id) : result;
}

function neededByAny(callees: readonly Single[]): number {
  return callees.reduce((needed, each) => needed | neededBy(each), 0);
}

/** Adds changes made through other calls: `api().headers.a = "b"` changes the object that every call of `api()` returns. */
function withChangesThroughCalls(evaluation: Evaluation, { file }: Context, result: Abstract, id: ValueId): Abstract {
  const known = optionsOf(result);
  if (!hasChangesThroughCalls(file) || !known.some(({ kind }) => kind === "object" || kind === "array")) return result;
  const versions = versionsThroughCalls(evaluation, file, id)
    .flatMap(optionsOf)
    .filter((option) => isVersionOf(option, known));
  return versions.length > 0 ? joinVersions([result, ...versions], result.place) : result;
}

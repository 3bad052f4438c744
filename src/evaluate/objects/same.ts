import type { Same } from "../../code/values";
import type { Abstract, Context, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { placeOf } from "../places";
import { joinAll, mapOptions, optionsOf } from "../values";
import { isBuiltInPlace, opened } from "./open";
import { isVersionOf, joinVersions } from "../conditions/conditions";
import { holdingVersions, objectsIn } from "../effects/held-objects";

/** Evaluates an object after a change of a value that may be the same object. The identities decide whether it is. */
export function evaluateSame(evaluation: Evaluation, node: Same, context: Context): Abstract {
  const before = evaluation.valueOf(node.object, context);
  // A chained call returns the request that it builds, and the next call builds the same request.
  if (optionsOf(before).some(isBuiltInPlace)) evaluation.valueOf(node.then, context);
  if (!optionsOf(before).some(hasIdentity)) return before;
  const was = optionsOf(evaluation.valueOf(node.as, context));
  return mapOptions(before, (option): Abstract => {
    if (!hasIdentity(option)) return option;
    if (node.within && (node.as === node.then || !was.some((each) => isSameObject(each, option))))
      return changedWithin(option, was, optionsOf(evaluation.valueOf(node.then, context)));
    if (!was.some((each) => isSameObject(each, option))) return option;
    const now = optionsOf(evaluation.valueOf(node.then, context));
    const versions = now.filter((each) => isSameObject(each, option));
    if (versions.length === 0) return opened(option, "it is changed under another name", placeOf(node, context));
    return was.length === 1 ? joinAll(versions, option.place) : joinAll([option, ...versions], option.place);
  });
}

type WithIdentity = Extract<Single, { kind: "object" | "array" | "unknown" }>;

function hasIdentity(option: Single): option is WithIdentity {
  return option.kind === "object" || option.kind === "array" || option.kind === "unknown";
}

function isSameObject(one: Single, other: WithIdentity): boolean {
  return hasIdentity(one) && one.identity === other.identity;
}

/** @returns an object held by another one, in its version there; or, if it holds the other one, the object with the new version inside. */
function changedWithin(option: Single, was: readonly Single[], now: readonly Single[]): Abstract {
  const held = now.flatMap((each) => objectsIn(each)).filter((each) => isVersionOf(option, [each]));
  if (held.length > 0) return held.includes(option) && held.length === 1 ? option : joinVersions(held, option.place);
  const versions = now.filter((each) => was.some((one) => hasIdentity(each) && isSameObject(one, each)));
  return option.kind === "object" && versions.length > 0 ? holdingVersions(option, versions) : option;
}

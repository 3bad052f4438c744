import { mayBeAssigned } from "../../code/assigned-keys";
import type { ValueId } from "../../code/graph";
import type { Member } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { functionUses } from "./function-uses";
import type { Abstract, Context, ObjectValue, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { joinAll, mapOptions, optionsOf } from "../values";
import { placeOf } from "../places";
import { isSettled, methodOf } from "../objects/methods";

/**
 * Finds a called method on the first version of its object: calls on an object do not change its methods. Later versions are evaluated only where the method
 * reads `this`.
 * @returns the called method; undefined if it depends on the current version of the object.
 */
export function methodBefore(
  evaluation: Evaluation,
  member: Member,
  id: ValueId,
  context: Context,
): Abstract | undefined {
  const { file } = context;
  const { key } = member;
  const root = file.code.roots[member.object];
  if (typeof key !== "string" || root === undefined || root === member.object || !isCalled(file, id)) return undefined;
  if (mayBeAssigned(file.code, root, key)) return undefined;
  const options = optionsOf(evaluation.valueOf(root, context));
  const place = placeOf(member, context);
  const methods = options.map((option) =>
    option.kind === "object" ? settledMethod(evaluation, option, key, place) : undefined,
  );
  const known = methods.filter((each) => each !== undefined);
  return known.length > 0 && known.length === methods.length ? joinAll(known, place) : undefined;
}

function isCalled(file: ProjectFile, id: ValueId): boolean {
  return functionUses(file).callees.has(id);
}

/** @returns the method of an object's class, without `this`, which the call supplies. */
function settledMethod(evaluation: Evaluation, object: ObjectValue, key: string, place: Place): Abstract | undefined {
  if (!object.instanceOf || object.members.has(key) || object.outside || !isSettled(evaluation, object, key))
    return undefined;
  const method = methodOf(evaluation, object, key, place);
  if (!method || !optionsOf(method).every(({ kind }) => kind === "function")) return undefined;
  return mapOptions(method, (option) =>
    option.kind === "function" && option.self === object ? { ...option, self: undefined } : option,
  );
}

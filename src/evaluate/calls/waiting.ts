import type { ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, ObjectValue } from "../domain";
import type { Evaluation } from "../evaluation";
import { functionUses } from "./function-uses";
import { awaitNative } from "./native-calls";
import { unknown } from "../make";
import { methodOf } from "../objects/methods";
import { nodeAt } from "../places";
import { mapOptions } from "../values";

/**
 * @param isHandedBack no code is known that awaits the value: a function returns it to its callers.
 * @returns the result of `await`. A promise is represented by the value that it resolves to, so this is the value itself. A native may define another one: a
 *   request built by a chain of calls is sent when code awaits it, at the last call of the chain.
 */
export function awaited(evaluation: Evaluation, value: Abstract, isHandedBack = false): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind === "object" && hasThen(evaluation, option))
      return unknown("what an object with a `then` gives", option.place);
    if (option.kind !== "native" || !option.native.await) return option;
    const { file, end, context } = option.place;
    const call = functionUses(file).callAt.get(end);
    if (call === undefined || !context) return option;
    const site = { call, context: evaluation.contexts.project(context, nodeAt(file, call).depends) };
    const given = { arguments: [], more: false, self: undefined, place: option.place, site, isOneOfSeveral: false };
    return awaitNative(evaluation, option.native, given, isHandedBack) ?? option;
  });
}

/** @returns whether an object of the program has a `then` of its own. */
function hasThen(evaluation: Evaluation, object: ObjectValue): boolean {
  const own = object.members.get("then");
  if (own) return own.value.kind === "function";
  return object.instanceOf !== undefined && methodOf(evaluation, object, "then", object.place)?.kind === "function";
}

/** Steps through names, types, versions and joins between a call and the `await` of its result. */
const mostSteps = 60;

/** @returns the calls and parameters from which a value may come, directly or as a member of an object, through names, types, versions and joins. */
export function givenBy(file: ProjectFile, id: ValueId): readonly ValueId[] {
  const found: ValueId[] = [];
  const seen = new Set([id]);
  for (const current of seen) {
    const node = nodeAt(file, current);
    if (node.kind === "call" || node.kind === "parameter") found.push(current);
    else if (seen.size < mostSteps) for (const each of wrappedBy(node)) seen.add(each);
  }
  return found;
}

function wrappedBy(node: ValueNode): readonly ValueId[] {
  switch (node.kind) {
    case "join":
      return node.sides.map(({ value }) => value);
    case "loop":
      return [node.initial, node.next];
    case "named":
    case "typed":
    case "refined":
    case "await":
      return [node.value];
    case "after":
    case "same":
    case "write":
    case "member":
      return [node.object];
    default:
      return [];
  }
}

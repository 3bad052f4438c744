import { bareOf } from "../../code/bare";
import type { Guard } from "../../code/declarations";
import type { ValueId } from "../../code/graph";
import { guardsAround } from "../../code/guards";
import type { Member } from "../../code/values";
import { alternativesOf } from "../make";
import type { Abstract, Context } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt } from "../places";
import { nullishOf, optionsOf } from "../values";
import { asked } from "./conditions";

/**
 * A member of a shared variable that an earlier guard has tested: `if (!state.id) return; save(state); send(state.id)`. Other code may assign it in between,
 * but hardly ever clears it.
 * @returns the value without its null and undefined options, if a guard has ruled them out.
 */
export function askedEarlier(evaluation: Evaluation, read: Member, value: Abstract, context: Context): Abstract {
  const { file } = context;
  const owner = nodeAt(file, bareOf(file.code.values, read.object));
  if (value.kind !== "alternatives" || owner.kind !== "variable") return value;
  const there = value.options.filter((option) => nullishOf(option) !== true);
  const [first] = there;
  if (!first || there.length === value.options.length) return value;
  const isAsked = guardsAround(file.code, owner.guard).some((id) => {
    const guard = file.code.guards[id];
    return guard !== undefined && asksFor(evaluation, guard, { key: read.key, variable: owner.variable }, context);
  });
  if (!isAsked) return value;
  return there.length === 1 ? first : alternativesOf(there, value.place);
}

/** @returns whether a guard tests that a member of a variable is neither null nor undefined. */
function asksFor(
  evaluation: Evaluation,
  guard: Pick<Guard, "condition" | "holds">,
  { key, variable }: Pick<Member, "key"> & { readonly variable: number },
  context: Context,
): boolean {
  const { file } = context;
  const isIt = (id: ValueId | undefined): boolean => {
    const node = id === undefined ? undefined : nodeAt(file, bareOf(file.code.values, id));
    const owner = node?.kind === "member" ? nodeAt(file, bareOf(file.code.values, node.object)) : undefined;
    return node?.kind === "member" && node.key === key && owner?.kind === "variable" && owner.variable === variable;
  };
  const { condition, holds } = asked(context, guard.condition, guard.holds);
  if (isIt(condition)) return holds;
  const node = nodeAt(file, condition);
  const isEqual = node.kind === "operation" && node.operator.startsWith("==") === holds;
  if (node.kind !== "operation" || !/^[!=]==?$/u.test(node.operator) || isEqual) return false;
  const [left, right] = node.operands;
  const other = isIt(left) ? right : isIt(right) ? left : undefined;
  return other !== undefined && optionsOf(evaluation.valueOf(other, context)).every((each) => nullishOf(each) === true);
}

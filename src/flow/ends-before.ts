import type { Demand } from "../code/declarations";
import { always, type GuardId, type ValueId } from "../code/graph";
import { guardsAround } from "../code/guards";
import type { Context } from "../evaluate/domain";
import type { Evaluator } from "../evaluate/evaluator";
import { nodeAt } from "../evaluate/places";
import { nullishOf } from "../evaluate/values";

/** @returns whether a function, or one around it, surely ends before a call: it reads a member of a parameter for which nothing is given. */
export function endsBefore(evaluator: Evaluator, call: ValueId, context: Context): boolean {
  const node = nodeAt(context.file, call);
  return node.kind === "call" && someDemand(evaluator, context, call, node.guard);
}

function someDemand(evaluator: Evaluator, context: Context, before: ValueId, guard: GuardId): boolean {
  const { file, outer } = context;
  const { demands = [], value } = file.code.functions[context.function] ?? {};
  const isOnTheWay = (each: Demand): boolean =>
    each.read < before && (each.guard === always || guardsAround(file.code, guard).includes(each.guard));
  const isNothing = ({ parameter }: Demand): boolean => nullishOf(evaluator.valueOf(parameter, context)) === true;
  if (demands.some((each) => isOnTheWay(each) && isNothing(each))) return true;
  return outer !== undefined && value !== undefined && someDemand(evaluator, outer, value, always);
}

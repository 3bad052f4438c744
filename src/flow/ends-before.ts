import type { Demand, FunctionCode } from "../code/declarations";
import { always, type GuardId, type ValueId } from "../code/graph";
import { guardsAround } from "../code/guards";
import type { Context } from "../evaluate/domain";
import type { Evaluator } from "../evaluate/evaluator";
import { nodeAt } from "../evaluate/places";
import { nullishOf } from "../evaluate/values";
import { groupBy } from "../text/groups";

/** @returns whether the function of a call, or one around it, surely throws before the call: it reads a member of a parameter whose argument is nullish. */
export function endsBefore(evaluator: Evaluator, call: ValueId, context: Context): boolean {
  const node = nodeAt(context.file, call);
  return node.kind === "call" && someDemand(evaluator, context, call, node.guard);
}

function someDemand(evaluator: Evaluator, context: Context, before: ValueId, guard: GuardId): boolean {
  const { file, outer } = context;
  const code = file.code.functions[context.function];
  if (!code) return false;
  const isNothing = ({ parameter, read }: Demand): boolean =>
    read < before && nullishOf(evaluator.valueOf(parameter, context)) === true;
  const demands = code.demands.length === 0 ? undefined : demandsOf(code);
  const ways = demands ? [always, ...guardsAround(file.code, guard)] : [];
  if (ways.some((way) => demands?.get(way)?.some(isNothing))) return true;
  return outer !== undefined && code.value !== undefined && someDemand(evaluator, outer, code.value, always);
}

const known = new WeakMap<FunctionCode, ReadonlyMap<GuardId, readonly Demand[]>>();

/** @returns a function's demands, grouped by guard: a call has few guards around it, and a function may have many demands. */
function demandsOf(code: FunctionCode): ReadonlyMap<GuardId, readonly Demand[]> {
  const before = known.get(code);
  if (before) return before;
  const found = groupBy(code.demands, (each) => each.guard);
  known.set(code, found);
  return found;
}

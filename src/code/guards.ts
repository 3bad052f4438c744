import { always, type FileCode, type GuardId } from "./graph";

/** Bound on the guards around a value; only generated code has more. */
export const mostConditions = 64;

/** @returns a guard and its enclosing guards, innermost first. */
export function guardsAround({ guards }: FileCode, guard: GuardId): readonly GuardId[] {
  const chain: GuardId[] = [];
  for (let id = guard; id !== always && chain.length <= mostConditions; id = guards[id]?.outer ?? always)
    chain.push(id);
  return chain;
}

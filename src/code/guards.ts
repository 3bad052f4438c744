import { always, type FileCode, type GuardId } from "./graph";

/** Conditions in front of a value: code that asks more is generated. */
export const mostConditions = 64;

/** @returns a guard, and those around it, from the innermost out. */
export function guardsAround({ guards }: FileCode, guard: GuardId): readonly GuardId[] {
  const chain: GuardId[] = [];
  for (let id = guard; id !== always && chain.length <= mostConditions; id = guards[id]?.outer ?? always)
    chain.push(id);
  return chain;
}

import { tellsClass } from "../../syntax/classes-by-name";
import type { SolvedCall } from "./solved";
import type { Solver } from "./solver";

/** Functions of one name, of which a call of something unknown may run each. */
const mostUntyped = 4;
const mostTyped = 12;

/**
 * The last resort: a call of a member of which nothing is known may run the few functions of that name that lead to a request. They become its
 * callees.
 *
 * @param isNear whether a function is one of those that the project may hand to the code that is looked at.
 * @returns the calls, with the functions that were found for them.
 */
export function resolveByName(
  solver: Solver,
  leading: ReadonlySet<number>,
  isNear: (code: number) => boolean,
): readonly { readonly call: SolvedCall; readonly found: readonly number[] }[] {
  const byName = new Map<string, number[]>();
  for (const id of leading) {
    const name = solver.functions[id]?.fact.name ?? "";
    if (!tellsClass(name) || !isNear(id)) continue;
    const known = byName.get(name);
    if (known) known.push(id);
    else byName.set(name, [id]);
  }
  return solver.calls.flatMap((call) => {
    const found = candidates(solver, call, byName);
    if (found.length === 0) return [];
    call.callees.push(...found);
    call.isByName = true;
    return { call, found };
  });
}

function candidates(
  solver: Solver,
  call: SolvedCall,
  byName: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  const { member } = call.fact;
  if (member === undefined || call.callees.length > 0 || call.role !== undefined || call.through) return [];
  const named = byName.get(member) ?? [];
  const held = solver.objectsIn(call.self);
  if (held.length > 0 && held.every((each) => solver.object(each)?.kind === "type"))
    return named.length > mostTyped ? [] : named;
  return named.length > mostUntyped || held.length > 0 ? [] : named;
}

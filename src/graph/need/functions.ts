import type { SolvedFunction } from "../flow/solved";
import type { Solver } from "../flow/solver";
import { none } from "../index/facts";

/** What functions do that decides about calls of them. */

/** Whether a function stands within another one: it reads that one's variables, which are known there alone. */
export function isInner(functions: readonly SolvedFunction[], { parent }: SolvedFunction): boolean {
  for (let each = parent; each !== none; each = functions[each]?.parent ?? none)
    if ((functions[each]?.result ?? none) !== none) return true;
  return false;
}

/** @returns the functions that end with `throw`, or with a call of one that does. */
export function neverReturning({ functions, calls }: Solver): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [id, { fact }] of functions.entries()) if (fact.lastCall === none) found.add(id);
  const last = calls.filter(({ within, fact }) => functions[within]?.fact.lastCall === fact.end);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { within, callees } of last) if (callees.some((each) => found.has(each))) found.add(within);
  }
  return found;
}

/** @returns the functions within others that call one which leads to a request, and which is an argument of those: `(...args) => action(...args)`. */
export function passing({ functions, calls }: Solver, leading: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { within, callees } of calls) {
    const code = functions[within];
    if (!code || leading.has(within) || !callees.some((each) => leading.has(each))) continue;
    if (isInner(functions, code)) found.add(within);
  }
  return found;
}

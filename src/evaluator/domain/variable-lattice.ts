import type { Abstract } from "./domain";
import type { Lattice } from "./slots";
import { join, joinAll } from "./values";
import { lastRound, leqValue, widened, withoutCovered } from "./widening";

/** Variables: absent before their declaration has run. */
export const variableLattice: Lattice<Abstract | undefined> = {
  join: (left, right) => (left && right ? join(left, right) : (left ?? right)),
  leq: (lower, upper, since) => !lower || (upper !== undefined && leqValue(lower, upper, since)),
  widen: (seen, { since, attempt }) => {
    const known = seen.filter((value) => value !== undefined);
    const [first] = known;
    if (!first) return undefined;
    const joined = joinAll(known, first.place);
    return attempt === 0 ? withoutCovered(lastRound(joined, since)) : widened(joined, since, attempt);
  },
  added: (_before, after) => (after ? [after] : []),
  changes: (_before, after) => [{ value: after }],
};

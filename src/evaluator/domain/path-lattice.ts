import type { Lattice } from "./slots";

/**
 * A lattice of facts that hold on one path. The order follows from the join.
 *
 * @param join keeps the facts that both sides have.
 */
export function pathLattice<T>(join: (left: T, right: T) => T, same: (left: T, right: T) => boolean): Lattice<T> {
  return {
    join,
    leq: (lower, upper) => same(join(upper, lower), upper),
    widen: (seen) => seen.reduce(join),
    added: () => [],
    changes: () => [],
    ofPath: true,
  };
}

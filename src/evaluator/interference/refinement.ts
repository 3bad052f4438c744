import type { Abstract } from "../domain/domain";
import { pathLattice } from "../domain/slots";
import { isPartOf, join, same } from "../domain/values";

/** A narrowing: the value as it is read, and the value on the path. */
export interface Refinement {
  readonly before: Abstract;
  readonly after: Abstract;
}

export const refinementLattice = pathLattice<Refinement | undefined>((left, right) => {
  if (!left || !right || !same(left.before, right.before)) return undefined;
  if (same(left.after, right.after)) return left;
  const after = join(left.after, right.after);
  return isPartOf(after, left.before) ? { before: left.before, after } : undefined;
}, isSameRefinement);

function isSameRefinement(left: Refinement | undefined, right: Refinement | undefined): boolean {
  if (!left || !right) return left === right;
  return left === right || (same(left.before, right.before) && same(left.after, right.after));
}

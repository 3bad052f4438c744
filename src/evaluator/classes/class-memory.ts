import type { Abstract, Closure } from "../domain/domain";

/** The classes of one run: their typical instances, and those that are being made. */
export class ClassMemory {
  readonly instances = new Map<Closure, Abstract>();
  /** Classes whose typical instance is not finished yet. */
  readonly forming = new Set<Closure>();
  /** The classes whose constructors run, outermost first. */
  readonly constructing: Closure[] = [];
}

import type { Abstract, Cell, Closure } from "../domain/domain";

/** The classes of one run: their typical instances, and those that are being made. */
export class ClassMemory {
  readonly instances = new Map<Closure, Abstract>();
  /** Classes whose typical instance is not finished yet. */
  readonly forming = new Set<Closure>();
  /** The classes whose constructors run, outermost first. */
  readonly constructing: Closure[] = [];
  /** What `C.prototype` is, once it has been asked for. */
  readonly prototypes = new Map<Closure, Cell>();
}

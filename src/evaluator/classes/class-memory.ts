import type { Abstract, Builtin, Cell, Closure } from "../domain/domain";

/** The classes of one run: their typical instances, finished or not. */
export class ClassMemory {
  readonly instances = new Map<Closure, Abstract>();
  /** Classes whose typical instance is not finished yet. */
  readonly forming = new Set<Closure>();
  /** The classes whose constructors run, outermost first. */
  readonly constructing: Closure[] = [];
  /** The functions that stand for decorated ones, by these. */
  readonly perhaps = new Map<Closure | Builtin, Builtin>();
  /** What stands for decorated classes, by these. */
  readonly replaced = new Map<Closure, Closure>();
  /** The objects that `C.prototype` gives, by class or function; made when first asked for. */
  readonly prototypes = new Map<Closure, Cell>();
}

import type { Builtin, Cell, Closure, Root } from "../domain/domain";
import type { Machine } from "../machine";

/** What one run alone has: another call can neither be given the same, nor get a copy of it. */

/** Whether what belongs to a run is gone when the running entry point has ended. */
export function isLocal(machine: Machine, root: Root | undefined): boolean {
  for (let current = machine.context.root; current.parent; current = current.parent) if (current === root) return true;
  return false;
}

/** Whether a function closes over variables of a run, or is bound to values. */
export function isLocalFunction(machine: Machine, target: Closure | Builtin): boolean {
  return target.type === "closure" ? isLocal(machine, target.root) : target.holds !== undefined;
}

/** Whether an object is an instance or the prototype of a class that a run has made, or stands for several. */
export function isBoundToRun(machine: Machine, cell: Cell): boolean {
  const { constructedBy, prototypeOf } = cell;
  return isLocal(machine, constructedBy?.root) || prototypeOf !== undefined || machine.splits.has(cell);
}

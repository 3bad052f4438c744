import type TS from "typescript";
import type { Abstract, Builtin, Cell, Closure, Reference, Root } from "../domain/domain";

/** The classes of one run: their typical instances, finished or not. */
export class ClassMemory {
  readonly instances = new Map<Closure, Abstract>();
  /** Classes whose typical instance is not finished yet. */
  readonly forming = new Set<Closure>();
  /** The classes whose constructors run, outermost first. */
  readonly constructing: Closure[] = [];
  /** The objects whose constructors run, as long as no function is given away that may change them. */
  readonly making = new Set<Cell>();
  /** The instances that functions make and keep for all, by the expression that makes them; `null` where it makes none. */
  readonly lasting = new Map<TS.Node, Reference | null>();
  /** The assignments of such instances that a run has made. */
  readonly assigned = new WeakMap<Root, Set<TS.Node>>();
  /** The functions that stand for decorated ones, by these. */
  readonly decoratedFunctions = new Map<Closure | Builtin, Builtin>();
  /** What stands for decorated classes, by these. */
  readonly replaced = new Map<Closure, Closure>();
  /** The objects that `C.prototype` gives, by class or function; made when first asked for. */
  readonly prototypes = new Map<Closure, Cell>();
  /** The members that subclasses in the project declare or assign, by class; `any` where there are too many to tell. */
  readonly overridden = new Map<TS.Node, ReadonlySet<string> | "any">();

  /** Takes over what another pass has found, and this one has not. */
  takeOver(other: ClassMemory): void {
    add(this.instances, other.instances);
    add(this.lasting, other.lasting);
    add(this.decoratedFunctions, other.decoratedFunctions);
    add(this.replaced, other.replaced);
    add(this.prototypes, other.prototypes);
  }
}

function add<K, V>(to: Map<K, V>, from: ReadonlyMap<K, V>): void {
  for (const [key, value] of from) if (!to.has(key)) to.set(key, value);
}

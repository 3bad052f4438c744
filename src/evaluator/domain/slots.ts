import type TS from "typescript";
import type { Abstract, Root } from "./domain";

/** Slots hold the state that changes while code runs; their lattices join the contents of two paths. */

/** The possible contents of a slot, ordered from more to less knowledge. */
export interface Lattice<T> {
  /** @returns the content that allows for both. */
  join(left: T, right: T): T;
  /**
   * @param since objects made from this time on do not count: they belong to one round of a loop.
   * @returns whether `upper` allows for all that `lower` allows for.
   */
  leq(lower: T, upper: T, since?: number): boolean;
  /** @returns a content that allows for all contents seen so far, and that further rounds of a loop change only a few times. */
  widen(seen: readonly T[], round: LoopRound): T;
  /** @returns the values that a write puts into the slot. */
  added(before: T, after: T): readonly Abstract[];
  /** @returns the changes of a write. */
  changes(before: T, after: T): readonly SlotChange[];
  /** The contents are facts of one path: no code owns them, and each round of a loop may create new slots. */
  readonly ofPath?: true;
}

/** A round of a loop, while the fixpoint of its start is computed. */
export interface LoopRound {
  /** When the loop began. */
  readonly since: number;
  /** How many rounds have been tried: the first keeps alternatives, later ones give up on them. */
  readonly attempt: number;
}

export interface SlotChange {
  /** The member that changes, `*` for any; absent for the variable itself. */
  readonly key?: string;
  /** Its new value; absent where nothing is known of it. */
  readonly value?: Abstract | undefined;
}

/** Identifies a slot across runs: the declaration of a variable, or the expression that makes an object. */
export type SlotOwner = TS.Node | undefined;

/** Something that changes: a variable, an object's content, a fact. */
export class Slot<T> {
  /** Former contents, with the time at which they were replaced. */
  history: { readonly oldest: number; readonly time: number; readonly value: T }[] | undefined;
  /** The last question and answer of `since` of `Journal`. */
  joined: { readonly time: number; readonly kept: number; readonly value: T; readonly result: T } | undefined;
  /** How many entries its history has had. */
  kept = 0;
  /** Asynchronous code reads it. */
  lateRead = false;
  /** Time of first use. Facts are made at time 0, but may be first used later; loops compare this time. */
  firstUsed: number;

  constructor(
    public value: T,
    readonly lattice: Lattice<T>,
    readonly root: Root | undefined,
    readonly created: number,
    readonly owner: SlotOwner,
  ) {
    this.firstUsed = created;
  }
}

/** @returns the slot of a fact, which no code owns and which holds from the start, but is first used now. */
export function factSlot<T>(value: T, lattice: Lattice<T>, now: number): Slot<T> {
  const slot = new Slot(value, lattice, undefined, 0, undefined);
  slot.firstUsed = now;
  return slot;
}

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

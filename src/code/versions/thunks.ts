import type TS from "typescript";
import type { FunctionId, GuardId, ValueId } from "../graph";

/**
 * A version of a variable or object that is created when it is read. Most refinements, calls and joins change something that is never read again, and so get
 * no node.
 */
export type Thunk = RefineThunk | AfterThunk | SameThunk | JoinThunk | LoopThunk;

interface Base {
  /** The value, once it was read; −1 before. */
  value: ValueId;
  readonly in: FunctionId;
  /** Length of the longest chain of thunks that it refers to. */
  readonly depth: number;
  /** Where the change happens. */
  readonly node: TS.Node;
}

export interface RefineThunk extends Base {
  readonly kind: "refine";
  readonly previous: number;
  readonly condition: ValueId;
  readonly holds: boolean;
  /** It states that a loop has ended. Joins keep that, unlike other refinements. */
  readonly isEnd?: true;
}

export interface AfterThunk extends Base {
  readonly kind: "after";
  readonly previous: number;
  readonly call: ValueId;
  readonly argument: number;
  /** Path from the argument to the object. */
  readonly path: readonly string[] | undefined;
}

export interface SameThunk extends Base {
  readonly kind: "same";
  readonly previous: number;
  readonly as: ValueId;
  readonly within?: true | undefined;
  /** The version of `as` after its change. */
  readonly then: number;
}

export interface JoinThunk extends Base {
  readonly kind: "join";
  readonly sides: readonly number[];
  readonly guards: readonly GuardId[];
  /** The object whose versions are joined, or −1 for a variable. */
  readonly root: ValueId;
}

export interface LoopThunk extends Base {
  readonly kind: "loop";
  readonly initial: number;
  readonly loop: number;
  /** The variable, or the object's slot. */
  readonly slot: number;
  readonly root: ValueId;
  /** The value at the end of a round; −1 while it is unknown. */
  next: number;
}

/** @returns the slot value of a thunk, by its number; also the inverse. */
export function thunkSlot(index: number): number {
  return -2 - index;
}

import type TS from "typescript";
import type { FunctionId, GuardId, ValueId } from "../graph";

/**
 * What a variable or an object will be when somebody reads it: most conditions, calls and joins change something that nobody looks at again, and
 * get no node then.
 */
export type Thunk = RefineThunk | AfterThunk | SameThunk | JoinThunk | LoopThunk;

interface Base {
  /** The node, once it was read; −1 before. */
  value: ValueId;
  readonly in: FunctionId;
  /** How many thunks it goes through. */
  readonly depth: number;
  /** Where it comes to be. */
  readonly node: TS.Node;
}

export interface RefineThunk extends Base {
  readonly kind: "refine";
  readonly previous: number;
  readonly condition: ValueId;
  readonly holds: boolean;
  /** It says that a loop has ended, by which more is known than by its rounds. */
  readonly isEnd?: true;
}

export interface AfterThunk extends Base {
  readonly kind: "after";
  readonly previous: number;
  readonly call: ValueId;
  readonly argument: number;
  /** Where in the argument it was. */
  readonly path: readonly string[] | undefined;
}

export interface SameThunk extends Base {
  readonly kind: "same";
  readonly previous: number;
  readonly as: ValueId;
  readonly within?: true | undefined;
  /** What that is now. */
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
  /** What it is when a round has ended; −1 as long as that is not known. */
  next: number;
}

/** @returns the slot value that stands for a thunk, by its number; and back. */
export function thunkSlot(index: number): number {
  return -2 - index;
}

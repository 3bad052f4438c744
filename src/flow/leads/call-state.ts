import type { ClassId, FunctionId, ValueId } from "../../code/graph";
import type { Callee } from "./callee";
import type { FileFlow } from "../track/file-flow";
import type { Way } from "./suppliers";

/** A call or an element that something of interest flows into, as far as it has been looked at. */
export interface CallState {
  readonly flow: FileFlow;
  readonly call: ValueId;
  callees: readonly Callee[];
  /** By callee: the ways by which alone it is known. Others are called whoever calls the function around the call. */
  readonly ways: Map<Callee, readonly Way[]>;
  /** How many ways to supply parameters were known when the callees were asked for; −1 before. */
  asked: number;
  /** The callee itself is of interest, not only an argument. */
  isOfInterest: boolean;
}

/** A call that enters one of its callees. */
export interface Entry {
  readonly state: CallState;
  /** The ways to the function around the call by which alone it calls that; absent where it does in any case. */
  readonly ways?: readonly Way[] | undefined;
  /** The arguments of the call are not those of the callee, one by one. */
  readonly isShifted?: boolean | undefined;
}

/** Who is told of what calls call. */
export interface CallListener {
  /** A call runs a function of the project: as its callee, or as one that is given to it. */
  onCaller(entry: Entry, of: FileFlow, called: FunctionId, argument?: number): void;
  /** A call makes an instance of a class of the project. */
  onInstance(entry: Entry, of: FileFlow, made: ClassId): void;
  onNative(entry: Entry, sends: boolean): void;
}

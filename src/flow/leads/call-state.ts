import type { ClassId, FunctionId, ValueId } from "../../code/graph";
import type { Callee } from "./callee";
import type { FileFlow } from "../track/file-flow";
import type { Way } from "./suppliers";

/** The state of a call or element that something of interest flows into. */
export interface CallState {
  readonly flow: FileFlow;
  readonly call: ValueId;
  callees: readonly Callee[];
  /** By callee: the ways that reveal it. A callee without ways is called whoever the caller of the enclosing function is. */
  readonly ways: Map<Callee, readonly Way[]>;
  /** Number of ways that supply parameters at the last resolution of the callees; −1 before the first. */
  asked: number;
  /** The callee itself is of interest, not only an argument. */
  isOfInterest: boolean;
}

/** A call that enters one of its callees. */
export interface Entry {
  readonly state: CallState;
  /** The ways to the enclosing function by which the call enters this callee; absent if it always does. */
  readonly ways?: readonly Way[] | undefined;
  /** Arguments and parameters do not correspond by position. */
  readonly isShifted?: boolean | undefined;
}

/** Receives the callees of calls as they are resolved. */
export interface CallListener {
  /** A call runs a function of the project, as its callee or as a callback. */
  onCaller(entry: Entry, of: FileFlow, called: FunctionId, argument?: number): void;
  /** A call instantiates a class of the project. */
  onInstance(entry: Entry, of: FileFlow, instantiated: ClassId): void;
  onNative(entry: Entry, sends: boolean): void;
}

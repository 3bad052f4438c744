import type TS from "typescript";
import type { Sent } from "../../clients/native";
import type { Closure, Reference } from "./domain";

/** A request that goes through functions of other files. */
export interface SentThrough extends Sent {
  /** The outermost function through which it goes, if another file has it. */
  readonly wrapper?: Wrapper;
  /** The functions of other files through which it goes further on, outermost first. */
  readonly innerWrappers?: readonly Wrapper[];
}

/** A function of another file through which requests go, and the object that a file's top level makes on which it is called. */
export interface Wrapper {
  readonly closure: Closure;
  /** The call that runs it. */
  readonly call?: TS.Node;
  readonly self: Reference | undefined;
}

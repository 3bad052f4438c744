import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Context } from "./context";
import type { Slot } from "./slots";

/** What this room asks of the code that runs: rooms above know the whole program, and values do not depend on it. */
export interface Running {
  readonly ts: typeof TS;
  readonly run: { readonly context: Context };
  readonly state: Clock;
  range(frame: { readonly file: TS.SourceFile }, node: TS.Node): Range;
}

/** The journal, as far as the values themselves need it. */
export interface Clock {
  /** The time of the analysis. */
  clock: number;
  checkpoint(): number;
  write<T>(slot: Slot<T>, value: T): void;
}

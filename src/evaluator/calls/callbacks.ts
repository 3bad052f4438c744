import type TS from "typescript";

/** Facts about callbacks, from the code in which they are written. */
export class Callbacks {
  /** Callbacks that have run where they are written. */
  readonly ranInPlace = new Set<TS.Node>();
  /** How often in a row a callback has sent nothing when it was run for the caller of the function around it. */
  readonly silent = new Map<TS.Node, number>();
}

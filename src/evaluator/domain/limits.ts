import type TS from "typescript";

/** What the work on one file may cost. */

/** Bounds of the work on one file. What goes beyond the first four is not entered, and its effects are taken to be anything. */
export interface Limits {
  /** How many functions deep a call is followed. */
  readonly depth: number;
  /** Syntax nodes that one root may visit in functions that it calls. */
  readonly nodesPerRoot: number;
  /** The same for one that by all appearances leads to no request. */
  readonly nodesPerQuietRoot: number;
  /** The same for all roots together. */
  readonly entered: number;
  /** Syntax nodes of the whole file and all that it calls: beyond them nothing is looked at. */
  readonly nodes: number;
}

export interface Work {
  /** How often the file was run. */
  passes: number;
  nodes: number;
  typeLookups: number;
  calls: number;
  /** How much of different states was joined into one: what the number of nodes does not show. */
  joined: number;
}

/** Most files end far below: the bounds are for bundles of many thousand lines, and for what is written to be slow. */
export function limitsFor(sourceFile: TS.SourceFile): Limits {
  const { length } = sourceFile.text;
  return {
    depth: 24,
    nodesPerRoot: 2_000,
    nodesPerQuietRoot: 150,
    entered: 40_000 + length,
    nodes: 150_000 + 3 * length,
  };
}

/** How much may be joined for each node that may be visited. */
export const effortPerNode = 12;

/** So many objects are put into a list in the time of joining one member. */
export const cellsPerEffort = 8;

/** More was looked at than a file is worth: what follows is not looked at. */
export class OutOfWork extends Error {}

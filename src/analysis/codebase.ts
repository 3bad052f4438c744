import type TS from "typescript";
import type { Facts } from "../contract/configuration";
import type { Sources } from "../evaluator/modules/sources";
import { type FileIndexes, Reachability } from "../evaluator/reach/reachability";
import { createLibrary } from "../request/library";

/** The code of a project at one time: the files that imports lead to, and which of them can reach a client. */
export interface Codebase {
  readonly sources: Sources;
  readonly reachability: Reachability;
}

/**
 * @param facts the calls that the configuration names as clients.
 * @param indexes indexes of known trees. They stay valid while the trees do, whatever changes elsewhere.
 */
export function createCodebase(ts: typeof TS, sources: Sources, facts: Facts, indexes?: FileIndexes): Codebase {
  return { sources, reachability: new Reachability(ts, createLibrary(ts, facts, sources), sources, indexes) };
}

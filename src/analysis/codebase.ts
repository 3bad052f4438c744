import type TS from "typescript";
import type { Facts } from "../contract/configuration";
import type { Sources } from "../evaluator/modules/sources";
import { type FileIndexes, Reachability } from "../evaluator/reach/reachability";
import { createLibrary } from "../request/library";

/** The code of a project as it is at one time: what imports lead to, and which files can reach a client. */
export interface Codebase {
  readonly sources: Sources;
  readonly reachability: Reachability;
}

/**
 * @param facts which calls the configuration names as clients.
 * @param indexes what was found in trees before; it holds as long as they do, whatever changes elsewhere.
 */
export function createCodebase(ts: typeof TS, sources: Sources, facts: Facts, indexes?: FileIndexes): Codebase {
  return { sources, reachability: new Reachability(ts, createLibrary(ts, facts, sources), sources, indexes) };
}

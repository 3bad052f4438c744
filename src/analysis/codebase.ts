import type TS from "typescript";
import type { Facts } from "../contract/configuration";
import type { Sources } from "../evaluator/modules/sources";
import { type Program, programOf } from "../evaluator/evaluate";
import { type FileIndexes, Reachability } from "../evaluator/reach/reachability";
import { createLibrary } from "../request/library";

/** The code of a project at one time: the files that imports lead to, and which of them can reach a client. */
export interface Codebase {
  readonly sources: Sources;
  readonly reachability: Reachability;
  /** @returns the files as the evaluator runs them, with the types that a checker tells. */
  program(checker: TS.TypeChecker | undefined): Program;
}

/**
 * @param facts the calls that the configuration names as clients.
 * @param indexes indexes of known trees. They stay valid while the trees do, whatever changes elsewhere.
 */
export function createCodebase(ts: typeof TS, sources: Sources, facts: Facts, indexes?: FileIndexes): Codebase {
  const library = createLibrary(ts, facts, sources);
  const reachability = new Reachability(ts, library, sources, indexes);
  let last: { readonly checker: TS.TypeChecker | undefined; readonly program: Program } | undefined;
  return {
    sources,
    reachability,
    program(checker) {
      if (last?.checker !== checker || !last)
        last = { checker, program: programOf({ ts, checker, library, sources, reachability }) };
      return last.program;
    },
  };
}

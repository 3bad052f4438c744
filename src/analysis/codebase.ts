import type TS from "typescript";
import type { Engine } from "../clients/evaluation";
import { createEngine } from "../flow/evaluate-file";
import type { Sources } from "../project/sources";
import { type ClientFacts, createLibrary } from "../request/library";

/** The code of a project at one time: the files to which imports lead, and the engine that finds their requests. */
export interface Codebase {
  readonly sources: Sources;
  readonly engine: Engine;
}

export interface CodebaseOptions {
  /** The files to analyse; absent if not known. */
  readonly lookedAt?: readonly string[] | undefined;
}

/** @param facts the calls that the configuration defines as clients. */
export function createCodebase(
  ts: typeof TS,
  sources: Sources,
  facts: ClientFacts,
  { lookedAt }: CodebaseOptions = {},
): Codebase {
  const library = createLibrary(ts, facts, sources);
  return { sources, engine: createEngine({ ts, sources, library, lookedAt }) };
}

import type TS from "typescript";
import type { Engine } from "../clients/evaluation";
import type { Facts } from "../contract/configuration";
import type { Sources } from "../project/sources";
import { createLibrary } from "../request/library";
import { createEngine, type EngineProject } from "./engines/engine";

/** The code of a project at one time: the files that imports lead to, and what finds their requests. */
export interface Codebase {
  readonly sources: Sources;
  readonly engine: Engine;
}

export interface CodebaseOptions extends Pick<EngineProject, "indexes" | "lookedAt" | "declares"> {
  /** A codebase of the same files, from whose engine this one takes what does not depend on trees. */
  readonly like?: Codebase | undefined;
}

/** @param facts the calls that the configuration names as clients. */
export function createCodebase(
  ts: typeof TS,
  sources: Sources,
  facts: Facts,
  { like, ...options }: CodebaseOptions = {},
): Codebase {
  const library = createLibrary(ts, facts, sources);
  return { sources, engine: createEngine({ ts, sources, library, ...options, like: like?.engine }) };
}

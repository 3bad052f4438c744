import type TS from "typescript";
import type { Facts } from "../contract/configuration";
import type { Sources } from "../project/sources";
import { programOf } from "../evaluator/evaluate";
import type { Program } from "../evaluator/program";
import { type FileIndexes, Reachability } from "../evaluator/reach/reachability";
import { RequestGraph } from "../graph/flow/request-graph";
import type { LookedAt } from "../graph/need/looked-at";
import { createLibrary } from "../request/library";

/** The code of a project at one time: the files that imports lead to, and which of them can reach a client. */
export interface Codebase {
  readonly sources: Sources;
  readonly reachability: Reachability;
  /** The request graph of all files of the project, and those that were named. It is made when it is first asked for. */
  readonly graph: () => RequestGraph;
  /** @returns the files as the evaluator runs them, with the types that a checker tells. */
  program(checker: TS.TypeChecker | undefined): Program;
}

/** In a larger project the graph covers only the files to analyse and their imports. */
const mostFiles = 6_000;

export interface CodebaseOptions {
  /** Indexes of known trees. They stay valid while the trees do, whatever changes elsewhere. */
  readonly indexes?: FileIndexes | undefined;
  /**
   * The files to analyse. The request graph covers them, so that the evaluator runs only what requests need. Without them, names alone tell
   * what may lead to a request, which costs less for a few files.
   */
  readonly lookedAt?: readonly string[] | undefined;
  /** Tells files that may declare resources: absent where only requests count. */
  readonly declares?: LookedAt["declares"];
  /** A codebase of the same files, whose graph is taken: it tells code by its place, whoever has made the trees. */
  readonly like?: Codebase | undefined;
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** @param facts the calls that the configuration names as clients. */
export function createCodebase(
  ts: typeof TS,
  sources: Sources,
  facts: Facts,
  { indexes, lookedAt, declares, like }: CodebaseOptions = {},
): Codebase {
  const library = createLibrary(ts, facts, sources);
  let made: RequestGraph | undefined;
  const graph = (): RequestGraph => {
    if (like) return like.graph();
    if (made) return made;
    made = new RequestGraph(ts, library, sources, lookedAt && { names: new Set(lookedAt.map(withSlashes)), declares });
    const all = sources.all?.() ?? [];
    const files = [...(all.length <= mostFiles ? all : []), ...(lookedAt ?? [])];
    made.add([...new Set(files)].flatMap((name) => sources.file(name) ?? []));
    return made;
  };
  const reachability = new Reachability(ts, library, sources, {
    indexes,
    need: lookedAt && (() => graph().needed),
  });
  let last: { readonly checker: TS.TypeChecker | undefined; readonly program: Program } | undefined;
  return {
    sources,
    reachability,
    graph,
    program(checker) {
      if (last?.checker !== checker || !last)
        last = { checker, program: programOf({ ts, checker, library, sources, reachability }) };
      return last.program;
    },
  };
}

import type TS from "typescript";
import type { Engine, EvaluatedFile, Evaluation, FoundSite } from "../../clients/evaluation";
import type { Library } from "../../clients/native";
import { evaluate, programOf } from "../../evaluator/evaluate";
import type { Program } from "../../evaluator/program";
import { type FileIndexes, Reachability } from "../../evaluator/reach/reachability";
import { RequestGraph } from "../../graph/flow/request-graph";
import type { LookedAt } from "../../graph/need/looked-at";
import { Sites } from "../../graph/sites/sites";
import type { Sources } from "../../project/sources";

/** What is known of trees that were looked at before, whatever changed elsewhere. */
export type EngineIndexes = FileIndexes;

/** The files of a project, and what of them is looked at. */
export interface ForwardProject {
  /** The TypeScript that made the trees. */
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly library: Library;
  readonly indexes?: EngineIndexes | undefined;
  /** The files to analyse. The request graph covers them. Without them, names alone tell what may lead to a request, which costs less for a few files. */
  readonly lookedAt?: readonly string[] | undefined;
  /** Tells files that may declare resources: absent where only requests count. */
  readonly declares?: LookedAt["declares"];
  readonly like?: ForwardEngine | undefined;
}

/** In a larger project the graph covers only the files to analyse and their imports. */
const mostFiles = 6_000;

/** Runs code forwards, as `src/evaluator` does, by what the request graph says of it. */
export class ForwardEngine implements Engine {
  readonly #project: ForwardProject;
  readonly #reachability: Reachability;
  #graph: RequestGraph | undefined;
  #sites: Sites | undefined;
  #last: { readonly checker: TS.TypeChecker | undefined; readonly program: Program } | undefined;

  constructor(project: ForwardProject) {
    const { ts, library, sources, indexes, lookedAt } = project;
    this.#project = project;
    const need = lookedAt && (() => this.graph().needed);
    this.#reachability = new Reachability(ts, library, sources, { indexes, need });
  }

  maySend(file: TS.SourceFile): boolean {
    return this.#reachability.of(file).any;
  }

  evaluate({ sourceFile, checker, interrupt }: EvaluatedFile): Evaluation {
    return evaluate({ sourceFile, program: this.#programFor(checker), interrupt });
  }

  sitesOf(file: TS.SourceFile): readonly FoundSite[] {
    const { ts, sources } = this.#project;
    this.#sites ??= new Sites(ts, this.graph(), sources);
    return this.#sites.of(file);
  }

  /** The request graph of all files of the project, and those that were named. It is made when it is first asked for. */
  graph(): RequestGraph {
    const { ts, library, sources, lookedAt, declares, like } = this.#project;
    if (like) return like.graph();
    if (this.#graph) return this.#graph;
    const graph = new RequestGraph(
      ts,
      library,
      sources,
      lookedAt && { names: new Set(lookedAt.map(withSlashes)), declares },
    );
    this.#graph = graph;
    const all = sources.all?.() ?? [];
    const files = [...(all.length <= mostFiles ? all : []), ...(lookedAt ?? [])];
    graph.add([...new Set(files)].flatMap((name) => sources.file(name) ?? []));
    return graph;
  }

  #programFor(checker: TS.TypeChecker | undefined): Program {
    if (this.#last?.checker !== checker || !this.#last) {
      const { ts, library, sources } = this.#project;
      this.#last = {
        checker,
        program: programOf({ ts, checker, library, sources, reachability: this.#reachability }),
      };
    }
    return this.#last.program;
  }
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

import type TS from "typescript";
import type { Engine, EvaluatedFile, Evaluation } from "../../clients/evaluation";
import { evaluateFile, type FlowProject, prepare, treeOf } from "../../flow/evaluate-file";

/** Evaluates requests backwards, from the calls that send. */
export class DemandEngine implements Engine {
  readonly #project: FlowProject;

  constructor(project: FlowProject) {
    this.#project = project;
  }

  prepare(interrupt: EvaluatedFile["interrupt"]): Iterable<void> {
    return prepare(this.#project, interrupt);
  }

  treeOf(sourceFile: TS.SourceFile): TS.SourceFile {
    return treeOf(this.#project, sourceFile);
  }

  evaluate(file: EvaluatedFile): Evaluation {
    return evaluateFile({ ...file, project: this.#project });
  }
}

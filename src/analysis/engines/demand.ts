import type { Engine, EvaluatedFile, Evaluation } from "../../clients/evaluation";
import { evaluateFile, type FlowProject, prepare } from "../../flow/evaluate-file";

/** Evaluates requests backwards, from the calls that send. */
export class DemandEngine implements Engine {
  readonly #project: FlowProject;

  constructor(project: FlowProject) {
    this.#project = project;
  }

  prepare(interrupt: EvaluatedFile["interrupt"]): Iterable<void> {
    return prepare(this.#project, interrupt);
  }

  evaluate(file: EvaluatedFile): Evaluation {
    return evaluateFile({ ...file, project: this.#project });
  }
}

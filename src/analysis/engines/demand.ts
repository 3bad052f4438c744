import type { Engine, EvaluatedFile, Evaluation, FoundSite } from "../../clients/evaluation";
import { evaluateFile, type FlowProject, prepare } from "../../flow/evaluate-file";

/** Evaluates what requests are made of, backwards from the calls that send. */
export class DemandEngine implements Engine {
  readonly #project: FlowProject;

  constructor(project: FlowProject) {
    this.#project = project;
  }

  /** Nothing of a file is evaluated but what its requests are made of: one without any costs little. */
  maySend(): boolean {
    return true;
  }

  prepare(interrupt: EvaluatedFile["interrupt"]): Iterable<void> {
    return prepare(this.#project, interrupt);
  }

  evaluate(file: EvaluatedFile): Evaluation {
    return evaluateFile({ ...file, project: this.#project });
  }

  /** Each call that sends has a request, with gaps where its values are not known: there are no others. */
  sitesOf(): readonly FoundSite[] {
    return [];
  }
}

import type { FunctionId, ValueId } from "../code/graph";
import type { ProjectFile } from "../project/project-file";

/** A call in a function of the project. */
export interface CallSite {
  readonly file: ProjectFile;
  readonly call: ValueId;
}

/** A function of the project. */
export interface FunctionSite {
  readonly file: ProjectFile;
  readonly function: FunctionId;
}

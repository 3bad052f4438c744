import type { ClassId, FunctionId, ValueId } from "../code/graph";
import type { ProjectFile } from "./project-file";

/** A call in a file of the project. */
export interface CallSite {
  readonly file: ProjectFile;
  readonly call: ValueId;
}

/** A function of the project. */
export interface FunctionSite {
  readonly file: ProjectFile;
  readonly function: FunctionId;
}

/** A class of the project. */
export interface ClassSite {
  readonly file: ProjectFile;
  readonly class: ClassId;
}

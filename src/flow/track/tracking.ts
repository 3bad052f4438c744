import type { ClassId, FunctionId, ValueId, VariableId } from "../../code/graph";
import type { Library } from "../../clients/native";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import type { Evaluation } from "../leads/callee";
import type { FileFlow } from "./file-flow";
import type { Marks } from "./marks";

/** The interface through which steps of the flow add and read marks. Whatever gains a mark is visited again. */
export interface Tracking {
  readonly project: Project;
  readonly library: Library;
  readonly evaluation: Evaluation;
  /** The files that take part so far. */
  readonly flows: ReadonlyMap<ProjectFile, FileFlow>;
  mark(flow: FileFlow, value: ValueId, marks: Marks): void;
  markVariable(flow: FileFlow, variable: VariableId, marks: Marks): void;
  markResult(flow: FileFlow, of: FunctionId, marks: Marks): void;
  markClass(flow: FileFlow, of: ClassId, marks: Marks): void;
  markExport(flow: FileFlow, name: string, marks: Marks): void;
  /** Marks all members of a name: a value with these marks is stored under it. */
  markKey(key: string, marks: Marks): void;
  /** Schedules a call or element whose callee or an argument has gained a mark. */
  schedule(flow: FileFlow, call: ValueId): void;
  /** A latecomer is being followed: other files gain nothing. */
  readonly isAside: boolean;
  /** Whether no marks may enter a file at present, whether it takes part or not. */
  isClosed(flow: FileFlow | undefined): boolean;
  /** Like `isClosed`, for marks that are about to enter: reports to the host's cache that they were held back. */
  holdsBack(flow: FileFlow | undefined): boolean;
  keyMarks(key: string): Marks;
  /** Whether a file that takes part defines a member of this name that may contain code: a method, or a value other than a text or number. */
  defines(key: string): boolean;
  /** Lets a file take part, if the scope admits it. */
  load(name: string): FileFlow | undefined;
}

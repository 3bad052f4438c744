import type { ClassId, FunctionId, ValueId, VariableId } from "../../code/graph";
import type { Library } from "../../clients/native";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import type { Evaluation } from "../leads/callee";
import type { FileFlow } from "./file-flow";
import type { Marks } from "./marks";

/** What the steps of the flow add to, and ask. Whatever gets a mark that it did not have is looked at again. */
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
  /** Something with these marks is kept under a name. */
  markKey(key: string, marks: Marks): void;
  /** Calls and elements whose callee or arguments have got a mark. */
  schedule(flow: FileFlow, call: ValueId): void;
  /** A latecomer is followed: nothing comes to what other files have. */
  readonly isAside: boolean;
  /** Whether nothing may lead into a file now: one that takes part already, or does not. */
  isClosed(flow: FileFlow | undefined): boolean;
  /** The same, where there is something to lead into it: who asks about another file is told of that. */
  holdsBack(flow: FileFlow | undefined): boolean;
  keyMarks(key: string): Marks;
  /** Whether a file that takes part has a method, or something else that is no text or number, under a name. */
  defines(key: string): boolean;
  /** Lets a file take part, if the host looks so far. */
  load(name: string): FileFlow | undefined;
}

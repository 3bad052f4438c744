import type TS from "typescript";
import type { FileCode, FunctionId, ValueId } from "../code/graph";

/** A file of the project: one object for each of its trees. */
export interface ProjectFile {
  readonly name: string;
  readonly code: FileCode;
  /** The syntax tree, with parents. */
  readonly tree: TS.SourceFile;
  /** @returns the tree node of a value; for a call, the whole call. */
  nodeOf(value: ValueId): TS.Node;
  /** @returns the tree node of a function. */
  functionNode(id: FunctionId): TS.Node | undefined;
}

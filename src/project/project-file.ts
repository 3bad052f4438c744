import type TS from "typescript";
import type { FileCode, FunctionId, ValueId } from "../code/graph";

/** A file of the project, as the engine sees it. The same object for as long as its text stays the same. */
export interface ProjectFile {
  readonly name: string;
  readonly code: FileCode;
  /** Its tree, with parents. */
  readonly tree: TS.SourceFile;
  /** @returns the node of the tree that has a value; for a call, the call. */
  nodeOf(value: ValueId): TS.Node;
  /** @returns the node of the tree that is a function. */
  functionNode(id: FunctionId): TS.Node | undefined;
}

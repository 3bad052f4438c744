import type { ClassCode, FunctionCode, Guard, Loop, Variable } from "./declarations";
import type { DeclaredType, Export, Import, TypeNode } from "./types";
import type { ValueNode } from "./values";

/**
 * One file's code as a value graph in SSA form, built from the file's text alone.
 *
 * It holds no evaluated values, nothing of other files, and of the tree only offsets, so it can be cached by the text's digest. All references are numbers,
 * as JSON could store them. `build.ts` builds it, `print.ts` prints it, `src/evaluate` evaluates its values.
 *
 * Objects are versioned: an assignment to a member creates a new version (`write`), and so does a call that received the object (`after`). Variables and
 * objects that hold the old version hold the new one from there on. A read yields the version at that place.
 */
export interface FileCode {
  readonly values: readonly ValueNode[];
  /** The first one is the file's top level. */
  readonly functions: readonly FunctionCode[];
  readonly classes: readonly ClassCode[];
  /** Variables that a function shares with inner functions, or a module with other modules. SSA values replace all others. */
  readonly variables: readonly Variable[];
  readonly guards: readonly Guard[];
  readonly loops: readonly Loop[];
  readonly types: readonly TypeNode[];
  readonly declaredTypes: readonly DeclaredType[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Calls of all functions (`call`, `new`, tagged templates), in the order of evaluation. */
  readonly calls: readonly ValueId[];
  /** Reads and writes of members by their static name: where a value stored under a name may be read. */
  readonly membersByName: ReadonlyMap<string, readonly ValueId[]>;
  /** By value: the first version of its object. Later versions share it, and so do values that only add a name or a type. */
  readonly roots: readonly ValueId[];
  /** The tree's number of nodes, for work statistics. */
  readonly nodes: number;
  /** Whether all code was walked: code that is nested too deeply is skipped. */
  readonly isWhole: boolean;
}

export type ValueId = number;
export type FunctionId = number;
export type ClassId = number;
export type VariableId = number;
export type GuardId = number;
export type TypeId = number;

/** The guard of code that its function always reaches. */
export const always: GuardId = -1;

import type { ClassCode, FunctionCode, Guard, Loop, Variable } from "./declarations";
import type { DeclaredType, Export, Import, TypeNode } from "./types";
import type { ValueNode } from "./values";

/**
 * One file's code as a value graph: what each expression's value is made of, in SSA form, by the text of the file alone.
 *
 * There is no evaluation in it, no other file, and no part of the tree but offsets, so that it can be kept by the text's digest. Everything
 * refers to everything else by number, as JSON could hold it. `build.ts` makes it, `print.ts` prints it, `src/evaluate` asks it for values.
 *
 * Objects are versions: an assignment to a member makes a new version of the object (`write`), and so does a call that was given it (`after`).
 * Variables in scope, and objects that hold the old version, hold the new one from there on. What is read is the version at that place.
 */
export interface FileCode {
  readonly values: readonly ValueNode[];
  /** The first one is the file's top level. */
  readonly functions: readonly FunctionCode[];
  readonly classes: readonly ClassCode[];
  /** Variables that a function shares with functions inside it, or a module with others. All others are gone: SSA has their values. */
  readonly variables: readonly Variable[];
  readonly guards: readonly Guard[];
  readonly loops: readonly Loop[];
  readonly types: readonly TypeNode[];
  readonly declaredTypes: readonly DeclaredType[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Calls of all functions (`call`, `new`, tagged templates), in the order of evaluation. */
  readonly calls: readonly ValueId[];
  /** Reads of members and writes to members by their static name: what a value that is stored under a name may be read as. */
  readonly membersByName: ReadonlyMap<string, readonly ValueId[]>;
  /** Of each value the first version of its object: that of which it is a later version, or the same under another name or type. */
  readonly roots: readonly ValueId[];
  /** How many nodes the tree has, for figures of work. */
  readonly nodes: number;
  /** Whether all of it was walked: what is nested too deeply is not. */
  readonly isWhole: boolean;
}

export type ValueId = number;
export type FunctionId = number;
export type ClassId = number;
export type VariableId = number;
export type GuardId = number;
export type TypeId = number;

/** Always true: the guard of what a function surely reaches. */
export const always: GuardId = -1;

import type TS from "typescript";
import type { Library } from "../../clients/native";
import type { FactsBuilder } from "./builder";
import type { Scope } from "./names";

/** The walk over one file. */
export interface Walk {
  readonly ts: typeof TS;
  readonly file: TS.SourceFile;
  readonly library: Library;
  readonly build: FactsBuilder;
  /** The slots of the types that the file names. */
  readonly types: Map<string, number>;
  /** See `typeOriginsOf`. */
  readonly typeOrigins: ReadonlyMap<string, string>;
  depth: number;
  /** See `visit.ts`: expressions hold functions, and functions hold statements. */
  visit(node: TS.Node, at: At): number;
}

/** The code around a node. */
export interface At {
  readonly scope: Scope;
  /** The number of the function. */
  readonly within: number;
  /** The slot of `this`. */
  readonly self: number;
  /** The slot of the superclass's instances, for `super`. */
  readonly parent: number;
  /** The innermost branch or loop around it. */
  readonly branch: number;
}

/** Deeper code is generated: each level takes several frames of the stack. */
export const mostNested = 300;

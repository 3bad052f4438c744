import type TS from "typescript";
import type { Value } from "../value/value";
import type { Sent } from "./native";

/** What the evaluation of a file gives to those who make requests of it. */
export interface Evaluation {
  /** Requests by their calls, in the order of the code. */
  readonly sent: readonly Sent[];
  /** @returns what the wrapper sends by itself through which a request goes. Asking for it may evaluate the wrapper, which counts as work. */
  readonly insideOf: (sent: Sent) => Sent | undefined;
  /** Object literals that may declare a resource: they have a `kind` that is a known string. */
  readonly objects: readonly { readonly node: TS.ObjectLiteralExpression; readonly value: Value }[];
  /** How often something of the file was looked at. */
  readonly nodes: number;
  /** False if the work on the file exceeded a bound: requests may then be missing. */
  readonly complete: boolean;
  /** Calls of the program that may lead to requests, by their names alone. */
  readonly cutCalls: ReadonlySet<TS.Node>;
}

/** A file to evaluate. */
export interface EvaluatedFile {
  readonly sourceFile: TS.SourceFile;
  /** Only requests that what is written there may be part of are wanted. */
  readonly about?: number | undefined;
  /** Called time and again during the work. What it throws ends the work, and nothing is left of it. */
  readonly interrupt?: (() => void) | undefined;
}

/** Finds what the files of a project send. It is a snapshot: valid until a file changes. */
export interface Engine {
  /** Does the work of `evaluate` that concerns all files, in pieces between which somebody may be asked whether it is still wanted. */
  prepare(interrupt: EvaluatedFile["interrupt"]): Iterable<void>;
  /** @returns the tree by which a file without types is evaluated: that of the project, where it has the same text. */
  treeOf(sourceFile: TS.SourceFile): TS.SourceFile;
  /**
   * Evaluates what a file sends.
   *
   * Never throws on any source text, but for what `interrupt` throws. Code that is not understood gives unknown values. Known values hold in every
   * run of the program, unless code outside the program interferes.
   */
  evaluate(file: EvaluatedFile): Evaluation;
}

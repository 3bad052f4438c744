import type TS from "typescript";
import type { Value } from "../value/value";
import type { Sent } from "./native";

/** The result of evaluating a file. */
export interface Evaluation {
  /** Requests by their calls, in the order of the code. */
  readonly sent: readonly Sent[];
  /** @returns what the wrapper on a request's path sends by itself. The query may evaluate the wrapper, which counts as work. */
  readonly insideOf: (sent: Sent) => Sent | undefined;
  /** Object literals that may declare a resource: they have a `kind` that is a known string. */
  readonly objects: readonly { readonly node: TS.ObjectLiteralExpression; readonly value: Value }[];
  /** Number of values evaluated for this result. */
  readonly nodes: number;
  /** False if the work on the file exceeded a bound: requests may then be missing. */
  readonly complete: boolean;
  /** Calls that may lead to requests, by their names alone. */
  readonly cutCalls: ReadonlySet<TS.Node>;
}

/** A file to evaluate. */
export interface EvaluatedFile {
  readonly sourceFile: TS.SourceFile;
  /** An offset: only requests to which the code there may contribute are wanted. */
  readonly about?: number | undefined;
  /** Called again and again during the work. If it throws, the work ends and leaves no state. */
  readonly interrupt?: (() => void) | undefined;
  /** Called between two calls of the file. If it throws, the work ends, and a later evaluation goes on from there. */
  readonly between?: (() => void) | undefined;
}

/** Finds what the files of a project send. It is a snapshot, valid until a file changes. */
export interface Engine {
  /** Does the part of `evaluate` that concerns all files, in pieces between which the host may stop it. */
  prepare(interrupt: EvaluatedFile["interrupt"]): Iterable<void>;
  /** @returns the tree from which a file without types is evaluated: that of the project, if it has the same text. */
  treeOf(sourceFile: TS.SourceFile): TS.SourceFile;
  /**
   * Evaluates what a file sends.
   *
   * Never throws on any source text, except for what `interrupt` and `between` throw. Code that is not understood yields unknown values. Known values are right in every run
   * of the program, unless code outside the program interferes.
   */
  evaluate(file: EvaluatedFile): Evaluation;
}

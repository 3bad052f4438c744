import type TS from "typescript";

/** Tells which code of a project its requests depend on. Code is compared by its place, so that trees of one text are alike. */
export interface Need {
  /** Whether a function or class leads to a request. */
  leads(file: TS.SourceFile, code: TS.Node): boolean;
  /** Whether a function or class is run by itself: it leads to a request, or changes a dependency of one. */
  runs(file: TS.SourceFile, code: TS.Node): boolean;
  /** Whether anything within a node is needed. */
  hasWithin(file: TS.SourceFile, node: TS.Node): boolean;
  /** Whether a call has to be entered: its result is needed, or what it does. */
  hasCall(file: TS.SourceFile, call: TS.Node): boolean;
  /** Whether a call runs a function by itself: it does not give it to other code that does. */
  runsAt(file: TS.SourceFile, call: TS.Node, code: { readonly file: TS.SourceFile; readonly node: TS.Node }): boolean;
  /** Whether a call gives an object or function that is needed. */
  gives(file: TS.SourceFile, call: TS.Node): boolean;
}

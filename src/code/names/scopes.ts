import type { Variable } from "../declarations";
import type { FunctionId } from "../graph";

/** A variable: what a name stands for in one scope. */
export interface Binding {
  /** Its number, which is its slot. */
  readonly index: number;
  readonly name: string;
  kind: Variable["kind"];
  /** Where its name is declared first. */
  readonly start: number;
  /** The function that declares it. */
  readonly in: FunctionId;
  readonly scope: Scope;
  /** A function inside reads or assigns it, or the module exports it. */
  shared: boolean;
  /** A function other than its own assigns it. */
  assignedInside: boolean;
  /** A function other than its own assigns to a member of it, or gives it away. */
  changedInside: boolean;
  /** Its declaration has no initial value, so that it begins as `undefined`. */
  bare: boolean;
  /** Of an import: its number. */
  import: number;
}

export interface Scope {
  readonly names: Map<string, Binding>;
  readonly outer: Scope | undefined;
  readonly in: FunctionId;
  /** `var` declares in the innermost one of these. */
  readonly isFunction: boolean;
  readonly start: number;
  readonly end: number;
}

/** @returns what a name stands for in a scope; `undefined` for globals. */
export function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let current: Scope | undefined = scope; current; current = current.outer) {
    const binding = current.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

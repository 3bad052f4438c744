import type { Variable } from "../declarations";
import type { FunctionId } from "../graph";

/** A variable: the meaning of a name in one scope. */
export interface Binding {
  /** Its number, and its slot. */
  readonly index: number;
  readonly name: string;
  kind: Variable["kind"];
  /** Offset of its first declaration. */
  readonly start: number;
  /** The function that declares it. */
  readonly in: FunctionId;
  readonly scope: Scope;
  /** An inner function reads or assigns it, or the module exports it. */
  shared: boolean;
  /** A function other than its owner assigns it. */
  assignedInside: boolean;
  /** A function other than its owner may change its object: it assigns to a member, or passes the object on. */
  changedInside: boolean;
  /** Its declaration has no initial value, so it starts as `undefined`. */
  bare: boolean;
  /** The number of its import, or −1. */
  import: number;
}

export interface Scope {
  readonly names: Map<string, Binding>;
  readonly outer: Scope | undefined;
  readonly in: FunctionId;
  /** `var` declares in the innermost function scope. */
  readonly isFunction: boolean;
  readonly start: number;
  readonly end: number;
}

/** @returns the variable of a name in a scope; `undefined` for globals. */
export function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let current: Scope | undefined = scope; current; current = current.outer) {
    const binding = current.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

import { variableLattice } from "./variable-lattice";
import type TS from "typescript";
import type { Program } from "../program";
import type { Abstract, Activation } from "./domain";
import { Slot } from "./slots";

/** Names and the scopes in which they are declared. */

/** A name, and the slot of its value. */
export interface Binding {
  readonly slot: Slot<Abstract | undefined>;
  readonly name: string;
  /** An import, which is looked up when it is first read. */
  readonly load?: (() => Abstract) | undefined;
}

/** Names of one block or function. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly bindings: Map<string, Binding>;
  readonly activation: Activation;
}

export function newScope(parent: Scope | undefined, activation: Activation): Scope {
  return { parent, bindings: new Map(), activation };
}

/** @param declaration the identifier that declares the name. */
export function declare(program: Program, scope: Scope, name: string, declaration: TS.Node, value?: Abstract): Binding {
  const existing = scope.bindings.get(name);
  if (existing) {
    if (value) program.state.write(existing.slot, value);
    return existing;
  }
  const slot = new Slot<Abstract | undefined>(
    value,
    variableLattice,
    program.run.context.root,
    program.state.clock,
    declaration,
  );
  const binding = { slot, name };
  scope.bindings.set(name, binding);
  return binding;
}

export function findBinding(scope: Scope, name: string): Binding | undefined {
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    const binding = current.bindings.get(name);
    if (binding) return binding;
  }
  return undefined;
}

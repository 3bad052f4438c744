import { variableLattice } from "./variable-lattice";
import type TS from "typescript";
import type { Running } from "./running";
import type { Abstract, Activation, Binding, Scope } from "./domain";
import { Slot } from "./slots";

/** Names and the scopes in which they are declared. */

export function newScope(parent: Scope | undefined, activation: Activation): Scope {
  return { parent, bindings: new Map(), activation };
}

/** @param declaration the identifier that declares the name. */
export function declare(running: Running, scope: Scope, name: string, declaration: TS.Node, value?: Abstract): Binding {
  const existing = scope.bindings.get(name);
  if (existing) {
    if (value) running.state.write(existing.slot, value);
    return existing;
  }
  const slot = new Slot<Abstract | undefined>(
    value,
    variableLattice,
    running.run.context.root,
    running.state.clock,
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

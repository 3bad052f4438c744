import { keptFields } from "../domain/class-fields";
import { type Abstract, type Cell, type Closure, type Content, type Root } from "../domain/domain";
import { cellsOf, optionsOf } from "../domain/values";
import { type Machine } from "../machine";
import { emptyContent, heldBefore } from "./content";
import { innermost } from "./layers";

/** The content of an escaped object. An instance keeps the fields that only its class may set. */
export function escapedContent(machine: Machine, cell: Cell, content: Content, escapedIn: Root | undefined): Content {
  const fields = cell.constructedBy ? keptFields(machine.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  const before = cell.type === "object" && !cell.class ? heldBefore(content) : undefined;
  return { ...emptyContent, fields, open: true, escaped: true, before, sources: content.sources, escapedIn };
}

/** Lets a value escape to unknown code: from now on the objects that it reaches may change, and its functions may be called, at any time. */
export function escape(machine: Machine, value: Abstract): void {
  escapeValue(machine, value, new Set());
}

/** @param met the objects through which this walk has gone. */
function escapeValue(machine: Machine, value: Abstract, met: Set<Cell>): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && option.target.type === "closure") escapeClosure(machine, option.target);
    if (option.kind === "callable" && option.target.type === "builtin")
      for (const held of option.target.holds ?? []) escapeValue(machine, held, met);
    for (const cell of cellsOf(option)) escapeCell(machine, cell, met);
  }
}

/** The function's own effects, on its `this` too, are found when it is run by itself. */
function escapeClosure(machine: Machine, closure: Closure): void {
  // Only the pass that has made a function runs it by itself.
  if (!closure.escaped && closure.root.pass === machine.pass.id) {
    closure.escaped = true;
    closure.usedAt ??= machine.state.clock;
    machine.classes.making.clear();
    if (closure.root === machine.context.root) machine.context.root.escapes = true;
  }
}

function escapeCell(machine: Machine, cell: Cell, met: Set<Cell>): void {
  const { context, state, visibility } = machine;
  const { value } = cell.slot;
  if (met.has(cell) || value.escapedIn === context.root) return;
  met.add(cell);
  const content = visibility.content(cell, "nothing");
  escapeHeld(machine, content, met);
  // An escaped object still holds its former values, so they escape too.
  if (content.escaped && value !== content) escapeHeld(machine, value, met);
  escapeMethods(machine, cell, met);
  state.write(cell.slot, escapedContent(machine, cell, content, context.root));
}

function escapeHeld(machine: Machine, content: Content, met: Set<Cell>): void {
  machine.state.effort += 1 + content.fields.size + content.items.length;
  // What a member may be besides is unknown, and reaches nothing.
  for (const { value, getter, setter } of innermost(content.fields).values()) {
    escapeValue(machine, value, met);
    for (const closure of [getter, setter]) if (closure) escapeClosure(machine, closure);
  }
  for (const { value } of content.items) escapeValue(machine, value, met);
  if (content.rest) escapeValue(machine, content.rest, met);
}

function escapeMethods(machine: Machine, cell: Cell, met: Set<Cell>): void {
  for (const { closure, getter, setter, replaced } of cell.constructedBy?.classParts?.methods.values() ?? []) {
    machine.state.effort += 1;
    for (const each of [closure, getter, setter]) if (each) escapeClosure(machine, each);
    if (replaced) escapeValue(machine, replaced, met);
  }
}

import { keptFields } from "../domain/class-fields";
import { type Abstract, type Cell, type Closure, type Content, type Root } from "../domain/domain";
import { cellsOf, optionsOf } from "../domain/values";
import { type Machine } from "../machine";
import { emptyContent, heldBefore } from "./content";

/** The content of an escaped object. An instance keeps the fields that only its class may set. */
export function escapedContent(machine: Machine, cell: Cell, content: Content, sealed: Root | undefined): Content {
  const fields = cell.constructedBy ? keptFields(machine.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  const before = cell.type === "object" && !cell.class ? heldBefore(content) : undefined;
  return { ...emptyContent, fields, open: true, escaped: true, before, sources: content.sources, sealed };
}

/** Lets a value escape to unknown code: from now on the objects that it reaches may change, and its functions may be called, at any time. */
export function escape(machine: Machine, value: Abstract, seen = new Set<Cell>()): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && option.target.type === "closure") escapeClosure(machine, option.target);
    if (option.kind === "callable" && option.target.type === "builtin")
      for (const held of option.target.holds ?? []) escape(machine, held, seen);
    for (const cell of cellsOf(option)) escapeCell(machine, cell, seen);
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

function escapeCell(machine: Machine, cell: Cell, seen: Set<Cell>): void {
  const { value } = cell.slot;
  if (seen.has(cell) || value.sealed === machine.context.root) return;
  seen.add(cell);
  const content = machine.visibility.content(cell, "nothing");
  machine.state.effort += 1 + content.fields.size + content.items.length;
  escapeHeld(machine, content, seen);
  // An escaped object still holds its former values, so they escape too.
  if (content.escaped && value !== content) escapeHeld(machine, value, seen);
  for (const method of cell.constructedBy?.classParts?.methods.values() ?? []) {
    for (const closure of [method.closure, method.getter, method.setter]) if (closure) escapeClosure(machine, closure);
    if (method.replaced) escape(machine, method.replaced, seen);
  }
  machine.state.write(cell.slot, escapedContent(machine, cell, content, machine.context.root));
}

function escapeHeld(machine: Machine, content: Content, seen: Set<Cell>): void {
  for (const field of content.fields.values()) {
    escape(machine, field.value, seen);
    for (const closure of [field.getter, field.setter]) if (closure) escapeClosure(machine, closure);
  }
  for (const item of content.items) escape(machine, item.value, seen);
  if (content.rest) escape(machine, content.rest, seen);
}

import { keptFields } from "../domain/class-fields";
import { type Abstract, type Cell, type Closure, type Content, type Root } from "../domain/domain";
import { cellsOf, optionsOf } from "../domain/values";
import { type Machine } from "../machine";
import { emptyContent, heldBefore } from "./content";

/** What an object looks like once anything may have been done to it: an instance keeps what only its class may set. */
export function escapedContent(machine: Machine, cell: Cell, content: Content, sealed: Root | undefined): Content {
  const fields = cell.constructedBy ? keptFields(machine.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  const before = cell.type === "object" && !cell.class ? heldBefore(content) : undefined;
  return { ...emptyContent, fields, open: true, escaped: true, before, sources: content.sources, sealed };
}

/**
 * Hands a value to code that is not known: the objects that it reaches can be changed at any time from now on, and the functions called.
 */
export function escape(machine: Machine, value: Abstract, seen = new Set<Cell>()): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && option.target.type === "closure") escapeClosure(machine, option.target);
    if (option.kind === "callable" && option.target.type === "builtin")
      for (const held of option.target.holds ?? []) escape(machine, held, seen);
    for (const cell of cellsOf(option)) escapeCell(machine, cell, seen);
  }
}

/** What the function does to what it holds on to, its `this` included, is found out where it is run by itself. */
function escapeClosure(machine: Machine, closure: Closure): void {
  if (!closure.escaped) {
    closure.escaped = true;
    closure.usedAt ??= machine.state.clock;
    if (closure.root === machine.context.root) machine.context.root.escapes = true;
  }
}

function escapeCell(machine: Machine, cell: Cell, seen: Set<Cell>): void {
  const { value } = cell.slot;
  if (seen.has(cell) || value.sealed === machine.context.root) return;
  seen.add(cell);
  const content = machine.visibility.content(cell, true);
  machine.state.effort += 1 + content.fields.size + content.items.length;
  escapeHeld(machine, content, seen);
  // Where nothing is known of it any more, it still holds what it held before.
  if (content.escaped && value !== content) escapeHeld(machine, value, seen);
  for (const method of cell.constructedBy?.classParts?.methods.values() ?? []) {
    for (const closure of [method.closure, method.getter, method.setter]) if (closure) escapeClosure(machine, closure);
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

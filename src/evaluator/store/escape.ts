import { keptFields } from "../domain/class-fields";
import { type Abstract, type Cell, type Closure, type Content, type Root } from "../domain/domain";
import { cellsOf, optionsOf } from "../domain/values";
import { type Program } from "../program";
import { emptyContent, heldBefore } from "./content";
import { innermost } from "./layers";

/** The content of an escaped object. An instance keeps the fields that only its class may set. */
export function escapedContent(program: Program, cell: Cell, content: Content, escapedIn: Root | undefined): Content {
  const fields = cell.constructedBy ? keptFields(program.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  const before = cell.type === "object" && !cell.class ? heldBefore(content) : undefined;
  return { ...emptyContent, fields, open: true, escaped: true, before, sources: content.sources, escapedIn };
}

/** Lets a value escape to unknown code: from now on the objects that it reaches may change, and its functions may be called, at any time. */
export function escape(program: Program, value: Abstract): void {
  escapeValue(program, value, new Set());
}

/** @param met the objects through which this walk has gone. */
function escapeValue(program: Program, value: Abstract, met: Set<Cell>): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && option.target.type === "closure") escapeClosure(program, option.target);
    if (option.kind === "callable" && option.target.type === "builtin")
      for (const held of option.target.holds ?? []) escapeValue(program, held, met);
    for (const cell of cellsOf(option)) escapeCell(program, cell, met);
  }
}

/** The function's own effects, on its `this` too, are found when it is run by itself. */
function escapeClosure(program: Program, closure: Closure): void {
  // Only the pass that has made a function runs it by itself.
  if (!closure.escaped && closure.root.pass === program.pass.id) {
    closure.escaped = true;
    closure.usedAt ??= program.state.clock;
    program.pass.classes.making.clear();
    if (closure.root === program.run.context.root) program.run.context.root.escapes = true;
  }
}

function escapeCell(program: Program, cell: Cell, met: Set<Cell>): void {
  const { state } = program;
  const { run, visibility } = program.pass;
  const { value } = cell.slot;
  if (met.has(cell) || value.escapedIn === run.context.root) return;
  met.add(cell);
  const content = visibility.content(cell, "nothing");
  escapeHeld(program, content, met);
  // An escaped object still holds its former values, so they escape too.
  if (content.escaped && value !== content) escapeHeld(program, value, met);
  escapeMethods(program, cell, met);
  state.write(cell.slot, escapedContent(program, cell, content, run.context.root));
}

function escapeHeld(program: Program, content: Content, met: Set<Cell>): void {
  program.state.effort += 1 + content.fields.size + content.items.length;
  // What a member may be besides is unknown, and reaches nothing.
  for (const { value, getter, setter } of innermost(content.fields).values()) {
    escapeValue(program, value, met);
    for (const closure of [getter, setter]) if (closure) escapeClosure(program, closure);
  }
  for (const { value } of content.items) escapeValue(program, value, met);
  if (content.rest) escapeValue(program, content.rest, met);
}

function escapeMethods(program: Program, cell: Cell, met: Set<Cell>): void {
  for (const { closure, getter, setter, replaced } of cell.constructedBy?.classParts?.methods.values() ?? []) {
    program.state.effort += 1;
    for (const each of [closure, getter, setter]) if (each) escapeClosure(program, each);
    if (replaced) escapeValue(program, replaced, met);
  }
}

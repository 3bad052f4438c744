import { keptFields } from "../domain/class-fields";
import { type Abstract, type Cell, type Closure, type Content, type Root } from "../domain/domain";
import { cellsOf, optionsOf } from "../domain/values";
import { type Machine } from "../machine";
import { emptyContent, heldBefore } from "./content";
import { sealed } from "./content-lattice";
import { EscapeWalk } from "./given-away";
import { innermost, Layers } from "./layers";

/** The content of an escaped object. An instance keeps the fields that only its class may set. */
export function escapedContent(machine: Machine, cell: Cell, content: Content, seal: Root | undefined): Content {
  const fields = cell.constructedBy ? keptFields(machine.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  const before = cell.type === "object" && !cell.class ? heldBefore(content) : undefined;
  return { ...emptyContent, fields, open: true, escaped: true, before, sources: content.sources, sealed: seal };
}

/** Lets a value escape to unknown code: from now on the objects that it reaches may change, and its functions may be called, at any time. */
export function escape(machine: Machine, value: Abstract): void {
  const walk = new EscapeWalk();
  escapeValue(machine, value, walk);
  machine.pass.givenAway.note(machine, walk);
}

/**
 * Lets values escape that an object holds.
 *
 * @param values the same list for the same values.
 */
export function escapeHeldValues(machine: Machine, cell: Cell, values: readonly Abstract[]): void {
  const walk = new EscapeWalk();
  escapeItems(machine, cell, values, walk, (value) => value);
  machine.pass.givenAway.note(machine, walk);
}

function escapeValue(machine: Machine, value: Abstract, walk: EscapeWalk): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && option.target.type === "closure") escapeClosure(machine, option.target);
    if (option.kind === "callable" && option.target.type === "builtin")
      for (const held of option.target.holds ?? []) escapeValue(machine, held, walk);
    for (const cell of cellsOf(option)) escapeCell(machine, cell, walk);
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

function escapeCell(machine: Machine, cell: Cell, walk: EscapeWalk): void {
  const { context, pass, state, visibility } = machine;
  const { value } = cell.slot;
  if (walk.met.has(cell)) {
    if (!walk.plain.has(cell)) walk.circles += 1;
    return;
  }
  if (value.sealed === context.root) {
    if (!pass.givenAway.isPlain(machine, cell)) walk.changed += 1;
    return;
  }
  walk.met.add(cell);
  const { doubts } = walk;
  if (pass.givenAway.isChanged(machine, cell)) walk.changed += 1;
  const content = visibility.content(cell, "nothing");
  state.effort += 1;
  escapeHeld(machine, cell, content, walk);
  // An escaped object still holds its former values, so they escape too.
  if (content.escaped && value !== content) escapeHeld(machine, cell, value, walk);
  const methods = cell.constructedBy?.classParts?.methods;
  if (methods)
    escapePart(machine, cell, methods, methods.keys(), walk, (key) => {
      const method = methods.get(key);
      for (const closure of [method?.closure, method?.getter, method?.setter])
        if (closure) escapeClosure(machine, closure);
      if (method?.replaced) escapeValue(machine, method.replaced, walk);
      return undefined;
    });
  if (walk.doubts === doubts) walk.plain.add(cell);
  const escaped = escapedContent(machine, cell, content, context.root);
  state.write(cell.slot, content === value ? sealed(escaped, value) : escaped);
}

function escapeHeld(machine: Machine, cell: Cell, content: Content, walk: EscapeWalk): void {
  // What a member may be besides is unknown, and reaches nothing.
  const fields = innermost(content.fields);
  for (const layer of Layers.of(fields))
    escapePart(machine, cell, layer, layer.keys(), walk, (key) => {
      const field = layer.get(key);
      if (!field || (layer !== fields && fields.get(key) !== field)) return "left";
      escapeValue(machine, field.value, walk);
      for (const closure of [field.getter, field.setter]) if (closure) escapeClosure(machine, closure);
      return undefined;
    });
  escapeItems(machine, cell, content.items, walk, ({ value }) => value);
  if (content.rest) escapeValue(machine, content.rest, walk);
}

function escapeItems<T>(
  machine: Machine,
  cell: Cell,
  items: readonly T[],
  walk: EscapeWalk,
  valueOf: (item: T) => Abstract,
): void {
  escapePart(machine, cell, items, items.keys(), walk, (index) => {
    const item = items[Number(index)];
    if (item !== undefined) escapeValue(machine, valueOf(item), walk);
    return undefined;
  });
}

/**
 * Lets a part of an object escape, but for what entry points before this one have given away.
 *
 * @param one lets one member escape, unless the object no longer has it.
 */
function escapePart(
  machine: Machine,
  cell: Cell,
  part: object,
  keys: Iterable<string | number>,
  walk: EscapeWalk,
  one: (key: string) => "left" | undefined,
): void {
  const known = machine.pass.givenAway.leftOf(machine, cell, part);
  if (known?.size === 0) return;
  const { doubts } = walk;
  const left = new Set<string>();
  for (const key of known ?? keys) {
    machine.state.effort += 1;
    if (one(String(key)) === "left") left.add(String(key));
  }
  walk.parts.push({ part, left, isPlain: walk.doubts === doubts });
}

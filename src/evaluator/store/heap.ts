import type TS from "typescript";
import type { Abstract, Cell, Closure, Content, Field, Item, Lattice, Place, Reference, Root } from "../domain/domain";
import { Slot } from "../domain/domain";
import { keptFields } from "../classes/class-instances";
import type { Machine } from "../machine";
import { cellsOf, join, optionsOf, scalar, unknown } from "../domain/values";
import { differingKeys, Layers } from "./layers";

/** Objects: what they hold, how two states of one become one, and what happens when unknown code gets hold of them. */

export const emptyContent: Content = { fields: new Map(), items: [], open: false, escaped: false, sources: [] };

/** What code that changes an object at an unknown time leaves of it. */
export const lostContent: Content = { ...emptyContent, open: true, escaped: true };

export const contentLattice: Lattice<Content> = { join: joinContents, same: Object.is };

/** Most joins are of states that differ in little or nothing: what is the same on both sides is kept as it is. */
function joinContents(left: Content, right: Content): Content {
  if (left === right) return left;
  const fields = joinFields(left, right);
  const items = joinItems(left.items, right.items);
  const rest = left.rest && right.rest ? join(left.rest, right.rest) : (left.rest ?? right.rest);
  const open = left.open || right.open;
  const escaped = left.escaped || right.escaped;
  const sources = joinSources(left.sources, right.sources);
  const sealed = left.sealed === right.sealed ? left.sealed : undefined;
  const isLeft =
    fields === left.fields &&
    items === left.items &&
    rest === left.rest &&
    open === left.open &&
    escaped === left.escaped &&
    sources === left.sources &&
    sealed === left.sealed;
  return isLeft ? left : { fields, items, open, rest, escaped, sources, sealed };
}

function joinFields(left: Content, right: Content): Content["fields"] {
  if (left.fields === right.fields) return left.fields;
  const changes: [string, Field][] = [];
  for (const key of differingKeys(left.fields, right.fields)) {
    const one = left.fields.get(key);
    const other = right.fields.get(key);
    const joined = one && other ? joinField(one, other) : one ? onlyIn(one, right) : other && onlyIn(other, left);
    if (joined && joined !== one) changes.push([key, joined]);
  }
  return changes.length > 0 ? Layers.with(left.fields, changes) : left.fields;
}

function joinField(left: Field, right: Field): Field {
  if (left === right) return left;
  const presence = left.presence === "always" && right.presence === "always" ? "always" : "maybe";
  const getter = left.getter === right.getter ? left.getter : undefined;
  const maybeGetter = left.getter !== right.getter || left.maybeGetter || right.maybeGetter ? true : undefined;
  const value = left.getter !== right.getter ? unknown("getter", left.keyPlace) : join(left.value, right.value);
  const isLeft =
    value === left.value && presence === left.presence && getter === left.getter && maybeGetter === left.maybeGetter;
  return isLeft ? left : { value, presence, keyPlace: left.keyPlace, getter, maybeGetter };
}

function onlyIn(field: Field, other: Content): Field {
  if (!other.open) return field.presence === "maybe" ? field : { ...field, presence: "maybe" };
  return { ...field, value: join(field.value, openMember(other, field.keyPlace)), presence: "maybe" };
}

function joinItems(left: readonly Item[], right: readonly Item[]): readonly Item[] {
  if (left === right) return left;
  const length = Math.max(left.length, right.length);
  const items: Item[] = [];
  for (let index = 0; index < length; index += 1) {
    const one = left[index];
    const other = right[index];
    if (one && other) {
      items.push(joinItem(one, other));
    } else {
      const single = one ?? other;
      if (single) items.push(single.presence === "maybe" ? single : { ...single, presence: "maybe" });
    }
  }
  return items.length === left.length && items.every((item, index) => item === left[index]) ? left : items;
}

function joinItem(left: Item, right: Item): Item {
  const value = join(left.value, right.value);
  const presence = left.presence === "always" && right.presence === "always" ? "always" : "maybe";
  return value === left.value && presence === left.presence ? left : { value, presence };
}

function joinSources(left: readonly Abstract[], right: readonly Abstract[]): readonly Abstract[] {
  if (left === right) return left;
  const added = right.filter((source) => !left.includes(source));
  return added.length === 0 ? left : [...left, ...added];
}

export interface MakeCell {
  readonly type: "object" | "array";
  readonly made: TS.Node;
  readonly content?: Partial<Content>;
  readonly class?: string | undefined;
  readonly constructedBy?: Closure | undefined;
}

/** Allocates an object that the running root owns. */
export function allocate(machine: Machine, make: MakeCell): Cell {
  const content: Content = { ...emptyContent, ...make.content };
  const slot = new Slot(content, contentLattice, machine.root, machine.state.clock, make.made);
  return { type: make.type, slot, class: make.class, constructedBy: make.constructedBy, made: make.made };
}

export function reference(cell: Cell, place: Place): Reference {
  return { kind: "reference", cell, place };
}

/** Allocates and refers to it at once. */
export function newObject(machine: Machine, place: Place, make: MakeCell): Reference {
  return reference(allocate(machine, make), place);
}

/** @returns what is known of the object now. */
export function contentOf(machine: Machine, cell: Cell): Content {
  return machine.content(cell);
}

/** Replaces what an object holds. Nothing can be known again of one that has escaped, but for what only its class may set. */
export function update(machine: Machine, cell: Cell, change: (content: Content) => Content): void {
  const content = machine.content(cell);
  const { value } = cell.slot;
  if (!content.escaped) machine.state.write(cell.slot, change(content));
  else if (cell.constructedBy)
    machine.state.write(cell.slot, escapedContent(machine, cell, change(content), value.sealed));
  else machine.state.write(cell.slot, value.escaped ? value : content);
}

export function setField(content: Content, key: string, field: Field): Content {
  return setFields(content, [[key, field]]);
}

/** Sets several members: with one copy for all. */
export function setFields(content: Content, fields: Iterable<readonly [string, Field]>): Content {
  return { ...content, fields: Layers.with(content.fields, fields) };
}

/** What an object looks like once anything may have been done to it: an instance keeps what only its class may set. */
function escapedContent(machine: Machine, cell: Cell, content: Content, sealed: Root | undefined): Content {
  const fields = cell.constructedBy ? keptFields(machine.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  return { ...emptyContent, fields, open: true, escaped: true, sources: content.sources, sealed };
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
    if (closure.root === machine.root) machine.root.escapes = true;
  }
}

function escapeCell(machine: Machine, cell: Cell, seen: Set<Cell>): void {
  const { value } = cell.slot;
  if (seen.has(cell) || value.sealed === machine.root) return;
  seen.add(cell);
  const content = machine.content(cell, true);
  machine.state.effort += 1 + content.fields.size + content.items.length;
  escapeHeld(machine, content, seen);
  // Where nothing is known of it any more, it still holds what it held before.
  if (content.escaped && value !== content) escapeHeld(machine, value, seen);
  for (const method of cell.constructedBy?.classParts?.methods.values() ?? []) {
    for (const closure of [method.closure, method.getter, method.setter]) if (closure) escapeClosure(machine, closure);
  }
  machine.state.write(cell.slot, escapedContent(machine, cell, content, machine.root));
}

function escapeHeld(machine: Machine, content: Content, seen: Set<Cell>): void {
  for (const field of content.fields.values()) {
    escape(machine, field.value, seen);
    if (field.getter) escapeClosure(machine, field.getter);
  }
  for (const item of content.items) escape(machine, item.value, seen);
  if (content.rest) escape(machine, content.rest, seen);
}

/** @returns the value under a key of known content, and whether it may be absent; getters aside. */
export function lookUp(content: Content, key: string, place: Place): Abstract {
  const field = content.fields.get(key);
  if (field?.presence === "always") return field.value;
  const absent = content.open ? openMember(content, place) : scalar(undefined, place);
  return field ? join(field.value, absent) : absent;
}

function openMember(content: Content, place: Place): Abstract {
  const missing = unknown("a member of an object that is not fully known", place);
  return content.rest ? join(content.rest, missing) : missing;
}

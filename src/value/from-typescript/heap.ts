import type TS from "typescript";
import type { Abstract, Cell, Closure, Content, Field, Item, Lattice, Place, Reference } from "./domain";
import { Slot } from "./domain";
import { keptFields } from "./class-instances";
import type { Machine } from "./machine";
import { cellsOf, join, joinAll, optionsOf, scalar, unknown } from "./values";

/** Objects: what they hold, how two states of one become one, and what happens when unknown code gets hold of them. */

export const emptyContent: Content = { fields: new Map(), items: [], open: false, escaped: false, sources: [] };

export const contentLattice: Lattice<Content> = { join: joinContents };

function joinContents(left: Content, right: Content): Content {
  if (left === right) return left;
  const escaped = left.escaped || right.escaped;
  const fields = new Map<string, Field>();
  for (const [key, field] of left.fields) {
    const other = right.fields.get(key);
    fields.set(key, other ? joinFields(field, other) : onlyIn(field, right));
  }
  for (const [key, field] of right.fields) if (!left.fields.has(key)) fields.set(key, onlyIn(field, left));
  const items = joinItems(left, right);
  const rest = left.rest && right.rest ? join(left.rest, right.rest) : left.rest ?? right.rest;
  const open = left.open || right.open || items.open;
  const sources = left.sources === right.sources ? left.sources : [...new Set([...left.sources, ...right.sources])];
  return { fields, items: items.items, open, rest, escaped, sources };
}

function joinFields(left: Field, right: Field): Field {
  if (left === right) return left;
  const presence = left.presence === "always" && right.presence === "always" ? "always" : "maybe";
  const getter = left.getter === right.getter ? left.getter : undefined;
  const value = left.getter !== right.getter ? unknown("getter", left.keyPlace) : join(left.value, right.value);
  return { value, presence, keyPlace: left.keyPlace, getter };
}

function onlyIn(field: Field, other: Content): Field {
  return { ...field, value: other.open ? join(field.value, openMember(other, field.keyPlace)) : field.value, presence: "maybe" };
}

function joinItems(left: Content, right: Content): { readonly items: readonly Item[]; readonly open: boolean } {
  if (left.items === right.items) return { items: left.items, open: false };
  const length = Math.max(left.items.length, right.items.length);
  const items: Item[] = [];
  for (let index = 0; index < length; index += 1) {
    const one = left.items[index];
    const other = right.items[index];
    if (one && other) {
      items.push({ value: join(one.value, other.value), presence: one.presence === "always" && other.presence === "always" ? "always" : "maybe" });
    } else {
      const single = one ?? other;
      if (single) items.push({ ...single, presence: "maybe" });
    }
  }
  return { items, open: false };
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

/** Replaces what an object holds. Nothing can be known again of one that has escaped. */
export function update(machine: Machine, cell: Cell, change: (content: Content) => Content): void {
  const content = machine.content(cell);
  if (!content.escaped) machine.state.write(cell.slot, change(content));
  else machine.state.write(cell.slot, cell.constructedBy ? escapedContent(machine, cell, change(content)) : content);
}

export function setField(content: Content, key: string, field: Field): Content {
  const fields = new Map(content.fields);
  fields.set(key, field);
  return { ...content, fields };
}

/** What an object looks like once anything may have been done to it: an instance keeps what only its class may set. */
function escapedContent(machine: Machine, cell: Cell, content: Content): Content {
  const rest = restOf(content);
  const fields = cell.constructedBy ? keptFields(machine.ts, cell.constructedBy, content.fields) : emptyContent.fields;
  return { ...emptyContent, fields, open: true, escaped: true, ...(rest ? { rest } : {}), sources: content.sources };
}

function restOf(content: Content): Abstract | undefined {
  const values = [...[...content.fields.values()].map((field) => field.value), ...content.items.map((item) => item.value)];
  if (content.rest) values.push(content.rest);
  const held = values.flatMap(optionsOf).filter((value) => cellsOf(value).length > 0);
  return held[0] ? joinAll(held, held[0].place) : undefined;
}

/**
 * Hands a value to code that is not known: the objects that it reaches can be changed at any time from now on, and the functions called.
 */
export function escape(machine: Machine, value: Abstract, seen = new Set<Cell>()): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && option.target.type === "closure") escapeClosure(machine, option.target);
    if (option.kind === "callable" && option.target.type === "builtin") for (const held of option.target.holds ?? []) escape(machine, held, seen);
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
  if (seen.has(cell)) return;
  seen.add(cell);
  const content = contentOf(machine, cell);
  for (const field of content.fields.values()) {
    escape(machine, field.value, seen);
    if (field.getter) escapeClosure(machine, field.getter);
  }
  for (const item of content.items) escape(machine, item.value, seen);
  if (content.rest) escape(machine, content.rest, seen);
  for (const method of cell.constructedBy?.classParts?.methods.values() ?? []) {
    for (const closure of [method.closure, method.getter, method.setter]) if (closure) escapeClosure(machine, closure);
  }
  machine.state.write(cell.slot, content.escaped ? content : escapedContent(machine, cell, content));
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

import type TS from "typescript";
import { always, type FunctionId, type ValueId } from "../graph";
import type { Mutable, Build } from "./state";
import type { Variable } from "../declarations";
import { currentOf, force, set, versionOf } from "./environment";
import { withParts } from "./parts";
import { isChangeable, refreshed } from "./contents";
import { changeIfSame } from "./same";
import { changeByCall } from "./writes";
import { noteAssigned, noteRead } from "./closures";
import { add, addVersion, opaque, startOf } from "./state";
import { underMany, type Await, type Named, type Typed, type ValueNode } from "../values";
import type { Binding } from "../names/scopes";
import { item } from "../item";

/** Reads and assignments of variables. */

/** @returns the variable of an identifier; `undefined` for globals. */
export function bindingOf(build: Build, node: TS.Identifier): Binding | undefined {
  if (node.pos === node.end) return undefined;
  return build.names.bindings[item(build.names.at, node.end) - 1];
}

/** @returns the graph's variable for a binding that functions or modules share. */
export function sharedVariable(build: Build, binding: Binding): Mutable<Variable> | undefined {
  return build.variables[item(build.variableIds, binding.index)];
}

/** @returns the value of a name at this place. */
export function readName(build: Build, node: TS.Identifier): ValueId {
  const binding = bindingOf(build, node);
  if (!binding) return unbound(build, node);
  return readVariable(build, binding, node);
}

function unbound(build: Build, node: TS.Identifier): ValueId {
  const { text } = node;
  if (text === "undefined") return undefinedAt(build, node);
  const { kind } = build.fn.code;
  if (text !== "arguments" || kind === "module" || kind === "field" || kind === "static")
    return readGlobal(build, text, node);
  if (kind === "arrow") build.usesOuterThis.add(build.fn.id);
  return opaque(build, "arguments", [], node);
}

function undefinedAt(build: Build, node: TS.Node): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "literal", ...place, value: undefined }, node);
}

/** @returns the value of a name that the file does not declare. Each function has one value for it. */
export function readGlobal(build: Build, name: string, node: TS.Node): ValueId {
  const { globals } = build.fn;
  let known = globals.get(name);
  if (known === undefined) {
    const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
    known = add(build, { kind: "global", ...place, name }, node);
    globals.set(name, known);
  }
  return versionOf(build, known);
}

/** @returns the value of a variable at this place. */
export function readVariable(build: Build, binding: Binding, node: TS.Node): ValueId {
  if (binding.kind === "import") return readImport(build, binding.import, node);
  noteRead(build, binding);
  const holders = build.names.holders.get(binding);
  return holders ? afterHolders(build, binding, holders, node) : readOwn(build, binding, node);
}

/** Bound on the holders of one object that are handled one by one. */
const mostHolders = 64;

/** @returns the value of a variable, including changes that functions may make to its object through other holders. */
function afterHolders(build: Build, binding: Binding, holders: ReadonlySet<Binding>, node: TS.Node): ValueId {
  const value = readOwn(build, binding, node);
  const { guard } = build;
  const { epoch } = build.fn;
  const last = build.told.get(binding.index);
  if (last?.epoch === epoch && last.guard === guard) return value;
  build.told.set(binding.index, { epoch, guard });
  const changing: Binding[] = [];
  for (const each of holders) if (mayBeChanged(build, each) && changing.push(each) > mostHolders) break;
  if (changing.length === 0) return value;
  if (changing.length > mostHolders) {
    const call = opaque(build, "functions change it under many names", [], node);
    changeByCall(build, value, { call, argument: underMany, path: [] }, node);
    return readOwn(build, binding, node);
  }
  const root = item(build.roots, value);
  for (const holder of changing) {
    const held = readOwn(build, holder, node);
    if (build.roots[held] !== root) changeIfSame(build, root, { as: held, then: held, within: true }, node);
  }
  return readOwn(build, binding, node);
}

/** Whether a function created so far may change the object of a variable. */
function mayBeChanged(build: Build, { index }: Binding): boolean {
  const slot = item(build.slots, index);
  if (slot === -1 || item(build.changers, index) < 0) return false;
  return isChangeable(item(build.values, item(build.roots, force(build, slot))));
}

function readOwn(build: Build, binding: Binding, node: TS.Node): ValueId {
  const slot = binding.index;
  const isOwn = binding.in === build.fn.id;
  if (build.slots[slot] === -1) return isOwn ? unset(build, binding, node) : readShared(build, binding, node);
  if (binding.shared && !isKnown(build, binding, isOwn)) return readShared(build, binding, node);
  return current(build, slot);
}

function current(build: Build, slot: number): ValueId {
  const held = force(build, item(build.slots, slot));
  build.slots[slot] = held;
  const version = refreshed(build, withParts(build, versionOf(build, held)));
  return version === held && !isVersionOfResult(build, version) ? held : viewed(build, slot, held, version);
}

/** Whether a value is a later version of a call's result. */
function isVersionOfResult(build: Build, version: ValueId): boolean {
  const root = item(build.roots, version);
  return root !== version && item(build.values, root).kind === "call" && !isView(item(build.values, version));
}

/** @returns the current version of an object under the name and type of the variable. */
function viewed(build: Build, slot: number, held: ValueId, version: ValueId): ValueId {
  const views: (Typed | Named | Await)[] = [];
  let inner = held;
  for (let value = item(build.values, inner); isView(value); value = item(build.values, inner)) {
    views.push(value);
    inner = value.value;
  }
  if (inner === version && (views.length > 0 || !isVersionOfResult(build, version))) return held;
  const known = build.views.get(slot);
  if (known?.version === version && known.held === held) return known.value;
  let value = version;
  for (const view of views.reverse())
    value = addVersion(build, { ...view, in: build.fn.id, value, depends: 0 }, value, build.nodes[held]);
  const binding = item(build.names.bindings, slot);
  // After a join, the variable holds the object without its name: add the name again.
  if (views.length === 0 && isVersionOfResult(build, version) && isNamed(build, binding, version))
    value = nameIt(build, binding, version);
  build.views.set(slot, { held, version, value });
  return value;
}

/** Whether a value only adds a name, a type or `await`. */
function isView(value: ValueNode): value is Typed | Named | Await {
  return value.kind === "typed" || value.kind === "named" || value.kind === "await";
}

/** @returns the value of an import. Each function has one value for it. */
export function readImport(build: Build, index: number, node: TS.Node): ValueId {
  const { imported } = build.fn;
  let known = imported.get(index);
  if (known === undefined) {
    const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
    known = add(build, { kind: "imported", ...place, import: index }, node);
    imported.set(index, known);
  }
  return versionOf(build, known);
}

/** Whether the slot is up to date: no other function can have assigned or changed the variable since. */
function isKnown(build: Build, { index, kind, assignedInside, changedInside }: Binding, isOwn: boolean): boolean {
  const { epoch } = build.fn;
  if (build.anytime.has(index)) return false;
  const read = item(build.epochs, index);
  if (!isOwn) return read === epoch || (!assignedInside && !changedInside && kind !== "let" && kind !== "var");
  if (assignedInside && item(build.assigners, index) >= 0) return read === epoch;
  if (!changedInside) return true;
  const changer = item(build.changers, index);
  return changer < 0 || epoch <= changer || epoch === read;
}

/** Reads a variable that other functions may have assigned, or whose object they may have changed. */
export function readShared(build: Build, binding: Binding, node: TS.Node): ValueId {
  const { index: slot } = binding;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const variable = item(build.variableIds, slot);
  const id = add(build, { kind: "variable", ...place, variable, guard: build.guard }, node);
  const held = item(build.slots, slot);
  const isOwn = binding.in === build.fn.id;
  const isSame = isOwn && held !== -1 && !(binding.assignedInside && item(build.assigners, slot) >= 0);
  if (isSame) {
    // The same object after changes by other functions. Its other names see them, too.
    const root = item(build.roots, force(build, held));
    if (!build.finals.has(slot)) build.finals.set(slot, finalOf(build, slot));
    build.roots[id] = root;
    set(build, build.base + root, id);
    build.sharedRoots.set(root, variable);
  } else {
    if (isOwn && !build.finals.has(slot)) build.finals.set(slot, finalOf(build, slot));
    set(build, slot, id);
    build.sharedRoots.set(id, variable);
  }
  build.epochs[slot] = build.fn.epoch;
  return id;
}

/** @returns what a variable holds, without what only the branch around the read knows of it. */
function finalOf(build: Build, slot: number): number {
  const held = currentOf(build, slot);
  if (build.guard === always) return held;
  let value = force(build, held);
  for (let node = item(build.values, value); node.kind === "refined"; node = item(build.values, value))
    value = node.value;
  return value;
}

/** Whether the variable's name adds information to the value: names distinguish tokens and clients. */
function isNamed(build: Build, { name }: Binding, given: ValueId): boolean {
  let value = item(build.values, given);
  while (value.kind === "typed") value = item(build.values, value.value);
  if (value.kind === "member") return value.key !== name;
  if (value.kind === "operation") return /^(?:\|\||\?\?|&&)$/u.test(value.operator);
  if (value.kind === "parameter" || value.kind === "named" || value.kind === "global") return value.name !== name;
  return !speaksForItself.has(value.kind);
}

/** Kinds of values to which a name adds nothing. */
const speaksForItself: ReadonlySet<ValueNode["kind"]> = new Set([
  "literal",
  "template",
  "pattern",
  "function",
  "class",
  "object",
  "array",
  "opaque",
  "jsx",
]);

function nameIt(build: Build, { name }: Binding, value: ValueId): ValueId {
  const { start, end } = item(build.values, value);
  const about = { in: build.fn.id, start, end, depends: 0, value, name };
  return addVersion(build, { kind: "named", ...about }, value, build.nodes[value]);
}

function unset(build: Build, { kind, name }: Binding, node: TS.Node): ValueId {
  const isDeclared = kind === "function" || kind === "class" || kind === "enum" || kind === "namespace";
  return isDeclared ? readGlobal(build, name, node) : opaque(build, "not assigned yet", [], node);
}

export function assign(build: Build, binding: Binding, given: ValueId): void {
  const value = isNamed(build, binding, given) ? nameIt(build, binding, given) : given;
  const variable = sharedVariable(build, binding);
  if (variable)
    (variable.assigned as { value: ValueId; in: FunctionId; guard: number }[]).push({
      value,
      in: build.fn.id,
      guard: build.guard,
    });
  set(build, binding.index, value);
  noteAssigned(build, binding, value);
  build.epochs[binding.index] = build.fn.epoch;
}

/** Records a new function: from here on it may assign and change the variables that it captures from the current function. */
export function functionCreated(build: Build, id: FunctionId): void {
  const { assigns, changes } = build.names;
  const { id: own, epoch } = build.fn;
  for (const { in: owner, index } of assigns[id] ?? [])
    if (owner === own && item(build.assigners, index) < 0) build.assigners[index] = epoch;
  for (const { in: owner, index } of changes[id] ?? [])
    if (owner === own && item(build.changers, index) < 0) build.changers[index] = epoch;
}

/**
 * Records a function that may run without a visible call. All reads of the variables that it assigns or changes are reads of shared variables from here on.
 */
export function runsAtAnyTime({ names: { assigns, changes }, anytime }: Build, id: FunctionId): void {
  for (const { index } of [...(assigns[id] ?? []), ...(changes[id] ?? [])]) anytime.add(index);
}

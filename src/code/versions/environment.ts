import type TS from "typescript";
import type { GuardId, ValueId } from "../graph";
import type { LoopJoin } from "../values";
import { add, addVersion, opaque, startOf, type Build, type Mark, type Mutable, type State } from "./state";
import { thunkSlot, type JoinThunk, type LoopThunk, type Thunk } from "./thunks";
import { item } from "../item";

/** Flow-sensitive state: one journal of the values of variables and versions of objects, which branches undo and joins read. */

/** Longer chains of thunks are forced, so that forcing never recurses deeper. */
const deepestThunk = 24;

/** Bound on branches times changed slots at one join. Beyond it the slots become opaque, which keeps the graph linear in the text. */
const mostSides = 100_000;

/** Assigns a slot. Within `try` the assignment is logged. */
export function set(build: Build, slot: number, value: number): void {
  put(build, slot, value);
  if (build.tries > 0) build.log.push(slot, value);
}

/** Updates a slot by something derived, such as a join or a refresh: no assignment that `try` has to log. */
export function put(build: Build, slot: number, value: number): void {
  build.journal.push(slot, build.slots[slot] ?? -1);
  build.slots[slot] = value;
}

export function markOf(build: Build): Mark {
  return { journal: build.journal.length, values: build.values.length, thunks: build.thunks.length };
}

/** Reverts all changes since a mark. */
export function undo(build: Build, { journal: length }: Mark): void {
  const { journal, slots } = build;
  for (let at = journal.length - 2; at >= length; at -= 2) slots[item(journal, at)] = item(journal, at + 1);
  journal.length = length;
}

/** @returns the slots changed since a mark, with their current values. */
export function capture(build: Build, mark: Mark): State {
  const changes = new Map<number, number>();
  const { journal, slots, base } = build;
  for (let at = mark.journal; at < journal.length; at += 2) {
    const slot = item(journal, at);
    if (changes.has(slot)) continue;
    changes.set(slot, slot < base ? currentOf(build, slot) : item(slots, slot));
  }
  return { changes, guard: build.guard };
}

/** Whether a variable or object existed before the branches split: what one branch creates is not visible after the join. */
export function wasThere({ values, slots, base, thunkOf }: Build, slot: number, mark: Mark): boolean {
  if (slot < base) return slots[slot] !== -1;
  if (slot - base < mark.values) return true;
  // A thunk from before the split has a later node if a branch forced it.
  if ((thunkOf.get(slot - base) ?? mark.thunks) < mark.thunks) return true;
  const kind = values[slot - base]?.kind;
  return kind === "this" || kind === "imported" || kind === "global";
}

/** @returns what a variable holds: the current version of its object, possibly a thunk. */
export function currentOf(build: Build, slot: number): number {
  const held = plain(build, item(build.slots, slot));
  if (held < 0) return held;
  const version = plain(build, item(build.slots, build.base + item(build.roots, held)));
  return isViewOf(build, held, version) ? held : version;
}

/** Whether a value is the version itself under names, types and `await`. */
function isViewOf(build: Build, value: ValueId, version: number): boolean {
  for (let inner = value; ;) {
    if (inner === version) return true;
    const node = item(build.values, inner);
    if (node.kind !== "typed" && node.kind !== "named" && node.kind !== "await") return false;
    inner = node.value;
  }
}

/** @returns the current version of a value's object. */
export function versionOf(build: Build, value: ValueId): ValueId {
  const slot = build.base + item(build.roots, value);
  const held = item(build.slots, slot);
  if (held >= 0) return held;
  const forced = force(build, held);
  build.slots[slot] = forced;
  return forced;
}

/** @returns the value of a forced thunk in place of the thunk, so that equal slots compare equal. */
function plain(build: Build, slot: number): number {
  if (slot >= -1) return slot;
  const { value } = item(build.thunks, -2 - slot);
  return value >= 0 ? value : slot;
}

/** Continues where branches meet. The changes of all of them have been undone. */
export function merge(build: Build, states: readonly State[], mark: Mark, guard: GuardId, node: TS.Node): void {
  const [first] = states;
  if (!first) {
    build.dead = true;
    return;
  }
  build.dead = false;
  if (states.length === 1) {
    for (const [slot, value] of first.changes) put(build, slot, value);
    build.guard = first.guard;
    return;
  }
  build.guard = guard;
  const slots = new Set<number>();
  for (const { changes } of states)
    for (const [slot, value] of changes)
      if (wasThere(build, slot, mark)) slots.add(slot);
      // An object created in one branch keeps the version of that branch.
      else if (slot >= build.base) put(build, slot, value);
  const joins: JoinThunk[] = [];
  const crowded = slots.size * states.length > mostSides;
  for (const slot of slots) {
    if (crowded) put(build, slot, crowdedValue(build, slot, node));
    else mergeSlot(build, slot, { states, mark, node, joins });
  }
}

interface Meeting {
  readonly states: readonly State[];
  readonly mark: Mark;
  readonly node: TS.Node;
  /** Joins created here: variables with the same sides share one. */
  readonly joins: JoinThunk[];
}

function mergeSlot(build: Build, slot: number, { states, mark, node, joins }: Meeting): void {
  const before = plain(build, item(build.slots, slot));
  const sides: number[] = [];
  let core: number | undefined;
  let isSame = true;
  for (const state of states) {
    const side = sideOf(build, slot, state);
    sides.push(side);
    const stripped = withoutRefinements(build, side, mark);
    if (core === undefined) core = stripped;
    else if (core !== stripped) isSame = false;
  }
  if (isSame) {
    if (core !== undefined && core !== before) put(build, slot, core);
    return;
  }
  const known = joins.find((each) => each.sides.every((side, index) => side === sides[index]));
  if (known) {
    put(build, slot, thunkSlot(build.thunks.indexOf(known)));
    return;
  }
  const root = slot < build.base ? -1 : slot - build.base;
  const guards = states.map(({ guard }) => guard);
  const joined = joinSlot(build, { sides, guards, root }, node);
  const thunk = build.thunks[-2 - joined];
  if (thunk?.kind === "join" && joins.length < 8) joins.push(thunk);
  put(build, slot, joined);
}

/** @returns what a slot holds at the end of a branch. The branch may change the object of a variable that it does not assign. */
function sideOf(build: Build, slot: number, { changes }: State): number {
  const changed = changes.get(slot);
  if (changed !== undefined) return plain(build, changed);
  const held = plain(build, item(build.slots, slot));
  if (slot >= build.base || held < 0) return held;
  const root = build.base + item(build.roots, held);
  const version = plain(build, changes.get(root) ?? item(build.slots, root));
  return isViewOf(build, held, version) ? held : version;
}

/** @returns a slot value without the refinements added since a mark. */
function withoutRefinements(build: Build, slot: number, mark: Mark): number {
  for (let current = slot; ;) {
    if (current < -1) {
      const thunk = item(build.thunks, -2 - current);
      if (thunk.kind !== "refine" || thunk.isEnd || -2 - current < mark.thunks) return current;
      current = plain(build, thunk.previous);
    } else {
      const value = current >= mark.values ? build.values[current] : undefined;
      if (value?.kind !== "refined") return current;
      current = value.value;
    }
  }
}

/** @returns the slot value of a join that is created when it is first read. */
export function joinSlot(build: Build, about: Pick<JoinThunk, "sides" | "guards" | "root">, node: TS.Node): number {
  const depth = 1 + Math.max(...about.sides.map((side) => depthOf(build, side)));
  return addThunk(build, { kind: "join", value: -1, in: build.fn.id, depth, node, ...about });
}

function crowdedValue(build: Build, slot: number, node: TS.Node): ValueId {
  const held = item(build.slots, slot);
  const value = opaque(build, "too many ways lead here", [], node);
  if (held >= 0 && slot >= build.base) build.roots[value] = item(build.roots, held);
  return value;
}

/** Refines a value by a condition until the branches meet again. */
export function refine(build: Build, value: ValueId, condition: ValueId, holds: boolean, node: TS.Node): void {
  const slot = build.base + item(build.roots, value);
  const previous = item(build.slots, slot);
  const depth = 1 + depthOf(build, previous);
  const thunk = addThunk(build, {
    kind: "refine",
    value: -1,
    in: build.fn.id,
    depth,
    node,
    previous,
    condition,
    holds,
  });
  build.journal.push(slot, previous);
  build.slots[slot] = thunk;
}

export function depthOf(build: Build, slot: number): number {
  const held = plain(build, slot);
  return held < -1 ? item(build.thunks, -2 - held).depth : 0;
}

/** @returns the slot value of a thunk, or of its node if its chain is too long. */
export function addThunk(build: Build, thunk: Thunk): number {
  const slot = thunkSlot(build.thunks.length);
  build.thunks.push(thunk);
  return thunk.depth > deepestThunk ? force(build, slot) : slot;
}

/** @returns the value behind a slot value; forces thunks. */
export function force(build: Build, slot: number): ValueId {
  if (slot >= -1) return slot;
  const thunk = item(build.thunks, -2 - slot);
  if (thunk.value < 0) {
    const before = build.values.length;
    thunk.value = createNode(build, thunk);
    if (thunk.value >= before) build.thunkOf.set(thunk.value, -2 - slot);
  }
  return thunk.value;
}

function createNode(build: Build, thunk: Thunk): ValueId {
  switch (thunk.kind) {
    case "refine":
    case "after":
    case "same":
      return createVersion(build, thunk);
    case "join":
      return createJoin(build, thunk);
    case "loop":
      return createLoop(build, thunk);
  }
}

function createVersion(build: Build, thunk: Extract<Thunk, { kind: "refine" | "after" | "same" }>): ValueId {
  const { node, in: inside } = thunk;
  const previous = force(build, thunk.previous);
  const place = { in: inside, start: startOf(build, node), end: node.end, depends: 0 };
  if (thunk.kind === "refine") {
    const { condition, holds } = thunk;
    return addVersion(build, { kind: "refined", ...place, value: previous, condition, holds }, previous, node);
  }
  if (thunk.kind === "same") {
    const about = { object: previous, as: thunk.as, then: force(build, thunk.then), within: thunk.within };
    return addVersion(build, { kind: "same", ...place, ...about }, previous, node);
  }
  const { call, argument, path } = thunk;
  const about = { object: previous, call, argument };
  return addVersion(build, { kind: "after", ...place, ...about, ...(path && { path }) }, previous, node);
}

function createJoin(build: Build, { in: inside, node, sides: slots, guards, root }: JoinThunk): ValueId {
  const sides = slots.map((slot, index) => ({ value: force(build, slot), guard: item(guards, index) }));
  const first = sides[0]?.value ?? -1;
  if (sides.every(({ value }) => value === first)) return first;
  const place = { in: inside, start: startOf(build, node), end: node.end, depends: 0 };
  const id = add(build, { kind: "join", ...place, sides }, node);
  const common = item(build.roots, first);
  if (root >= 0) build.roots[id] = root;
  else if (sides.every(({ value }) => build.roots[value] === common)) build.roots[id] = common;
  return id;
}

function createLoop(build: Build, thunk: LoopThunk): ValueId {
  const { node, in: inside, loop, root, next } = thunk;
  const initial = force(build, thunk.initial);
  if (next !== -1 && build.thunks[-2 - next] === thunk) return initial;
  const place = { in: inside, start: startOf(build, node), end: node.end, depends: 0 };
  thunk.value = add(build, { kind: "loop", ...place, initial, next: initial, loop }, node);
  if (root >= 0) build.roots[thunk.value] = root;
  else build.loopSlots.set(thunk.value, thunk.slot);
  if (next !== -1) closeLoop(build, thunk);
  return thunk.value;
}

/** Sets the value at the end of a round, if the loop's phi was read. */
export function closeLoop(build: Build, thunk: LoopThunk): void {
  if (thunk.value >= 0) (build.values[thunk.value] as Mutable<LoopJoin>).next = force(build, thunk.next);
}

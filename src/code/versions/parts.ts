import type TS from "typescript";
import { always, type GuardId, type ValueId } from "../graph";
import { bareOf } from "../bare";
import { item } from "../item";
import type { Join, Same, ValueNode } from "../values";
import { isChangeable, refreshed } from "./contents";
import { force, joinSlot, put, set, versionOf } from "./environment";
import { changeIfSame } from "./same";
import { addVersion, type Build } from "./state";
import type { JoinThunk } from "./thunks";

/** Values that are one of several (`c ? a : b`): a change of the value changes the alternatives, and a change of an alternative changes the value. */

/** Bound on the alternatives of one value that are followed. */
const mostParts = 8;

/** Bound on the alternatives that one change reaches, including alternatives of alternatives. */
const mostChanged = 4;

/** @returns the alternatives of a value. */
export function partsOf(build: Build, id: ValueId): readonly ValueId[] {
  const value = item(build.values, id);
  switch (value.kind) {
    case "join":
      return value.sides.length > mostParts ? [] : value.sides.map((side) => side.value);
    case "withDefault":
      return [value.value, value.otherwise];
    case "operation":
      return isChangeable(value) ? value.operands : [];
    case "loop":
      return [value.initial, ...heldBefore(build, id)];
    default:
      return [];
  }
}

/** @returns what a loop's variable may have held in another round: the current values of the variables that are assigned to it. */
function heldBefore(build: Build, id: ValueId): readonly ValueId[] {
  const binding = build.names.bindings[build.loopSlots.get(id) ?? -1];
  const held: ValueId[] = [];
  for (const { index } of (binding && build.names.aliases.get(binding)) ?? []) {
    const slot = build.slots[index] ?? -1;
    if (slot !== -1 && held.length < mostParts) held.push(force(build, slot));
  }
  return held;
}

/** @returns the roots that a value may have; its own is first. */
export function allParts(build: Build, whole: ValueId): ReadonlySet<ValueId> {
  const roots = new Set<ValueId>([item(build.roots, whole)]);
  for (const root of roots) {
    if (roots.size > mostParts) break;
    for (const part of partsOf(build, root)) roots.add(item(build.roots, part));
  }
  return roots;
}

/** Propagates a change of a value to its alternatives: each has changed, if it is the value. */
export function changeParts(build: Build, whole: ValueId, version: ValueId): void {
  changePartsOf(build, whole, version, new Set<ValueId>([item(build.roots, whole)]));
}

function changePartsOf(build: Build, whole: ValueId, version: ValueId, done: Set<ValueId>): void {
  const node = nodeOf(build, whole);
  const isSure = done.size === 1 && isOnTheWay(build, whole);
  for (const part of partsOf(build, whole)) {
    const root = item(build.roots, part);
    if (done.has(root) || done.size > mostChanged || !isChangeable(item(build.values, root))) continue;
    done.add(root);
    if (isSure) {
      const slot = build.base + root;
      const previous = item(build.slots, slot);
      const sides = chosen(build, whole, (each) => (each === root ? version : previous));
      set(build, slot, joinSlot(build, sidesOf(sides, root), node));
    } else changeIfSame(build, root, { as: whole, then: version }, node);
    changePartsOf(build, root, version, done);
  }
}

/** Bound on the enclosing guards that are searched. */
const deepestGuard = 32;

/** Whether a join's branches lie on every path to this place. Elsewhere the guards of the join say nothing about this place. */
function isOnTheWay({ values, guards, guard }: Build, whole: ValueId): boolean {
  const value = item(values, whole);
  if (value.kind !== "join") return false;
  const way = new Set<GuardId>([always]);
  for (let id = guard, depth = 0; id !== always && depth < deepestGuard; depth += 1) {
    way.add(id);
    id = item(guards, id).outer;
  }
  return value.sides.every((side) => side.guard !== always && way.has(item(guards, side.guard).outer));
}

/** @returns a value with the changes of its alternatives. */
export function withParts(build: Build, version: ValueId): ValueId {
  const root = item(build.roots, version);
  if (build.refreshing.size > deepestParts || build.refreshing.has(root)) return version;
  const parts = partsOf(build, root);
  if (parts.length === 0) return version;
  build.refreshing.add(root);
  const changed = new Map<ValueId, ValueId>();
  for (const part of parts) {
    const of = item(build.roots, part);
    if (of === root || !isChangeable(item(build.values, of))) continue;
    const now = refreshed(build, withParts(build, versionOf(build, of)));
    if (!isSeen(build, version, part, now)) changed.set(of, now);
  }
  build.refreshing.delete(root);
  if (changed.size === 0) return version;
  const { start, end } = item(build.values, root);
  const place = { in: build.fn.id, start, end, depends: 0 };
  const add = (value: Join | Same): ValueId => addVersion(build, value, root, build.nodes[root]);
  let id = version;
  if (isOnTheWay(build, root))
    id = add({ kind: "join", ...place, sides: chosen(build, root, (each) => changed.get(each) ?? version) });
  else for (const [as, then] of changed) id = add({ kind: "same", ...place, object: id, as, then });
  put(build, build.base + root, id);
  return id;
}

/** Bound on alternatives of alternatives. */
const deepestParts = 4;

type Sides = { value: ValueId; guard: GuardId }[];

/** @returns the sides of a join, with some of them replaced; nothing for values without conditions. */
function chosen(build: Build, whole: ValueId, choose: (root: ValueId) => number): Sides {
  const value = item(build.values, whole);
  if (value.kind !== "join") return [];
  return value.sides.map((side) => ({ value: choose(item(build.roots, side.value)), guard: side.guard }));
}

function sidesOf(sides: Sides, root: ValueId): Joined {
  return { sides: sides.map(({ value }) => value), guards: sides.map(({ guard }) => guard), root };
}

type Joined = Pick<JoinThunk, "sides" | "guards" | "root">;

function nodeOf(build: Build, value: ValueId): TS.Node {
  return build.nodes[value] ?? build.fn.node;
}

/** Whether a version includes an alternative's current version: the alternative is unchanged, or was changed through the value. */
function isSeen(build: Build, version: ValueId, part: ValueId, now: ValueId): boolean {
  if (bareOf(build.values, part) === bareOf(build.values, now)) return true;
  const current = bareOf(build.values, version);
  if (holds(build, now, current) || holds(build, current, now)) return true;
  // Joins were created for the alternative and for the value separately where branches met.
  const seen = versionsIn(build, [current, part]);
  return seen.size <= mostJoined && [...versionsIn(build, [now])].every((each) => seen.has(each));
}

/** Bound on the joined versions that are compared; beyond it the change counts as not included. */
const mostJoined = 32;

/** @returns the values without wrappers; joins are expanded into the versions that they join. */
function versionsIn(build: Build, values: readonly ValueId[]): ReadonlySet<ValueId> {
  const joins = new Set(values.map((each) => bareOf(build.values, each)));
  const found = new Set<ValueId>();
  for (const each of joins) {
    const node = item(build.values, each);
    const versions = versionsOf(node);
    if (versions.length === 0 || joins.size > mostJoined) found.add(each);
    else for (const value of versions) joins.add(bareOf(build.values, value));
  }
  return found;
}

function holds(build: Build, join: ValueId, value: ValueId): boolean {
  return versionsOf(item(build.values, join)).some(
    (each) => bareOf(build.values, each) === bareOf(build.values, value),
  );
}

/** @returns the versions that a join or `same` chooses from; none for other values. */
function versionsOf(value: ValueNode): readonly ValueId[] {
  if (value.kind === "same") return [value.object, value.then];
  return value.kind === "join" ? value.sides.map((side) => side.value) : [];
}

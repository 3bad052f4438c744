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

/** Values that are one of several: whoever changes one of those changes them, and the other way round. */

/** More alternatives than these are not told that they may have changed. */
const mostParts = 8;

/** Of parts of parts, so many are told. */
const mostChanged = 4;

/** @returns the values of which one is the value. */
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

/** @returns what the variable of a loop may have been in another round: what is assigned to it there. */
function heldBefore(build: Build, id: ValueId): readonly ValueId[] {
  const binding = build.names.bindings[build.loopSlots.get(id) ?? -1];
  const held: ValueId[] = [];
  for (const { index } of (binding && build.names.aliases.get(binding)) ?? []) {
    const slot = build.slots[index] ?? -1;
    if (slot !== -1 && held.length < mostParts) held.push(force(build, slot));
  }
  return held;
}

/** @returns the roots of which a value may be one: its own first. */
export function allParts(build: Build, whole: ValueId): ReadonlySet<ValueId> {
  const roots = new Set<ValueId>([item(build.roots, whole)]);
  for (const root of roots) {
    if (roots.size > mostParts) break;
    for (const part of partsOf(build, root)) roots.add(item(build.roots, part));
  }
  return roots;
}

/** One of several values has changed: each of them has, if it is the one. */
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

/** Guards are followed back so far. */
const deepestGuard = 32;

/** Whether all ways that lead here went through a join: elsewhere its conditions say nothing of what happened. */
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

/** @returns the value with the changes of those of which it is one. */
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

/** Values that are one of several, each again one of several, are followed so far. */
const deepestParts = 4;

type Sides = { value: ValueId; guard: GuardId }[];

/** @returns what a join is if some of its sides are other values; nothing for what has no conditions. */
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

/** Whether a value has what one of its parts is now: that is as it was, or has come by the value itself. */
function isSeen(build: Build, version: ValueId, part: ValueId, now: ValueId): boolean {
  if (bareOf(build.values, part) === bareOf(build.values, now)) return true;
  const current = bareOf(build.values, version);
  if (holds(build, now, current) || holds(build, current, now)) return true;
  // What was changed on some ways was joined where they meet, the part and the value each by itself.
  const seen = versionsIn(build, [current, part]);
  return seen.size <= mostJoined && [...versionsIn(build, [now])].every((each) => seen.has(each));
}

/** Versions that are joined where ways meet: where there are more, it is not asked which of them somebody has seen. */
const mostJoined = 32;

/** @returns the values, without what is only known of them, and all that they are joins of. */
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

/** @returns the versions of which a value is one; none if it is itself one. */
function versionsOf(value: ValueNode): readonly ValueId[] {
  if (value.kind === "same") return [value.object, value.then];
  return value.kind === "join" ? value.sides.map((side) => side.value) : [];
}

import type TS from "typescript";
import type { Variable } from "../declarations";
import type { ValueId } from "../graph";
import type { Call } from "../values";
import { item } from "../item";
import { isChangeable } from "./contents";
import { addThunk, depthOf, force, set } from "./environment";
import type { Build } from "./state";

/** May-aliases that the text does not show: the result of a call may be an argument, or an object that an argument holds. */

/** Bound on the objects of one call that are updated. */
const mostObjects = 8;
/** Bound on the values that are searched for them. */
const mostLooked = 24;

/** A value before a change, and its version after it (a value or a thunk). */
export interface Change {
  readonly as: ValueId;
  readonly then: number;
  /** One may also contain the other. */
  readonly within?: true;
}

/** Adds a version to an object, given by its root, that may be an alias of the changed value. */
export function changeIfSame(build: Build, root: ValueId, { as, then, within }: Change, node: TS.Node): void {
  const slot = build.base + root;
  const previous = item(build.slots, slot);
  const depth = 1 + Math.max(depthOf(build, previous), depthOf(build, then));
  const now = addThunk(build, { kind: "same", value: -1, in: build.fn.id, depth, node, previous, as, then, within });
  set(build, slot, now);
  // A shared variable lists all versions of its object.
  const shared = build.sharedRoots.get(root);
  if (shared === undefined) return;
  const { changed = [] } = build.variables[shared] ?? {};
  (changed as Variable["changed"][number][]).push({ value: force(build, now), in: build.fn.id, guard: build.guard });
}

/** Propagates a change of a call's result, or of a part of it, to the objects that the call received. */
export function changeGiven(build: Build, call: ValueId, changes: readonly Change[], node: TS.Node, depth = 0): void {
  for (const root of objectsOf(build, call)) {
    if (changes.some(({ as }) => item(build.roots, as) === root)) continue;
    const slot = build.base + root;
    const before = item(build.slots, slot);
    for (const change of changes) changeIfSame(build, root, { ...change, within: true }, node);
    // Calls in a chain may return the receiver of the chain's first call.
    const value = item(build.values, root);
    if (value.kind === "call" && depth < mostObjects && before !== item(build.slots, slot))
      changeGiven(build, root, [{ as: root, then: item(build.slots, slot) }], node, depth + 1);
  }
}

/** @returns the objects that a call received, and those that literals and `new` among them contain. */
function objectsOf(build: Build, call: ValueId): ReadonlySet<ValueId> {
  const found = new Set<ValueId>();
  const pending = partsOf(build, call);
  const { receiver } = item(build.values, call) as Partial<Call>;
  for (let looked = 0; pending.length > 0 && looked < mostLooked && found.size < mostObjects; looked += 1) {
    const root = item(build.roots, pending.shift() ?? call);
    const value = item(build.values, root);
    if (value.kind === "object" || value.kind === "array") pending.push(...partsOf(build, root));
    if (value.kind === "call" && value.how === "new") pending.push(...partsOf(build, root));
    // A method of a member may return that member, and the next call of the chain changes it. Other members are left out.
    const isMember = value.kind === "member" && (receiver === undefined || item(build.roots, receiver) !== root);
    if (isChangeable(value) && !isMember && value.kind !== "imported") found.add(root);
  }
  return found;
}

function partsOf(build: Build, id: ValueId): ValueId[] {
  const value = item(build.values, id);
  switch (value.kind) {
    case "call":
      return [
        ...(value.receiver === undefined ? [] : [value.receiver]),
        ...value.arguments.slice(0, mostObjects).map((each) => each.value),
      ];
    case "object":
      return value.members.slice(0, mostObjects).map((each) => each.value);
    case "array":
      return value.elements.slice(0, mostObjects).map((each) => each.value);
    default:
      return [];
  }
}

import type { Cell, Content } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Machine } from "../machine";
import { contentOf } from "../store/heap";

/** Many requests send one large constant: what its snapshots hold is the same, and is made once. */

/** A snapshot that is being taken. */
export interface Freezing {
  readonly machine: Machine;
  /** The objects around the one that is looked at. */
  readonly seen: Set<Cell>;
  /** How many more values it may hold. */
  left: number;
  /** How many objects were around one at most. */
  deepest: number;
  /** How often something was met that another snapshot may show otherwise. */
  doubts: number;
  /** The objects that were met, with what they held. */
  readonly met: Met[];
  /** How many of its values were taken from another one. */
  shared: number;
}

interface Met {
  readonly cell: Cell;
  readonly content: Content;
}

/** What a snapshot holds of one content, which any other holds too. */
interface SharedParts {
  readonly parts: readonly unknown[];
  /** The objects within, which have to hold what they did. */
  readonly met: readonly Met[];
  /** How many values they are, and how many objects are around one of them at most. */
  readonly size: number;
  readonly height: number;
  /** How many values the snapshot could hold, if they were too many. */
  readonly cutAt: number | undefined;
}

/** By content, for one pass: places are shown as the analysed file sees them. */
export type SharedSnapshots = WeakMap<Content, SharedParts>;

/** Fewer values are made in the time in which they are looked for. */
const leastShared = 16;

/**
 * @param isOwn whether the content is shown at a place of the analysed file, so that nothing within it is shown at the place of its use.
 * @returns the members, or elements, of a snapshot of a content: those of an earlier one, if they are the same.
 */
export function shared<T>(
  freezing: Freezing,
  content: Content,
  isOwn: boolean,
  make: () => readonly T[],
): readonly T[] {
  const { machine, met } = freezing;
  if (!isOwn || content.fields.size + content.items.length < leastShared) return make();
  const known = machine.pass.snapshots.get(content);
  if (known && holds(freezing, known)) {
    freezing.left -= known.size;
    freezing.deepest = Math.max(freezing.deepest, freezing.seen.size + known.height);
    freezing.shared += known.size;
    machine.state.effort += known.met.length;
    for (const each of known.met) met.push(each);
    return known.parts as readonly T[];
  }
  const { doubts, left, deepest, seen } = freezing;
  const first = met.length;
  freezing.deepest = seen.size;
  const parts = make();
  const height = freezing.deepest - seen.size;
  freezing.deepest = Math.max(deepest, freezing.deepest);
  if (freezing.doubts === doubts) {
    const cutAt = freezing.left < 0 ? left : undefined;
    machine.pass.snapshots.set(content, { parts, met: met.slice(first), size: left - freezing.left, height, cutAt });
  }
  return parts;
}

/** Whether all objects within hold what they did. Asking for that notes what the snapshot depends on. */
function holds({ machine, seen, left }: Freezing, { met, size, height, cutAt }: SharedParts): boolean {
  const isWhole = cutAt === undefined ? size <= left : left === cutAt;
  return (
    isWhole &&
    seen.size + height <= bounds.snapshotDepth &&
    met.every(({ cell, content }) => contentOf(machine, cell) === content)
  );
}

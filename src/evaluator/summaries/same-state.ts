import type { Abstract, Content, Field, Root } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Slot } from "../domain/slots";
import { cellsOf, same } from "../domain/values";
import type { LateWrites } from "../interference/late-writes";
import { contentLattice } from "../store/content-lattice";
import type { Machine } from "../machine";
import type { Read, Recording } from "../store/recording";
import { surroundingsOf } from "./record";

/**
 * Whether a slot holds what a call found in it, as far as the call looked at it. A content that is joined anew is another object each time.
 *
 * @param roots the entry point then, and the one now: an object may have been given away in it.
 * @param lateWrites the same then and now.
 */
export function isSameState(
  slot: Slot<unknown>,
  { value: before, members }: Read,
  now: unknown,
  roots: readonly [Root, Root],
  lateWrites: LateWrites,
): boolean {
  if (Object.is(before, now)) return true;
  if (before === undefined || now === undefined) return false;
  if (slot.lattice !== contentLattice) return slot.lattice.ofPath !== true && same(before as Abstract, now as Abstract);
  const [one, other] = [before as Content, now as Content];
  if (!isSameBeside(one, other, roots) || (one.before === undefined) !== (other.before === undefined)) return false;
  const isShown = !slot.root || roots.includes(slot.root) || one.escaped;
  const isHidden = (key: string): boolean => !isShown && lateWrites.isUnknown(slot.owner, key);
  return (
    isSameFields(one.fields, other.fields, members, isHidden) &&
    isSameFields(one.before, other.before, members, isHidden)
  );
}

/**
 * Whether all of the surroundings that a call asked for are as they were. That other code may run meanwhile makes no difference to a call that has
 * read nothing of its own which other code writes.
 */
export function areSameSurroundings(machine: Machine, { surroundings, around, own }: Recording): boolean {
  const now = surroundingsOf(machine);
  for (const name of surroundings)
    if (around[name] !== now[name] && (name !== "escapes" || machine.lateWrites.isWritten(own))) return false;
  return true;
}

/** Whether two contents are the same in all but their members. */
function isSameBeside(one: Content, other: Content, [then, now]: readonly [Root, Root]): boolean {
  return (
    one.open === other.open &&
    one.escaped === other.escaped &&
    (one.escapedIn === then) === (other.escapedIn === now) &&
    one.items.length === other.items.length &&
    one.items.length <= bounds.describedValues &&
    isSame(one.rest, other.rest) &&
    isSame(one.copied?.from, other.copied?.from) &&
    one.copied?.without.join() === other.copied?.without.join() &&
    one.copied?.among?.join() === other.copied?.among?.join() &&
    one.items.every((item, index) => {
      const counterpart = other.items[index];
      return counterpart?.presence === item.presence && same(item.value, counterpart.value);
    }) &&
    one.sources.length === other.sources.length &&
    one.sources.every((source, index) => isSame(source, other.sources[index]))
  );
}

function isSame(one: Abstract | undefined, other: Abstract | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && same(one, other));
}

/**
 * @param members those that count; absent: all.
 * @param isHidden whether nobody can know what a member holds, as it is assigned at any time.
 */
function isSameFields(
  one: Content["fields"] | undefined,
  other: Content["fields"] | undefined,
  members: ReadonlySet<string> | undefined,
  isHidden: (key: string) => boolean,
): boolean {
  if (one === other || !one || !other) return true;
  if (!members && (one.size !== other.size || one.size > bounds.describedValues)) return false;
  for (const key of members ?? one.keys()) {
    const [then, now] = [one.get(key), other.get(key)];
    if (!isSameField(then, now) && !(then && now && isHidden(key) && leadToSame(then, now))) return false;
  }
  return true;
}

/** Whether two members hold the same objects: that is all that is left of what is hidden. */
function leadToSame(one: Field, other: Field): boolean {
  const [cells, others] = [cellsOf(one.value), cellsOf(other.value)];
  return cells.length === others.length && cells.every((cell) => others.includes(cell));
}

function isSameField(one: Field | undefined, other: Field | undefined): boolean {
  return (
    one === other ||
    (one !== undefined &&
      one.presence === other?.presence &&
      one.getter === other.getter &&
      one.setter === other.setter &&
      one.maybeGetter === other.maybeGetter &&
      one.unordered === other.unordered &&
      same(one.value, other.value))
  );
}

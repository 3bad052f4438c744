import type { Abstract, Content, Field, Root } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Slot } from "../domain/slots";
import { same } from "../domain/values";
import { contentLattice } from "../store/content-lattice";
import type { Read } from "../store/recording";

/**
 * Whether a slot holds what a call found in it, as far as the call looked at it. A content that is joined anew is another object each time.
 *
 * @param roots the entry point then, and the one now: an object may have been given away in it.
 */
export function isSameState(
  slot: Slot<unknown>,
  { value: before, members }: Read,
  now: unknown,
  roots: readonly [Root, Root],
): boolean {
  if (Object.is(before, now)) return true;
  if (before === undefined || now === undefined) return false;
  if (slot.lattice !== contentLattice) return slot.lattice.ofPath !== true && same(before as Abstract, now as Abstract);
  const [one, other] = [before as Content, now as Content];
  if (!isSameBeside(one, other, roots) || (one.before === undefined) !== (other.before === undefined)) return false;
  return isSameFields(one.fields, other.fields, members) && isSameFields(one.before, other.before, members);
}

/** Whether two contents are the same in all but their members. */
function isSameBeside(one: Content, other: Content, [then, now]: readonly [Root, Root]): boolean {
  return (
    one.open === other.open &&
    one.escaped === other.escaped &&
    (one.sealed === then) === (other.sealed === now) &&
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

/** @param members those that count; absent: all. */
function isSameFields(
  one: Content["fields"] | undefined,
  other: Content["fields"] | undefined,
  members: ReadonlySet<string> | undefined,
): boolean {
  if (one === other || !one || !other) return true;
  if (members) return [...members].every((key) => isSameField(one.get(key), other.get(key)));
  if (one.size !== other.size || one.size > bounds.describedValues) return false;
  for (const [key, field] of one) if (!isSameField(field, other.get(key))) return false;
  return true;
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

import type { Abstract, Content, Root } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Slot } from "../domain/slots";
import { same } from "../domain/values";
import { contentLattice } from "../store/content-lattice";

/**
 * Whether a slot holds what it held for another entry point. A content that is joined anew is another object each time.
 *
 * @param roots the entry point then, and the one now: an object may have been given away in it.
 */
export function isSameState(slot: Slot<unknown>, before: unknown, now: unknown, roots: readonly [Root, Root]): boolean {
  if (Object.is(before, now)) return true;
  if (before === undefined || now === undefined) return false;
  return slot.lattice === contentLattice
    ? isSameContent(before as Content, now as Content, roots)
    : slot.lattice.ofPath !== true && same(before as Abstract, now as Abstract);
}

function isSameContent(one: Content, other: Content, [then, now]: readonly [Root, Root]): boolean {
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
    isSameFields(one.fields, other.fields) &&
    (one.before === other.before || (one.before && other.before ? isSameFields(one.before, other.before) : false)) &&
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

function isSameFields(one: Content["fields"], other: Content["fields"]): boolean {
  if (one === other) return true;
  if (one.size !== other.size || one.size > bounds.describedValues) return false;
  for (const [key, field] of one) {
    const counterpart = other.get(key);
    if (
      field.presence !== counterpart?.presence ||
      field.getter !== counterpart.getter ||
      field.setter !== counterpart.setter ||
      field.maybeGetter !== counterpart.maybeGetter ||
      field.unordered !== counterpart.unordered ||
      !same(field.value, counterpart.value)
    )
      return false;
  }
  return true;
}

import type { Abstract, Entry, ObjectValue, Place, Single } from "../domain";
import { arrayOf, lazyElement, lazyEntry, objectOf, unknown } from "../make";
import { joinAll, mapOptions } from "../values";
import { canBeChanged, withOtherMembers } from "../changed-unknown";

/** Objects with replaced members, and opened objects. */

interface Parts {
  readonly members: Map<string, Entry>;
  open: string | undefined;
}

interface Opening {
  wasRead: boolean;
}

/** Opened objects, by their members, with whether a member was read since. */
const openings = new WeakMap<ReadonlyMap<string, Entry>, Opening>();

/** Opens an object: it may have further members, and every member may have another value. */
export function openUp(parts: Parts, reason: string, place: Place): Opening {
  parts.open ??= reason;
  const opening = { wasRead: false };
  for (const [key, entry] of parts.members) {
    const value = (): Abstract => {
      opening.wasRead = true;
      return joinAll([entry.value, unknown(reason, place)], place);
    };
    parts.members.set(key, lazyEntry(value, entry.keyPlace, entry.presence, entry.accessor));
  }
  return opening;
}

/** @returns whether an object has not changed since it was opened, and no member was read. Opening it again would add nothing. */
function isOpen({ open, members }: ObjectValue): boolean {
  return open !== undefined && openings.get(members)?.wasRead === false;
}

/** @returns the object with one member replaced or added. */
export function withMember(object: ObjectValue, key: string, member: Entry): ObjectValue {
  const members = new Map(object.members);
  members.set(key, member);
  return { ...object, members };
}

/** @returns the object after unknown code that may have changed any member. */
export function opened(object: Abstract, reason: string, place: Place): Abstract {
  return mapOptions(object, (option) => {
    if (option.kind === "array")
      return arrayOf(
        option.elements.map((element) =>
          lazyElement(() => joinAll([element.value, unknown(reason, place)], place), "maybe"),
        ),
        option.place,
        { ...option, open: reason },
      );
    if (option.kind === "unknown") return canBeChanged(option) ? withOtherMembers(option, place) : option;
    if (option.kind !== "object" || isOpen(option)) return option;
    const { outside } = option;
    if (outside) return { ...option, outside: { ...outside, value: withOtherMembers(outside.value, place) } };
    const parts = { members: new Map(option.members), open: option.open };
    openings.set(parts.members, openUp(parts, reason, place));
    return objectOf(parts.members, option.place, { ...option, open: parts.open });
  });
}

/** @returns whether a value is a request that calls of its methods build in place. It is sent by one of them, or when code awaits it. */
export function isBuiltInPlace(option: Single): boolean {
  return option.kind === "native" && ("await" in option.native || option.native.isBuilt === true);
}

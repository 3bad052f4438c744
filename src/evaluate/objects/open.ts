import type { Abstract, Entry, ObjectValue, Place, Single } from "../domain";
import { arrayOf, lazyElement, lazyEntry, objectOf, unknown } from "../make";
import { joinAll, mapOptions } from "../values";
import { canBeChanged, withOtherMembers } from "../changed-unknown";

/** Objects with other members, and objects of whose members no more is known for sure. */

interface Parts {
  readonly members: Map<string, Entry>;
  open: string | undefined;
}

interface Opening {
  wasRead: boolean;
}

/** Members of objects that have been opened, and whether somebody has read one of them since. */
const openings = new WeakMap<ReadonlyMap<string, Entry>, Opening>();

/** From here on the object may have other members, and other values for those that it has. */
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

/** Whether an object is as it was when it was opened, and nobody has read it since: to open it again would say no more. */
function isOpen({ open, members }: ObjectValue): boolean {
  return open !== undefined && openings.get(members)?.wasRead === false;
}

/** @returns the object with a member. */
export function withMember(object: ObjectValue, key: string, member: Entry): ObjectValue {
  const members = new Map(object.members);
  members.set(key, member);
  return { ...object, members };
}

/** @returns the object as it is when anything may have happened to its members. */
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

/** Whether a value is a request to which each call of its methods adds: it is sent when somebody waits for it, or by one of them. */
export function isBuiltInPlace(option: Single): boolean {
  return option.kind === "native" && ("await" in option.native || option.native.isBuilt === true);
}

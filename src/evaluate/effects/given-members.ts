import type { ChangedKeys } from "../../code/assigned-keys";
import type { Abstract, Entry, ObjectValue, Place, Single } from "../domain";
import { lazyEntry, unknown } from "../make";
import { isPrimitive, joinAll, mapOptions } from "../values";
import { opened, withMember } from "../objects/open";

/** Objects passed to a function that changes only some members. */

/** @returns the object after a function whose effect on the changed members is unknown. */
export function openedIn(object: Abstract, { assigned, given }: ChangedKeys, reason: string, place: Place): Abstract {
  return mapOptions(object, (option) => {
    if (!isOfMembers(option)) return opened(option, reason, place);
    let after = option;
    for (const key of given) {
      const entry = option.members.get(key);
      if (entry && !holdsPrimitives(entry))
        after = withMember(
          after,
          key,
          lazyEntry(() => opened(entry.value, reason, place), entry.keyPlace, entry.presence),
        );
    }
    for (const key of assigned) after = withMember(after, key, assignedEntry(option.members.get(key), reason, place));
    return after;
  });
}

function assignedEntry(entry: Entry | undefined, reason: string, place: Place): Entry {
  // The function may also delete it.
  if (!entry) return lazyEntry(() => unknown(reason, place), place, "maybe");
  const value = (): Abstract => joinAll([entry.value, unknown(reason, place)], place);
  return lazyEntry(value, entry.keyPlace, "maybe", entry.accessor);
}

/** @returns whether an object consists of its own members only. A getter of a class may return an object that another member holds. */
function isOfMembers(option: Single): option is ObjectValue {
  if (option.kind !== "object" || option.outside) return false;
  return option.class === undefined && option.instanceOf === undefined && option.base === undefined;
}

function holdsPrimitives(entry: Entry | undefined): boolean {
  if (!entry) return true;
  if (entry.accessor) return false;
  return isPrimitive(entry.value);
}

import type { ChangedKeys } from "../../code/changed-keys";
import type { Abstract, Entry, ObjectValue, Place, Single } from "../domain";
import { lazyEntry, unknown } from "../make";
import { joinAll, mapOptions, optionsOf, primitiveOf } from "../values";
import { opened, withMember } from "../objects/open";

/** Objects that a function was given which changes some members alone. */

/** @returns whether an object is the same after a function that only gives its members to others: nobody changes a text. */
export function isLeftAsItIs(object: Abstract, { assigned, given }: ChangedKeys): boolean {
  if (assigned.size > 0) return false;
  return optionsOf(object).every(
    (option) => isOfMembers(option) && [...given].every((key) => holdsPrimitives(option.members.get(key))),
  );
}

/** @returns an object as a function may leave it of which nobody knows what it does with the members that it changes. */
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
  if (!entry) return lazyEntry(() => unknown(reason, place), place, "maybe");
  const value = (): Abstract => joinAll([entry.value, unknown(reason, place)], place);
  return lazyEntry(value, entry.keyPlace, entry.presence, entry.accessor);
}

/** Whether an object has nothing but its members: what an accessor of a class gives may be held by another member. */
function isOfMembers(option: Single): option is ObjectValue {
  if (option.kind !== "object" || option.outside) return false;
  return option.class === undefined && option.instanceOf === undefined && option.base === undefined;
}

function holdsPrimitives(entry: Entry | undefined): boolean {
  if (!entry) return true;
  if (entry.accessor) return false;
  return optionsOf(entry.value).every((option) => option.kind === "text" || primitiveOf(option) !== undefined);
}

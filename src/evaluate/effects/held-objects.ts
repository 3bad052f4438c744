import { isVersionOf } from "../conditions/conditions";
import type { Abstract, Entry, ObjectValue, Single } from "../domain";
import { mapOptions, optionsOf } from "../values";

/** Objects that an object holds, in its members or deeper. */

/** Objects in an object are looked through so far. */
const deepestHeld = 4;
/** An object with more members is a table, whose members nobody changes one by one. */
const mostMembers = 64;

/** Whether what an object holds is what code has put there: of a copy of a URL the parameters are others. */
function isOpenBox({ class: name, members }: ObjectValue): boolean {
  return members.size <= mostMembers && (name === undefined || name === "Map" || name === "Set");
}

/** @returns the objects of a value, those that they hold, and those that these hold. */
export function objectsIn(value: Abstract, depth = 0): readonly Single[] {
  if (depth > deepestHeld) return [];
  return optionsOf(value).flatMap((option): readonly Single[] => {
    if (option.kind === "array")
      return [option, ...option.elements.slice(0, mostMembers).flatMap((each) => objectsIn(each.value, depth + 1))];
    if (option.kind !== "object") return [];
    if (!isOpenBox(option)) return [option];
    return [
      option,
      ...[...option.members.values()].flatMap((each) => (each.accessor ? [] : objectsIn(each.value, depth + 1))),
    ];
  });
}

/** @returns an object in which, wherever it holds one of some objects, it holds the version that is given. */
export function holdingVersions(object: ObjectValue, versions: readonly Abstract[], depth = 0): ObjectValue {
  if (depth > deepestHeld || versions.length === 0 || !isOpenBox(object)) return object;
  let members: Map<string, Entry> | undefined;
  for (const [key, entry] of object.members) {
    if (entry.accessor) continue;
    const held = optionsOf(entry.value);
    const now = held.map((each) => versionOf(each, versions, depth));
    if (now.every((each, index) => each === held[index])) continue;
    members ??= new Map(object.members);
    const value = mapOptions(entry.value, (each) => now[held.indexOf(each)] ?? each);
    members.set(key, { value, presence: entry.presence, keyPlace: entry.keyPlace });
  }
  return members ? { ...object, members } : object;
}

function versionOf(held: Single, versions: readonly Abstract[], depth: number): Abstract {
  const found = versions.find((each) => isVersionOf(held, [each]));
  if (found) return found;
  return held.kind === "object" ? holdingVersions(held, versions, depth + 1) : held;
}

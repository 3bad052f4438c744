import { isVersionOf } from "../conditions/conditions";
import type { Abstract, ObjectValue, Single } from "../domain";
import { mapOptions, optionsOf } from "../values";

/** Objects nested in an object. */

/** Depth to which nested objects are followed. */
const deepestHeld = 4;
/** An object with more members is a table, whose members are not changed one by one. */
const mostMembers = 64;

/** @returns whether the members of an object are the objects that code put there. Platform classes such as `URL` copy theirs. */
function isOpenBox({ class: name, members }: ObjectValue): boolean {
  return members.size <= mostMembers && (name === undefined || name === "Map" || name === "Set");
}

const inside = new WeakMap<Single, readonly Single[]>();

/** @returns the objects of a value and those nested in them, each once, nearest first. */
export function objectsIn(value: Single): readonly Single[] {
  const known = inside.get(value);
  if (known) return known;
  const found = new Set<Single>();
  let level: readonly Single[] = [value];
  for (let depth = 0; depth <= deepestHeld; depth += 1) {
    const others = level.filter((each) => (each.kind === "object" || each.kind === "array") && !found.has(each));
    for (const each of others) found.add(each);
    level = [...new Set(others)].flatMap((each) => heldBy(each)).flatMap(optionsOf);
  }
  const objects = [...found];
  inside.set(value, objects);
  return objects;
}

function heldBy(value: Single): readonly Abstract[] {
  if (value.kind === "array") return value.elements.slice(0, mostMembers).map((each) => each.value);
  if (value.kind !== "object" || !isOpenBox(value)) return [];
  return [...value.members.values()].flatMap((each) => (each.accessor ? [] : each.value));
}

/** Rebuilt objects, with the depth at which they were rebuilt. */
type Made = Map<ObjectValue, { readonly depth: number; readonly made: ObjectValue }>;

/** @returns an object in which each nested object with a version among the given ones is replaced by that version. */
export function holdingVersions(object: ObjectValue, versions: readonly Abstract[]): ObjectValue {
  return versions.length === 0 ? object : holding(object, versions, 0, new Map());
}

function holding(object: ObjectValue, versions: readonly Abstract[], depth: number, made: Made): ObjectValue {
  if (depth > deepestHeld || !isOpenBox(object)) return object;
  const known = made.get(object);
  if (known && known.depth <= depth) return known.made;
  const members = new Map(object.members);
  let isOther = false;
  for (const [key, entry] of object.members) {
    if (entry.accessor) continue;
    const held = optionsOf(entry.value);
    const now = held.map((each) => versionOf(each, versions, depth, made));
    if (now.every((each, index) => each === held[index])) continue;
    isOther = true;
    const value = mapOptions(entry.value, (each) => now[held.indexOf(each)] ?? each);
    members.set(key, { value, presence: entry.presence, keyPlace: entry.keyPlace });
  }
  const result = isOther ? { ...object, members } : object;
  made.set(object, { depth, made: result });
  return result;
}

function versionOf(held: Single, versions: readonly Abstract[], depth: number, made: Made): Abstract {
  const found = versions.find((each) => isVersionOf(held, [each]));
  if (found) return found;
  return held.kind === "object" ? holding(held, versions, depth + 1, made) : held;
}

import { entry, scalar, text, unknown } from "../../make";
import { movedBy } from "../../key-order";
import { joinAll, primitiveOf } from "../../values";
import type { Abstract, Entry, ObjectValue, Place } from "../../domain";

/**
 * Entries of a `Map`: an object of that class with the values as members. Keys that are not strings get names that no string key has. Values under unknown
 * keys share one hidden member, and the map is then open.
 */

const marker = "\u0000";
const rest = `${marker}rest`;

/** @returns the member name of a key: `1` and `"1"` are different keys. */
function nameOf(key: Abstract): string | undefined {
  const known = primitiveOf(key);
  if (!known) return undefined;
  if (typeof known.value === "string") return known.value;
  return `${marker}${typeof known.value}:${String(Object.is(known.value, -0) ? 0 : known.value)}`;
}

/** @returns the key of a member name. */
function keyOf(name: string, place: Place): Abstract {
  if (!name.startsWith(marker)) return text(name, place);
  const [type = "", written = ""] = name.slice(1).split(/:(.*)/su);
  if (type === "number") return scalar(Number(written), place);
  if (type === "bigint") return scalar(BigInt(written), place);
  if (type === "boolean") return scalar(written === "true", place);
  return scalar(type === "undefined" ? undefined : null, place);
}

function listed({ members }: ObjectValue): readonly (readonly [string, Entry])[] {
  return [...members].filter(([name]) => name !== rest);
}

/** @returns all entries in order, some perhaps absent; `undefined` if they are unknown. */
export function entriesOfMap(
  map: ObjectValue,
): readonly { readonly key: Abstract; readonly value: Abstract; readonly presence: Entry["presence"] }[] | undefined {
  if (map.open !== undefined || map.unordered) return undefined;
  return listed(map).map(([name, { value, presence, keyPlace }]) => ({ key: keyOf(name, keyPlace), value, presence }));
}

/** @returns the map with a value under a key. An unknown key may be any of the keys. */
export function put(map: ObjectValue, key: Abstract, value: Abstract): ObjectValue {
  const name = nameOf(key);
  if (name !== undefined) {
    const unordered = map.unordered ?? movedBy(map.members, name);
    return { ...map, members: new Map(map.members).set(name, entry(value, key.place)), unordered };
  }
  const members = new Map<string, Entry>();
  for (const [each, known] of map.members)
    members.set(each, { ...known, value: joinAll([known.value, value], value.place) });
  if (!members.has(rest)) members.set(rest, entry(value, value.place, "maybe"));
  return { ...map, members, open: map.open ?? "a key that is not known" };
}

/** @returns the map without a key. An unknown key may be any of the keys. */
export function removed(map: ObjectValue, key: Abstract): ObjectValue {
  const name = nameOf(key);
  const members = new Map(map.members);
  if (name !== undefined) members.delete(name);
  else for (const [each, known] of members) members.set(each, { ...known, presence: "maybe" });
  return { ...map, members };
}

export function cleared(map: ObjectValue): ObjectValue {
  return { ...map, members: new Map(), open: undefined };
}

/** @returns whether the map has a key; `undefined` if that is unknown. */
export function hasKey(map: ObjectValue, key: Abstract): boolean | undefined {
  const name = nameOf(key);
  if (name === undefined) return map.open !== undefined || map.members.size > 0 ? undefined : false;
  const known = map.members.get(name);
  if (known?.presence === "always") return true;
  return known || map.open !== undefined ? undefined : false;
}

/** @returns the value under a key; the join of all values if the key is unknown. */
export function valueUnder(map: ObjectValue, key: Abstract, place: Place): Abstract {
  const name = nameOf(key);
  const known = name === undefined ? undefined : map.members.get(name);
  if (known?.presence === "always") return known.value;
  const nothing = scalar(undefined, place);
  const others = map.open === undefined ? [nothing] : [...restOf(map), unknown("a value of a map", place)];
  if (name !== undefined) return joinAll([...(known ? [known.value] : []), ...others], place);
  return joinAll([...listed(map).map(([, { value }]) => value), nothing, ...others], place);
}

function restOf({ members }: ObjectValue): readonly Abstract[] {
  const known = members.get(rest);
  return known ? [known.value] : [];
}

/** @returns some value of a map. */
export function someValue(map: ObjectValue, place: Place): Abstract {
  const values = [...map.members.values()].map(({ value }) => value);
  return joinAll(
    map.open === undefined && values.length > 0 ? values : [...values, unknown("a value of a map", place)],
    place,
  );
}

/** @returns some key of a map. */
export function someKey(map: ObjectValue, place: Place): Abstract {
  const keys = listed(map).map(([name, { keyPlace }]) => keyOf(name, keyPlace));
  return joinAll(map.open === undefined && keys.length > 0 ? keys : [...keys, unknown("a key of a map", place)], place);
}

import { bounds } from "../../domain/limits";
import { fieldOf, scalar, unknown } from "../../domain/constructors";
import type { Abstract, Content, Field, Item, Place } from "../../domain/domain";
import { cellsOf, join, joinAll, primitiveOf } from "../../domain/values";
import { emptyContent, lookUp, setField } from "../../store/content";

/**
 * The content of a `Map` or a `Set`: its fields are the values by key, its items are the keys in order. The order is known while every item is
 * one known key that is surely present. A key that is no known primitive may be any key, and makes the collection open.
 */

/** A known entry. */
export interface Entry {
  readonly key: Abstract;
  readonly value: Abstract;
}

/** @returns the name of the field for a key: `1` and `"1"` are two keys. */
function fieldName(key: Abstract): string | undefined {
  const known = primitiveOf(key);
  return known && `${typeof known.value}:${String(known.value)}`;
}

/** @returns all entries in order, where they are known. */
export function entriesOf(content: Content): readonly Entry[] | undefined {
  if (content.open || content.items.length !== content.fields.size) return undefined;
  const entries: Entry[] = [];
  for (const { value: key, presence } of content.items) {
    const name = fieldName(key);
    const field = name === undefined ? undefined : content.fields.get(name);
    if (name === undefined || presence === "maybe" || field?.presence !== "always") return undefined;
    entries.push({ key, value: field.value });
  }
  return entries;
}

/** Adds an entry, or replaces the value under its key. */
export function put(content: Content, key: Abstract, value: Abstract, keyPlace: Place): Content {
  const name = fieldName(key);
  if (name === undefined) return putSomewhere(content, key, value);
  const before = content.fields.get(name);
  const changed = setField(content, name, fieldOf(value, keyPlace));
  if (before?.presence === "always") return changed;
  if (before) return { ...changed, items: surelyThere(content.items, name) };
  if (content.items.length >= bounds.items) return { ...changed, items: [], open: true };
  return { ...changed, items: [...content.items, { value: key, presence: "always" }] };
}

/** If the last key is the only one that may have been absent, it is now surely present, and still the last. */
function surelyThere(items: readonly Item[], name: string): readonly Item[] {
  const last = items.at(-1);
  const isOnly = items.filter(({ presence }) => presence === "maybe").length === 1;
  if (last?.presence !== "maybe" || !isOnly || fieldName(last.value) !== name) return items;
  return [...items.slice(0, -1), { ...last, presence: "always" }];
}

/** The key may be any listed one, or another. */
function putSomewhere(content: Content, key: Abstract, value: Abstract): Content {
  const fields = new Map<string, Field>();
  for (const [name, field] of content.fields) fields.set(name, { ...field, value: join(field.value, value) });
  const held = cellsOf(key).length > 0 ? [key, value] : [value];
  const rest = joinAll([...(content.rest ? [content.rest] : []), ...held], value.place);
  return { ...content, fields, items: [], open: true, rest };
}

/** @returns the content without an entry. A key that is not known may be that of any entry. */
export function remove(content: Content, key: Abstract): Content {
  const name = fieldName(key);
  if (name === undefined) {
    const fields = new Map<string, Field>();
    for (const [each, field] of content.fields) fields.set(each, { ...field, presence: "maybe" });
    const items = content.items.map((item): Item => ({ ...item, presence: "maybe" }));
    return { ...content, fields, items };
  }
  const fields = new Map(content.fields);
  fields.delete(name);
  return { ...content, fields, items: content.items.filter((item) => fieldName(item.value) !== name) };
}

/** @returns the content without any entry. */
export function removeAll(content: Content): Content {
  return { ...emptyContent, escaped: content.escaped, escapedIn: content.escapedIn };
}

/** @returns whether there is an entry under a key; `undefined` where that is not known. */
export function hasKey(content: Content, key: Abstract): boolean | undefined {
  const name = fieldName(key);
  if (name === undefined) return content.open || content.fields.size > 0 ? undefined : false;
  const field = content.fields.get(name);
  if (field) return field.presence === "always" ? true : undefined;
  return content.open ? undefined : false;
}

/** @returns the value under a key; the join of all values if the key is unknown. */
export function valueUnder(content: Content, key: Abstract, place: Place): Abstract {
  const name = fieldName(key);
  if (name !== undefined) return lookUp(content, name, place);
  return joinAll([...valuesOf(content, place), scalar(undefined, place)], place);
}

/** @returns the join of all values, and of an unknown one if not all are listed. */
export function someValue(content: Content, place: Place): Abstract {
  const values = valuesOf(content, place);
  return values.length > 0 ? joinAll(values, place) : unknown("an entry of an empty collection", place);
}

/** @returns some key. */
export function someKey(content: Content, place: Place): Abstract {
  const keys = content.items.map(({ value }) => value);
  const isListed = !content.open && keys.length === content.fields.size && keys.length > 0;
  return isListed ? joinAll(keys, place) : unknown("a key", place, { pointsTo: content.rest && cellsOf(content.rest) });
}

function valuesOf(content: Content, place: Place): readonly Abstract[] {
  const values = [...content.fields.values()].map(({ value }) => value);
  if (content.rest) values.push(content.rest);
  if (content.open) values.push(unknown("an entry of a collection that is not fully known", place));
  return values;
}

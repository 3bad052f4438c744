import { bounds } from "../domain/limits";
import { Layers } from "./layers";
import { fieldOf, scalar, unknown } from "../domain/constructors";
import { type Abstract, type Closure, type Content, type Copied, type Field, type Place } from "../domain/domain";
import { join, joinAll } from "../domain/values";
import { isPrivateKey } from "../../syntax/private-names";

/** Contents are made from this one, so that all have the same members: see `constructors.ts`. */
export const emptyContent: Content = {
  fields: new Map(),
  items: [],
  open: false,
  rest: undefined,
  escaped: false,
  before: undefined,
  escapedIn: undefined,
  sources: [],
  copied: undefined,
};

/** Stands among the names of changed members for any change by unknown code. */
export const givenAway = "* given away";

/** The content of an object that code changes at an unknown time. */
export const lostContent: Content = { ...emptyContent, open: true, escaped: true };

/** @returns the content of an object, or its content before it escaped; `undefined` if neither is known. */
export function heldBefore({ escaped, before, fields }: Content): ReadonlyMap<string, Field> | undefined {
  return escaped ? before : fields;
}

/** @returns a member with one more accessor: getter and setter of one name are one member. */
export function accessor(
  content: Content,
  key: string,
  kind: "getter" | "setter",
  closure: Closure,
  keyPlace: Place,
): Field {
  const before = content.fields.get(key);
  const getter = kind === "getter" ? closure : before?.getter;
  const setter = kind === "setter" ? closure : before?.setter;
  const value = getter ? unknown("a getter", keyPlace) : scalar(undefined, keyPlace);
  return { ...fieldOf(value, keyPlace), getter, setter };
}

/** @returns a member whose position in the order of keys is unknown. */
export function unorderedField(field: Field): Field {
  return field.unordered ? field : { ...field, unordered: true };
}

/** @returns a member as it is after an assignment: one that may have been absent stands where it stood, or at the end. */
export function assigned(content: Content, key: string, field: Field): Field {
  const before = content.fields.get(key);
  return before && (before.presence === "maybe" || before.unordered) ? unorderedField(field) : field;
}

export function setField(content: Content, key: string, field: Field): Content {
  return setFields(content, [[key, field]]);
}

/** Sets several members: with one copy for all. */
export function setFields(content: Content, fields: Iterable<readonly [string, Field]>): Content {
  return { ...content, fields: Layers.with(content.fields, fields) };
}

/** @returns the value under a key of known content, and whether it may be absent; getters aside. */
export function lookUp(content: Content, key: string, place: Place): Abstract {
  const field = content.fields.get(key);
  if (field?.presence === "always") return field.value;
  const absent = content.open ? openMember(content, place) : scalar(undefined, place);
  return field ? join(field.value, absent) : absent;
}

/** @returns the value under a key that an open content does not list. */
export function openMember(content: Content, place: Place): Abstract {
  const missing = unknown("a member of an object that is not fully known", place);
  return content.rest ? join(content.rest, missing) : missing;
}

/** @returns what is left of a copy when members are taken out. */
export function withoutKeys(copied: Copied | undefined, keys: readonly string[]): Copied | undefined {
  if (!copied) return undefined;
  const without = [...copied.without, ...keys.filter((key) => !copied.without.includes(key))];
  return without.length > bounds.leftOut ? undefined : { ...copied, without };
}

/** `o[k] = v` with a key that is not known: it may be any of those listed, or another. */
export function setUnknownKey(known: Content, value: Abstract): Content {
  const content = isLarge(known) ? unlisted(known, value.place) : known;
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields)
    fields.set(
      key,
      field.getter || field.setter || isPrivateKey(key) ? field : { ...field, value: join(field.value, value) },
    );
  const items = content.items.map((item) => ({ ...item, value: join(item.value, value) }));
  const rest = content.rest ? join(content.rest, value) : value;
  return { ...content, fields, items, open: true, rest, copied: undefined };
}

/** Whether an object has so many members that it would take too long to change each of them time and again. */
export function isLarge({ fields }: Content): boolean {
  return fields.size > bounds.changedMembers;
}

/** @returns the content of a large object with its members under keys that are not known, but for accessors and private members. */
export function unlisted(content: Content, place: Place): Content {
  const isListed = ([key, { getter, setter }]: readonly [string, Field]): boolean =>
    getter !== undefined || setter !== undefined || isPrivateKey(key);
  const values = [...content.fields].flatMap((entry) => (isListed(entry) ? [] : [entry[1].value]));
  const fields = new Map([...content.fields].filter(isListed));
  const rest = joinAll([...(content.rest ? [content.rest] : []), ...values], place);
  return { ...content, fields, open: true, rest, copied: undefined };
}

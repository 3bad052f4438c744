import { bounds } from "../domain/limits";
import { reachable } from "../domain/values";
import { differingKeys, Layers, LazyMap } from "./layers";
import {
  type Abstract,
  type Closure,
  type Content,
  type Copied,
  type Field,
  type Item,
  type Place,
} from "../domain/domain";
import { join, joinAll, scalar, unknown } from "../domain/values";
import { isPrivateKey } from "../syntax/private-names";

export const emptyContent: Content = { fields: new Map(), items: [], open: false, escaped: false, sources: [] };

/** The content of an object of which nothing is known. */
const anything: Content = { ...emptyContent, open: true };

/** Stands among the names of changed members for any change by unknown code. */
export const givenAway = "* given away";

/** The content of an object that code changes at an unknown time. */
export const lostContent: Content = { ...emptyContent, open: true, escaped: true };

/** @returns the content of an object, or its content before it escaped; `undefined` if neither is known. */
export function heldBefore({ escaped, before, fields }: Content): ReadonlyMap<string, Field> | undefined {
  return escaped ? before : fields;
}

/** Most joined states differ in little or nothing, so equal parts are kept without a copy. */
export function joinContents(left: Content, right: Content): Content {
  if (left === right) return left;
  const fields = joinFields(left, right);
  const items = joinItems(left.items, right.items);
  const rest = left.rest && right.rest ? join(left.rest, right.rest) : (left.rest ?? right.rest);
  const open = left.open || right.open;
  const escaped = left.escaped || right.escaped;
  const sources = joinSources(left.sources, right.sources);
  const sealed = left.sealed === right.sealed ? left.sealed : undefined;
  const copied = left.copied === right.copied ? left.copied : undefined;
  const before = escaped ? joinBefore(left, right) : undefined;
  const isLeft =
    fields === left.fields &&
    items === left.items &&
    rest === left.rest &&
    open === left.open &&
    escaped === left.escaped &&
    sources === left.sources &&
    sealed === left.sealed &&
    before === left.before &&
    copied === left.copied;
  return isLeft ? left : { fields, items, open, rest, escaped, before, sources, sealed, ...(copied && { copied }) };
}

function joinBefore(left: Content, right: Content): Content["before"] {
  const [one, other] = [heldBefore(left), heldBefore(right)];
  return one && other && joinFields({ ...emptyContent, fields: one }, { ...emptyContent, fields: other });
}

function joinFields(left: Content, right: Content): Content["fields"] {
  if (left.fields === right.fields) return left.fields;
  const perhaps = joinPerhaps(left, right);
  if (perhaps) return perhaps;
  const changes: [string, Field][] = [];
  const differing = differingKeys(left.fields, right.fields);
  const begins = isBeginning(left.fields, right.fields);
  const ordered = begins || isSameOrder(left.fields, right.fields);
  // Looking at the order takes as long as the objects are large, so it waits for a key that one of them has alone.
  let early: ReadonlySet<string> | undefined = begins ? noKeys : undefined;
  const isEarly = (key: string): boolean => (early ??= keysBeforeShared(left.fields, right.fields)).has(key);
  for (const key of differing) {
    const one = left.fields.get(key);
    const other = right.fields.get(key);
    if (one === other && ordered) continue;
    const both = one && other && joinField(one, other);
    const joined = both
      ? ordered
        ? both
        : unorderedField(both)
      : one
        ? onlyIn(one, right)
        : other && onlyIn(isEarly(key) ? unorderedField(other) : other, left);
    if (joined && joined !== one) changes.push([key, joined]);
  }
  return changes.length > 0 ? Layers.with(left.fields, changes) : left.fields;
}

/**
 * Joins with a content of which nothing is known, such as that of an object that has escaped: each member may then be any value, or absent. They
 * are many, and few are asked for.
 */
function joinPerhaps(left: Content, right: Content): Content["fields"] | undefined {
  if (isAnything(left)) return perhaps(right.fields);
  if (isAnything(right)) return perhaps(left.fields);
  const [one, other] = [perhapsOf(left), perhapsOf(right)];
  const isPerhaps = one !== undefined || other !== undefined;
  if (!isPerhaps) return undefined;
  const inner = joinFields(one ?? left, other ?? right);
  return inner === one?.fields ? left.fields : perhaps(inner);
}

function isAnything({ fields, open, rest }: Content): boolean {
  return fields.size === 0 && open && !rest;
}

/** @returns members of which each may be any value, or absent. */
function perhaps(fields: Content["fields"]): Content["fields"] {
  return fields.size === 0 || fields instanceof LazyMap
    ? fields
    : new LazyMap(fields, (field) => onlyIn(field, anything));
}

/** @returns the content without that each of its members may be any value. */
function perhapsOf(content: Content): Content | undefined {
  const { fields, open, rest } = content;
  const isPerhaps = fields instanceof LazyMap && open && !rest;
  return isPerhaps ? { ...content, fields: (fields as LazyMap<Field>).inner, open: false } : undefined;
}

const noKeys: ReadonlySet<string> = new Set();

/** @returns whether the keys of one object are, in their order, the first of the other's: most objects that are joined have grown from one. */
function isBeginning(left: Content["fields"], right: Content["fields"]): boolean {
  if (left.size > bounds.comparedKeys || right.size > bounds.comparedKeys) return false;
  const others = right.keys();
  for (const key of left.keys()) {
    const other = others.next();
    if (other.done) return true;
    if (other.value !== key) return false;
  }
  return true;
}

/** @returns the keys of the right object alone that do not stand behind all that it shares with the left one, where they are put. */
function keysBeforeShared(left: Content["fields"], right: Content["fields"]): ReadonlySet<string> {
  const early = new Set<string>();
  let waiting: string[] = [];
  for (const key of right.keys()) {
    if (!left.has(key)) waiting.push(key);
    else {
      for (const each of waiting) early.add(each);
      waiting = [];
    }
  }
  return early;
}

/** @returns whether the keys that two objects share surely stand in the same order. */
function isSameOrder(left: Content["fields"], right: Content["fields"]): boolean {
  if (left.size > bounds.comparedKeys || right.size > bounds.comparedKeys) return false;
  const shared = (one: Content["fields"], other: Content["fields"]): string[] =>
    [...one.keys()].filter((key) => other.has(key));
  const order = shared(right, left);
  return shared(left, right).every((key, index) => key === order[index]);
}

function unorderedField(field: Field): Field {
  return field.unordered ? field : { ...field, unordered: true };
}

function joinField(left: Field, right: Field): Field {
  if (left === right) return left;
  const presence = left.presence === "always" && right.presence === "always" ? "always" : "maybe";
  const getter = left.getter === right.getter ? left.getter : undefined;
  const setter = left.setter ?? right.setter;
  const differ = left.getter !== right.getter || left.setter !== right.setter;
  const maybeGetter = differ || left.maybeGetter || right.maybeGetter ? true : undefined;
  const value = left.getter !== right.getter ? eitherGetter(left, right) : join(left.value, right.value);
  const unordered = left.unordered ?? right.unordered;
  const isLeft =
    value === left.value &&
    presence === left.presence &&
    getter === left.getter &&
    setter === left.setter &&
    maybeGetter === left.maybeGetter &&
    unordered === left.unordered;
  return isLeft ? left : { value, presence, keyPlace: left.keyPlace, getter, setter, maybeGetter, unordered };
}

function eitherGetter(left: Field, right: Field): Abstract {
  return unknown("getter", left.keyPlace, { any: true, pointsTo: reachable([left.value, right.value]) });
}

function onlyIn(field: Field, other: Content): Field {
  if (!other.open) return field.presence === "maybe" ? field : { ...field, presence: "maybe" };
  return { ...field, value: join(field.value, openMember(other, field.keyPlace)), presence: "maybe" };
}

function joinItems(left: readonly Item[], right: readonly Item[]): readonly Item[] {
  if (left === right) return left;
  const length = Math.max(left.length, right.length);
  const items: Item[] = [];
  for (let index = 0; index < length; index += 1) {
    const one = left[index];
    const other = right[index];
    if (one && other) {
      items.push(joinItem(one, other));
    } else {
      const single = one ?? other;
      if (single) items.push(single.presence === "maybe" ? single : { ...single, presence: "maybe" });
    }
  }
  return items.length === left.length && items.every((item, index) => item === left[index]) ? left : items;
}

function joinItem(left: Item, right: Item): Item {
  const value = join(left.value, right.value);
  const presence = left.presence === "always" && right.presence === "always" ? "always" : "maybe";
  return value === left.value && presence === left.presence ? left : { value, presence };
}

function joinSources(left: readonly Abstract[], right: readonly Abstract[]): readonly Abstract[] {
  if (left === right) return left;
  const added = right.filter((source) => !left.includes(source));
  return added.length === 0 ? left : [...left, ...added];
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
  const kept = before && { getter: before.getter, setter: before.setter };
  const both = { ...kept, [kind]: closure };
  const value = both.getter ? unknown("a getter", keyPlace) : scalar(undefined, keyPlace);
  return { value, presence: "always", keyPlace, ...both };
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

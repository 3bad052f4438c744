import { bounds } from "../domain/limits";
import { unknown } from "../domain/constructors";
import { join, reachable } from "../domain/values";
import type { Abstract, Content, Field, Item } from "../domain/domain";
import { emptyContent, heldBefore, openMember, unorderedField } from "./content";
import { differingKeys, joinedLayers, Layers, LazyMap } from "./layers";

/** The join of two contents of one object. */

/** The content of an object of which nothing is known. */
const anything: Content = { ...emptyContent, open: true };

/** Most joined states differ in little or nothing, so equal parts are kept without a copy. */
export function joinContents(left: Content, right: Content): Content {
  if (left === right) return left;
  const fields = joinFields(left, right);
  const items = joinItems(left.items, right.items);
  const rest = left.rest && right.rest ? join(left.rest, right.rest) : (left.rest ?? right.rest);
  const open = left.open || right.open;
  const escaped = left.escaped || right.escaped;
  const sources = joinSources(left.sources, right.sources);
  const escapedIn = left.escapedIn === right.escapedIn ? left.escapedIn : undefined;
  const copied = left.copied === right.copied ? left.copied : undefined;
  const before = escaped ? joinBefore(left, right) : undefined;
  const joined: Content = { fields, items, open, rest, escaped, before, escapedIn, sources, copied };
  return hasSameParts(joined, left) ? left : joined;
}

function hasSameParts(one: Content, other: Content): boolean {
  return (
    one.fields === other.fields &&
    one.items === other.items &&
    one.rest === other.rest &&
    one.open === other.open &&
    one.escaped === other.escaped &&
    one.sources === other.sources &&
    one.escapedIn === other.escapedIn &&
    one.before === other.before &&
    one.copied === other.copied
  );
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
  const order = orderOf(left.fields, right.fields);
  for (const key of differingKeys(left.fields, right.fields)) {
    const joined = joinMember(left, right, key, order);
    if (joined && joined !== left.fields.get(key)) changes.push([key, joined]);
  }
  return changes.length > 0 ? Layers.with(left.fields, changes) : left.fields;
}

function joinMember(left: Content, right: Content, key: string, order: Order): Field | undefined {
  const one = left.fields.get(key);
  const other = right.fields.get(key);
  if (one && other) {
    const joined = joinField(one, other);
    return order.isShared ? joined : unorderedField(joined);
  }
  if (one) return onlyIn(one, right);
  return other && onlyIn(order.isEarly(key) ? unorderedField(other) : other, left);
}

/** The order of the keys of two objects. */
interface Order {
  /** Whether the keys that both have surely stand in the same order. */
  readonly isShared: boolean;
  /** Whether a key that the right object has alone is put behind keys that follow it there. */
  readonly isEarly: (key: string) => boolean;
}

function orderOf(left: Content["fields"], right: Content["fields"]): Order {
  // Looking at the order takes as long as the objects are large, so it waits for a key that one of them has alone.
  let early: ReadonlySet<string> | undefined;
  return {
    isShared: isSameOrder(left, right),
    isEarly: (key) => (early ??= keysBeforeShared(left, right)).has(key),
  };
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

function joinField(left: Field, right: Field): Field {
  if (left === right) return left;
  const presence = left.presence === "always" && right.presence === "always" ? "always" : "maybe";
  const getter = left.getter === right.getter ? left.getter : undefined;
  const setter = left.setter ?? right.setter;
  const differ = left.getter !== right.getter || left.setter !== right.setter;
  const maybeGetter = differ || left.maybeGetter || right.maybeGetter ? true : undefined;
  const value = left.getter !== right.getter ? eitherGetter(left, right) : join(left.value, right.value);
  const unordered = left.unordered ?? right.unordered;
  const joined: Field = { value, presence, keyPlace: left.keyPlace, getter, setter, maybeGetter, unordered };
  return isSameField(joined, left) ? left : joined;
}

function isSameField(one: Field, other: Field): boolean {
  return (
    one.value === other.value &&
    one.presence === other.presence &&
    one.getter === other.getter &&
    one.setter === other.setter &&
    one.maybeGetter === other.maybeGetter &&
    one.unordered === other.unordered
  );
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

/** @returns about how long it takes to join two contents. */
export function weigh(left: unknown, right: unknown): number {
  if (left === right) return 1;
  const one = left as Weighed | undefined;
  const other = right as Weighed | undefined;
  const layers = one?.fields && other?.fields ? joinedLayers(one.fields, other.fields) : [];
  const fields = layers.reduce((sum, layer) => sum + layer.size, 0);
  const items = one?.items === other?.items ? 0 : (one?.items?.length ?? 0);
  return 1 + fields + items + reachOf(one);
}

/** The parts that make a content expensive to join: those of a variable's value, or of an object's content. */
interface Weighed {
  readonly fields?: ReadonlyMap<string, unknown>;
  readonly items?: readonly unknown[];
  readonly rest?: Abstract;
  readonly pointsTo?: readonly unknown[];
}

/** @returns how many objects a value or a content may lead to, each of which a join compares. */
export function reachOf(content: unknown): number {
  const value = content as Weighed | undefined;
  return (value?.rest?.kind === "unknown" ? value.rest.pointsTo?.length : value?.pointsTo?.length) ?? 0;
}

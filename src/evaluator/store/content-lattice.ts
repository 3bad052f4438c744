import type { Abstract, Content, Field, Item } from "../domain/domain";
import type { Lattice, SlotChange } from "../domain/slots";
import { joinAll, same } from "../domain/values";
import { anything, lastRound, leqValue } from "../domain/widening";
import { emptyContent, givenAway, heldBefore, openMember, setFields } from "./content";
import { joinContents } from "./content-join";
import { openItems } from "./items";
import { differingKeys, LazyMap } from "./layers";

/** The lattice of objects' contents. */
export const contentLattice: Lattice<Content> = {
  join: joinContents,
  leq: leqContent,
  widen: (seen, { since, attempt }) => {
    const joined = seen.reduce(joinContents, seen[0] ?? emptyContent);
    // Nobody reads what an object holds that has escaped.
    if (joined.escaped && joined.fields instanceof LazyMap) return joined;
    const touched = touchedIn(seen, joined);
    if (attempt === 0) return contentOfLastRound(joined, since, touched);
    const isGrowing = joined.fields.size > (seen[0]?.fields.size ?? 0);
    const byField = attempt <= growingAttempts || !isGrowing ? fieldByField(seen, joined, since, touched) : undefined;
    return byField ?? anyContent(joined, since);
  },
  added: addedValues,
  changes: (before, after) =>
    changedKeys(before, after).map((key): SlotChange => ({ key, value: after.fields.get(key)?.value })),
};

/** A loop that goes on giving new members to an object adds them under keys that are not known. */
const growingAttempts = 2;

/** @returns the members that have changed since the round began: the first of what was seen is what it began with. */
function touchedIn([first, ...others]: readonly Content[], joined: Content): Iterable<string> {
  if (!first || others.length === 0) return joined.fields.keys();
  const touched = new Set<string>();
  for (const { fields } of others)
    for (const key of differingKeys(first.fields, fields))
      if (fields.get(key) !== first.fields.get(key)) touched.add(key);
  return touched;
}

/** @returns the content with only those members widened that change from round to round; `undefined` if elements change. */
function fieldByField(
  seen: readonly Content[],
  joined: Content,
  since: number,
  touched: Iterable<string>,
): Content | undefined {
  if (seen.some((content) => content.items !== joined.items)) return undefined;
  const isSame = (key: string, known: Abstract): boolean =>
    seen.every((content) => {
      const value = content.fields.get(key)?.value;
      return value !== undefined && same(value, known);
    });
  const widened = withFields(joined, touched, (value, key) => (isSame(key, value) ? value : anything(value, since)));
  return { ...widened, rest: joined.rest && anything(joined.rest, since) };
}

function contentOfLastRound(content: Content, since: number, touched: Iterable<string>): Content {
  const widened = withFields(content, touched, (value) => lastRound(value, since));
  const items = content.items.map((item): Item => ({ ...item, value: lastRound(item.value, since) }));
  const isSame = items.every((item, index) => item.value === content.items[index]?.value);
  const grown = items.some((item) => item.presence === "maybe");
  const rest = content.rest && lastRound(content.rest, since);
  const all = { ...widened, items: isSame ? content.items : items, rest };
  return grown ? openItems(all) : all;
}

/** @returns the content with other values in its fields. What stays as it is remains the same object: others are told of changes by comparison. */
function withFields(
  content: Content,
  keys: Iterable<string>,
  apply: (value: Abstract, key: string) => Abstract,
): Content {
  const changes = [...keys].flatMap((key): (readonly [string, Field])[] => {
    const field = content.fields.get(key);
    const value = field && apply(field.value, key);
    return !value || same(value, field.value) ? [] : [[key, { ...field, value }]];
  });
  return changes.length > 0 ? setFields(content, changes) : content;
}

function anyContent(content: Content, since: number): Content {
  const values = [
    ...[...content.fields.values()].map((field) => field.value),
    ...content.items.map((item) => item.value),
  ];
  if (content.rest) values.push(content.rest);
  const [first] = values;
  const rest = first && anything(joinAll(values, first.place), since);
  return {
    ...emptyContent,
    open: true,
    rest,
    escaped: content.escaped,
    before: content.before,
    sources: content.sources,
  };
}

function leqContent(lower: Content, upper: Content, since?: number): boolean {
  if (lower === upper || upper.escaped) return true;
  if (lower.escaped || (lower.open && !upper.open)) return false;
  if (upper.copied && upper.copied !== lower.copied) return false;
  for (const key of differingKeys(lower.fields, upper.fields)) if (!leqMember(lower, upper, key, since)) return false;
  const hasItems =
    upper.open && upper.items.length === 0
      ? lower.items.every((item) => isUnlisted(item.value, upper, since))
      : leqItems(lower.items, upper.items, since);
  return hasItems && (!lower.rest || isUnlisted(lower.rest, upper, since));
}

/** Whether an open content allows for a value under a key that it does not list. */
function isUnlisted(value: Abstract, upper: Content, since?: number): boolean {
  return upper.open && upper.rest !== undefined && leqValue(value, openMember(upper, value.place), since);
}

function leqMember(lower: Content, upper: Content, key: string, since?: number): boolean {
  const [lesser, field] = [lower.fields.get(key), upper.fields.get(key)];
  if (lesser) return field ? leqField(lesser, field, since) : isUnlisted(lesser.value, upper, since);
  if (!field) return true;
  if (field.presence === "always") return false;
  // An open content may have any value under a key that it does not list.
  return !lower.open || leqValue(openMember(lower, field.value.place), field.value, since);
}

function leqField(lower: Field, upper: Field, since?: number): boolean {
  return (
    (upper.presence === "maybe" || lower.presence === "always") &&
    (upper.maybeGetter === true ||
      (lower.getter === upper.getter && lower.setter === upper.setter && !lower.maybeGetter)) &&
    leqValue(lower.value, upper.value, since)
  );
}

/** Elements at the end that may be absent need not be there. */
function leqItems(lower: readonly Item[], upper: readonly Item[], since?: number): boolean {
  return (
    lower.length <= upper.length &&
    upper.every((known, index) => {
      const item = lower[index];
      if (!item) return known.presence === "maybe";
      return (known.presence === "maybe" || item.presence === "always") && leqValue(item.value, known.value, since);
    })
  );
}

function addedValues(before: Content, after: Content): readonly Abstract[] {
  const values: Abstract[] = [];
  for (const key of differingKeys(before.fields, after.fields)) {
    const value = after.fields.get(key)?.value;
    if (value && before.fields.get(key)?.value !== value) values.push(value);
  }
  const known = new Set(before.items);
  for (const item of after.items) if (!known.has(item)) values.push(item.value);
  return values;
}

function changedKeys(before: Content, after: Content): string[] {
  if (after.escaped) {
    const [held, holds] = [heldBefore(before), heldBefore(after)];
    return held && holds ? [givenAway, ...changedIn(held, holds)] : ["*"];
  }
  if (
    before.open !== after.open ||
    before.escaped !== after.escaped ||
    before.items !== after.items ||
    before.rest !== after.rest ||
    before.copied !== after.copied
  )
    return ["*"];
  return changedIn(before.fields, after.fields);
}

function changedIn(before: Content["fields"], after: Content["fields"]): string[] {
  return [...differingKeys(before, after)].filter((key) => before.get(key) !== after.get(key));
}

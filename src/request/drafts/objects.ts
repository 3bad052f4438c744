import type { Range } from "../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../value/value";
import { optionsOf } from "./known";

/** The known facts of one property of a value. */
export interface Property {
  readonly presence: "always" | "maybe" | "never" | "unknown";
  readonly value?: Value;
  readonly keyRange?: Range;
}

/** An unknown value with its reason. */
export function unknown(
  reason: string,
  range: Range,
  more: Pick<UnknownValue, "is" | "origin" | "elsewhere"> = {},
): UnknownValue {
  return { kind: "unknown", reason, range, ...more };
}

/** An object with the given members that is not written in the source. */
export function objectOf(members: readonly Member[], range: Range, open = false): ObjectValue {
  return { kind: "object", members, open, spreads: [], range, elsewhere: true };
}

export function undefinedAt(range: Range): Value {
  return { kind: "undefined", range };
}

/** Reads a property of an options object, through alternatives. A property that is surely `undefined` counts as absent. */
export function getProperty(value: Value | undefined, key: string): Property {
  if (!value || value.kind === "undefined" || value.kind === "null") return { presence: "never" };
  const object = asObject(value);
  if (object.kind === "unknown") return { presence: "unknown" };
  const member = object.members.findLast((each) => each.key === key);
  if (!member) return { presence: object.open || object.byClass?.includes(key) === true ? "unknown" : "never" };
  if (member.value.kind === "undefined") return { presence: "never" };
  const possible = optionsOf(member.value).filter((option) => option.kind !== "undefined");
  const always = member.presence === "always" && possible.length === optionsOf(member.value).length;
  return {
    presence: always ? "always" : "maybe",
    value: oneOf(possible, member.value.range),
    keyRange: member.keyRange,
  };
}

/** @returns the value of a property; undefined if it is surely absent, an unknown value if nothing is known. */
export function propertyValue(value: Value | undefined, key: string, at: Range): Value | undefined {
  const property = getProperty(value, key);
  switch (property.presence) {
    case "never":
      return undefined;
    case "unknown":
      return unknown(`option \`${key}\` is not known`, value?.range ?? at);
    case "maybe":
      return (
        property.value && oneOf([...optionsOf(property.value), undefinedAt(property.value.range)], property.value.range)
      );
    case "always":
      return property.value;
  }
}

/** Joins possible values into one value: flat, without duplicates. */
export function oneOf(values: readonly Value[], range: Range): Value {
  // Several paths often have the same value object.
  const options = [...new Set(values.flatMap(optionsOf))];
  const [first] = options;
  if (!first) return undefinedAt(range);
  return options.length === 1 ? first : { kind: "alternatives", options, range };
}

/**
 * Turns a value with alternatives into one object. Members of only some alternatives are `maybe`. `undefined` and
 * `null` count as empty.
 *
 * @returns an unknown value if an alternative may not be an object.
 */
export function asObject(value: Value): ObjectValue | UnknownValue {
  if (value.kind === "object") return value;
  if (value.kind === "unknown") return value;
  if (value.kind === "undefined" || value.kind === "null") return objectOf([], value.range);
  if (value.kind !== "alternatives") return unknown(`${value.kind} where an object is expected`, value.range);
  const objects: ObjectValue[] = [];
  for (const option of value.options) {
    const object = asObject(option);
    if (object.kind === "unknown") return { ...object, range: value.range };
    objects.push(object);
  }
  return joinObjects(objects, value.range);
}

function joinObjects(objects: readonly ObjectValue[], range: Range): ObjectValue {
  const keys = new Set(objects.flatMap((object) => object.members.map((member) => member.key)));
  const members: Member[] = [];
  for (const key of keys) {
    const found = objects.flatMap((object) => object.members.findLast((member) => member.key === key) ?? []);
    const [first] = found;
    if (!first) continue;
    const always = found.length === objects.length && found.every((member) => member.presence === "always");
    const values = found.map((member) => member.value);
    // An open alternative without the member may have it, with any value.
    if (objects.some((object) => object.open && !object.members.some((member) => member.key === key)))
      values.push(unknown("may have another value", first.value.range));
    members.push({ ...first, value: oneOf(values, first.value.range), presence: always ? "always" : "maybe" });
  }
  const classes = new Set(objects.map((object) => object.class));
  const [name] = classes;
  return {
    kind: "object",
    members,
    open: objects.some((object) => object.open),
    spreads: objects.flatMap((object) => object.spreads),
    range,
    ...(classes.size === 1 && name !== undefined && { class: name }),
  };
}

/**
 * Layers objects like a client's defaults and options: a later member replaces an earlier one of the same name.
 *
 * @param sameKey normalises a key for comparison: lower case for headers.
 */
export function overlay(
  layers: readonly (ObjectValue | UnknownValue)[],
  range: Range,
  sameKey: (key: string) => string,
): ObjectValue {
  const members = new Map<string, Member>();
  let open = false;
  for (const layer of layers) {
    if (layer.kind === "unknown" || layer.open) {
      open = true;
      for (const [key, member] of members) members.set(key, maybeReplaced(member));
    }
    if (layer.kind === "unknown") continue;
    for (const member of layer.members) {
      const key = sameKey(member.key);
      const before = members.get(key);
      members.delete(key);
      if (member.presence === "always") members.set(key, member);
      else if (before)
        members.set(key, {
          ...member,
          value: oneOf([before.value, member.value], member.value.range),
          presence: before.presence,
        });
      else members.set(key, open ? maybeReplaced(member) : member);
    }
  }
  return objectOf([...members.values()], range, open);
}

function maybeReplaced(member: Member): Member {
  const unseen = unknown("may be replaced by options that are not known", member.value.range);
  return { ...member, value: oneOf([...optionsOf(member.value), unseen], member.value.range) };
}

/**
 * Removes members that clients omit: those that are surely `undefined` (or `null`, if the client drops it). Members
 * that may be `undefined` become `maybe`.
 */
export function withoutUndefined(
  object: ObjectValue | UnknownValue,
  dropped: readonly Value["kind"][] = ["undefined"],
): ObjectValue | UnknownValue {
  if (object.kind === "unknown") return object;
  const members = object.members.flatMap((member): Member[] => {
    const options = optionsOf(member.value);
    const kept = options.filter((option) => !dropped.includes(option.kind));
    if (kept.length === options.length) return [member];
    return kept.length === 0 ? [] : [{ ...member, value: oneOf(kept, member.value.range), presence: "maybe" }];
  });
  return { ...object, members };
}

import { arrayOf, computedText, entry, objectOf, unknown } from "../../make";
import { joinAll, optionsOf } from "../../values";
import type { Abstract, Element, Entry, ObjectValue, Place } from "../../domain";
import { isInOrder, movedBy } from "../../key-order";
import { concat, mapTexts } from "../texts/concat";
import { trimmed } from "../texts/ends";

/** Entries of `Headers`, `URLSearchParams` and `FormData`: values by name, each a member of the object. */

/** How names are compared, and several entries of one name stored. */
export interface EntryStyle {
  /** Names are case-insensitive. */
  readonly foldsCase: boolean;
  /** Separator that joins the values of one name; without it they are a list. */
  readonly separator?: string;
}

const styles: Readonly<Record<string, EntryStyle>> = {
  FormData: { foldsCase: false },
  Headers: { foldsCase: true, separator: ", " },
  URLSearchParams: { foldsCase: false },
};

/** @returns how an object stores entries; `undefined` if its members are not entries. */
export function entryStyleOf({ class: name }: ObjectValue): EntryStyle | undefined {
  return name !== undefined && Object.hasOwn(styles, name) ? styles[name] : undefined;
}

export function noEntries(name: "FormData" | "Headers" | "URLSearchParams", place: Place): ObjectValue {
  return objectOf(new Map(), place, { class: name });
}

export interface NewEntry {
  readonly key: string;
  readonly value: Abstract;
  readonly keyPlace: Place;
}

/** @returns the stored name of an entry, which may differ in case. */
export function heldKey(object: ObjectValue, key: string): string | undefined {
  if (!entryStyleOf(object)?.foldsCase) return object.members.has(key) ? key : undefined;
  if (object.members.has(key)) return key;
  const folded = key.toLowerCase();
  for (const each of object.members.keys()) if (each.toLowerCase() === folded) return each;
  return undefined;
}

function withEntry(object: ObjectValue, key: string, stored: Entry): ObjectValue {
  const unordered = object.unordered ?? movedBy(object.members, key);
  return { ...object, members: new Map(object.members).set(key, stored), unordered };
}

export function withoutEntry(object: ObjectValue, key: string): ObjectValue {
  const members = new Map(object.members);
  members.delete(key);
  return { ...object, members };
}

/** Values of header fields are trimmed. */
function normalised(object: ObjectValue, value: Abstract): Abstract {
  if (!entryStyleOf(object)?.foldsCase) return value;
  return mapTexts(value, (option) => {
    const [first, last] = [option.parts[0], option.parts.at(-1)];
    const isBlank =
      (first?.kind === "text" && /^\s/u.test(first.text)) || (last?.kind === "text" && /\s$/u.test(last.text));
    if (!isBlank) return option;
    return (
      trimmed(option, "both", option.place) ??
      unknown("a field without blanks around it", option.place, { is: "string" })
    );
  });
}

/** @returns the entries with one more value of a name. */
export function appendEntry(object: ObjectValue, { key, value: given, keyPlace }: NewEntry): ObjectValue {
  const value = normalised(object, given);
  const held = heldKey(object, key);
  const before = held === undefined ? undefined : object.members.get(held);
  if (!before || held === undefined) {
    const sure = object.open === undefined ? value : unknown("may stand beside another value", keyPlace);
    return withEntry(object, key, entry(sure, keyPlace));
  }
  const separator = entryStyleOf(object)?.separator;
  if (separator !== undefined) {
    const both =
      before.presence === "maybe"
        ? unknown("may stand beside another value", keyPlace)
        : concat([before.value, computedText(separator, keyPlace), value], keyPlace);
    return withEntry(object, held, entry(both, before.keyPlace));
  }
  const list = asList(before.value);
  const elements = list.kind === "array" ? list.elements : [{ value: list, presence: before.presence }];
  const kept =
    before.presence === "always" ? elements : elements.map((each) => ({ ...each, presence: "maybe" as const }));
  const all = arrayOf([...kept, { value, presence: "always" }], keyPlace, {
    open: list.kind === "array" ? list.open : undefined,
  });
  return withEntry(object, held, entry(all, before.keyPlace));
}

/** @returns the entries with all entries of another object appended. */
export function appendAll(object: ObjectValue, { members }: ObjectValue): ObjectValue {
  let all = object;
  for (const [key, { value, presence, keyPlace }] of members) {
    const values = heldKey(all, key) === undefined ? [{ value, presence }] : valuesIn(value, presence);
    if (!values) all = setEntry(all, { key, value: unknown("may stand beside another value", keyPlace), keyPlace });
    for (const element of values ?? []) {
      const added = appendEntry(all, { key, value: element.value, keyPlace });
      all = element.presence === "always" ? added : eitherEntries(all, added);
    }
  }
  return all;
}

/** @returns the values of an entry; undefined if their number is unknown. */
function valuesIn(value: Abstract, presence: Element["presence"]): readonly Element[] | undefined {
  if (value.kind !== "array")
    return optionsOf(value).some(({ kind }) => kind === "array") ? undefined : [{ value, presence }];
  return value.open === undefined
    ? value.elements.map((each) => (presence === "always" ? each : { ...each, presence }))
    : undefined;
}

/** @returns one list for several alternatives; each of its elements may be absent. */
export function asList(value: Abstract): Abstract {
  const options = optionsOf(value);
  if (options.length < 2 || !options.some(({ kind }) => kind === "array")) return value;
  const elements = options.flatMap((option): readonly Element[] =>
    option.kind === "array" ? option.elements : [{ value: option, presence: "maybe" }],
  );
  const perhaps = elements.map((each): Element => ({ ...each, presence: "maybe" }));
  return arrayOf(perhaps, value.place, { open: "appended some times" });
}

/** @returns the entries with all values of a name replaced by one. */
export function setEntry(object: ObjectValue, { key, value, keyPlace }: NewEntry): ObjectValue {
  const held = heldKey(object, key);
  // A name that differs only in case keeps its first spelling.
  return withEntry(object, held ?? key, entry(normalised(object, value), keyPlace));
}

/** @returns the entries after `set` or `delete` with an unknown name. */
export function loosenEntries(object: ObjectValue, place: Place): ObjectValue {
  const members = new Map<string, Entry>();
  for (const [key, { keyPlace }] of object.members)
    members.set(key, entry(unknown("may be another value", place), keyPlace, "maybe"));
  return { ...object, members, open: object.open ?? "an entry whose name is not known" };
}

/** @returns the entries after `append` with an unknown name. */
export function besideAnother(object: ObjectValue, place: Place): ObjectValue {
  const members = new Map<string, Entry>();
  for (const [key, { keyPlace, presence }] of object.members)
    members.set(key, entry(unknown("may stand beside another value", place), keyPlace, presence));
  return { ...object, members, open: object.open ?? "an entry whose name is not known" };
}

/** @returns the join of entries with and without a change. */
export function eitherEntries(one: ObjectValue, other: ObjectValue): ObjectValue {
  const members = new Map<string, Entry>();
  for (const key of new Set([...one.members.keys(), ...other.members.keys()])) {
    const [left, right] = [one.members.get(key), other.members.get(key)];
    const known = left ?? right;
    if (!known) continue;
    if (left && left === right) members.set(key, left);
    else {
      const values = [left, right].flatMap((each) => (each ? [each.value] : []));
      const isSure = left?.presence === "always" && right?.presence === "always";
      members.set(key, entry(joinAll(values, known.keyPlace), known.keyPlace, isSure ? "always" : "maybe"));
    }
  }
  const isOrdered = !one.unordered && !other.unordered && isInOrder(other, { members });
  return { ...one, members, open: one.open ?? other.open, unordered: isOrdered ? undefined : true };
}

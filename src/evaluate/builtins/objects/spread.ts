import { limits } from "../../limits";
import { entry, lazyEntry, unknown } from "../../make";
import { assuming, dataOf, joinAll, optionsOf, plainText, truthOf } from "../../values";
import type { Abstract, Assumptions, Entry, ObjectValue, Place, Single, Unknown } from "../../domain";
import { isInOrder, movedBy } from "../../key-order";
import { entryStyleOf } from "../classes/entries";

/** Shallow copies: `{ ...value }`, `Object.assign`. */

/** An object under construction. */
export interface ObjectDraft {
  readonly members: ReadonlyMap<string, Entry>;
  readonly open: string | undefined;
  readonly spreads: readonly Abstract[];
  readonly unordered?: true | undefined;
}

export const emptyObject: ObjectDraft = { members: new Map(), open: undefined, spreads: [] };

/**
 * @param key `undefined` if the key is unknown.
 * @returns the object with a member added or replaced.
 */
export function withMember(draft: ObjectDraft, key: string | undefined, member: Entry): ObjectDraft {
  if (key !== undefined) {
    const known = draft.members.get(key);
    const before = member.presence === "maybe" ? known : undefined;
    const members = new Map(draft.members).set(key, before ? over(before, member) : member);
    return { ...draft, members, unordered: draft.unordered ?? movedBy(draft.members, key) };
  }
  const members = new Map<string, Entry>();
  for (const [each, known] of draft.members) members.set(each, over(known, { ...member, presence: "maybe" }));
  return { ...draft, members, open: draft.open ?? "a member whose name is not known" };
}

/** @returns the entry of a key after a member that may be absent was assigned over it. */
function over(before: Entry, member: Entry): Entry {
  return lazyEntry(() => joinAll([before.value, member.value], before.keyPlace), before.keyPlace, before.presence);
}

/** @returns the object with the members of a value over its own. The value is added to its spreads. */
export function spreadInto(draft: ObjectDraft, value: Abstract): ObjectDraft {
  return { ...copyInto(draft, value), spreads: [...draft.spreads, value] };
}

/** @returns the object with the members of a value over its own. */
export function copyInto(draft: ObjectDraft, value: Abstract): ObjectDraft {
  const options = optionsOf(value);
  const [only] = options;
  if (only && options.length === 1) return copyOption(draft, only);
  return options.length === 0
    ? draft
    : eitherDraft(options.map((option) => ({ draft: copyOption(draft, option), option })));
}

function copyOption(draft: ObjectDraft, option: Single): ObjectDraft {
  const value = dataOf(option);
  switch (value.kind) {
    case "scalar":
    case "function":
    case "builtin":
      return draft;
    case "text":
      return plainText(value) === "" ? draft : overlaid(draft, "the characters of a text");
    case "unknown":
      return truthOf(value) === false ? draft : withAssignedOf(overlaid(draft, value.reason), value);
    case "array":
      return copyElements(draft, value);
    case "object":
      return copyMembers(draft, value);
    default:
      return overlaid(draft, "members that are not known");
  }
}

function copyElements(draft: ObjectDraft, value: Extract<Single, { kind: "array" }>): ObjectDraft {
  if (value.class === "Set") return draft;
  if (value.open !== undefined) return overlaid(draft, value.open);
  if (value.elements.some(({ presence }) => presence === "maybe"))
    return overlaid(draft, "a list that is not fully known");
  const members = new Map(draft.members);
  for (const [index, element] of value.elements.entries()) members.set(String(index), entryOf(element, value.place));
  return { ...draft, members };
}

function entryOf(from: { readonly value: Abstract }, keyPlace: Place): Entry {
  return lazyEntry(() => from.value, keyPlace);
}

/** Whether an object's members are internal state of a platform class rather than properties. */
export function hasHiddenMembers(value: ObjectValue): boolean {
  return value.class !== undefined;
}

function copyMembers(draft: ObjectDraft, value: ObjectValue): ObjectDraft {
  if (entryStyleOf(value) ?? hasHiddenMembers(value)) return draft;
  if (value.members.size + draft.members.size > limits.members) return overlaid(draft, "an object with many members");
  const below = value.open === undefined ? draft : overlaid(draft, value.open);
  const members = new Map(below.members);
  let unordered = draft.unordered ?? (members.size > 0 ? value.unordered : undefined);
  for (const [key, member] of value.members) {
    if (key.startsWith("#") && value.instanceOf) continue;
    const known = members.get(key);
    unordered ??= movedBy(members, key);
    members.set(key, known && member.presence === "maybe" ? over(known, member) : copied(member, draft.open));
  }
  return { ...below, members, unordered: unordered ?? value.unordered };
}

/** A copy gets the value of a getter, not the getter. If the object below is open, an absent member may be one of its own. */
function copied(member: Entry, open: string | undefined): Entry {
  if (member.presence === "always" || open === undefined) {
    if (!member.accessor) return member;
    return lazyEntry(() => member.value, member.keyPlace, member.presence);
  }
  const value = (): Abstract => joinAll([member.value, unknown(open, member.keyPlace)], member.keyPlace);
  return lazyEntry(value, member.keyPlace, "maybe");
}

/** Spreads something unknown over an object: it may overwrite each member. */
function overlaid(draft: ObjectDraft, reason: string): ObjectDraft {
  const members = new Map<string, Entry>();
  for (const [key, member] of draft.members) {
    const other = unknown("may be overwritten by a spread", member.keyPlace);
    members.set(key, over(member, entry(other, member.keyPlace, "maybe")));
  }
  return { ...draft, members, open: draft.open ?? reason };
}

/** Adds the members that the code has assigned to an unknown value before it was spread. */
function withAssignedOf(draft: ObjectDraft, { changed }: Unknown): ObjectDraft {
  return changed ? { ...draft, members: new Map([...draft.members, ...changed.members]) } : draft;
}

interface Side {
  readonly draft: ObjectDraft;
  readonly option: Single;
}

/** Joins objects of which one is meant. A member that some of them lack may be absent; its value holds under the conditions of the objects that have it. */
function eitherDraft(sides: readonly Side[]): ObjectDraft {
  const members = new Map<string, Entry>();
  const keys = new Set(sides.flatMap(({ draft }) => [...draft.members.keys()]));
  for (const key of keys) {
    const found = sides.flatMap(({ draft, option }) => {
      const member = draft.members.get(key);
      return member ? [{ member, assumes: option.assumes }] : [];
    });
    const [first] = found;
    if (!first) continue;
    const isEverywhere = found.length === sides.length;
    // An open side may have another member under the key.
    const other = sides.find(({ draft }) => !draft.members.has(key) && draft.open !== undefined)?.draft.open;
    if (other !== undefined) {
      const { keyPlace } = first.member;
      found.push({ member: entry(unknown(other, keyPlace), keyPlace, "maybe"), assumes: undefined });
    }
    const isSame = isEverywhere && found.every(({ member }) => member === first.member);
    const isSure = isEverywhere && found.every(({ member }) => member.presence === "always");
    members.set(key, isSame ? first.member : eitherEntry(found, first.member.keyPlace, isSure ? "always" : "maybe"));
  }
  const open = sides.find(({ draft }) => draft.open !== undefined)?.draft.open;
  const [first] = sides;
  const unordered = sides.some(({ draft }) => draft.unordered ?? !isInOrder(draft, { members })) ? true : undefined;
  return { members, open, spreads: first?.draft.spreads ?? [], unordered };
}

function eitherEntry(
  found: readonly { readonly member: Entry; readonly assumes: Assumptions | undefined }[],
  keyPlace: Place,
  presence: Entry["presence"],
): Entry {
  const values = (): readonly Abstract[] => found.map(({ member, assumes }) => assuming(member.value, assumes));
  return lazyEntry(() => joinAll(values(), keyPlace), keyPlace, presence);
}

import type { ValueId } from "../../code/graph";
import type { ObjectMember } from "../../code/values";
import { addMade, addParts, type Made, madeOf, none, noParts, type Parts, putInto, somewhere } from "./parts";
import { isFields, isText, keyName, listedIn, partsOf, type Trial } from "./trial";

/** Objects and lists that a hook creates from its argument, and their members. */

/** @returns an object literal: a copy of its first spread, with the further members. */
export function literal(trial: Trial, members: readonly ObjectMember[]): Parts {
  const parts = noParts();
  madeOf(parts, none);
  for (const member of members) {
    if (member.kind === "spread") {
      spreadInto(trial, partsOf(trial, member.value), parts);
      continue;
    }
    const name = keyName(trial, member.key);
    for (const made of parts.made.values()) {
      if (name === undefined) made.any = true;
      else made.keys.delete(name);
      putInto(made, name ?? somewhere, member.value);
    }
  }
  return parts;
}

/** Spreads a value into an object literal under construction. */
export function spreadInto(trial: Trial, value: Parts, into: Parts): void {
  const before = into.made.get(none);
  const isFresh = into.made.size === 1 && before?.keys.size === 0 && !before.any;
  for (const name of value.same) spreadCopy(trial, name, into, isFresh || into.made.size === 0);
  for (const [of, made] of value.made) {
    if (of !== none) spreadCopy(trial, of, into, isFresh || into.made.size === 0);
    for (const each of into.made.values()) addMade(each, made);
  }
  if (value.isOther || value.within.size > 0)
    for (const each of into.made.size === 0 ? [madeOf(into, none)] : into.made.values()) {
      each.any = true;
      for (const name of value.within) each.holds.add(name);
    }
}

function spreadCopy(trial: Trial, name: string, into: Parts, isFirst: boolean): void {
  // A spread of a `Headers` object copies nothing.
  if (trial.probe.members.get(name) === "Headers") return;
  if (isFirst) {
    into.made.delete(none);
    madeOf(into, name);
    return;
  }
  const listed = listedIn(trial, name);
  const copy = { keys: new Map<string, Set<ValueId>>(), holds: new Set<string>(), any: listed === undefined };
  for (const each of into.made.values()) addMade(copy, each);
  into.made.clear();
  // Members that the spread object surely has replace earlier ones.
  for (const key of listed ?? []) copy.keys.delete(key);
  into.made.set(name, copy);
}

/** @returns a member of a value. */
export function memberOf(trial: Trial, object: Parts, key: string | undefined): Parts {
  const parts = noParts();
  for (const name of object.same) memberOfSame(trial, name, key, parts);
  for (const name of object.within) parts.within.add(name);
  for (const [of, made] of object.made) memberOfMade(trial, of, made, key, parts);
  if (object.isOther || object.functions.size > 0 || object.isNext || object.isRejected) parts.isOther = true;
  if (object.isScalar) parts.isScalar = true;
  return parts;
}

function memberOfMade(
  trial: Trial,
  of: string,
  { keys, holds, any }: Made,
  key: string | undefined,
  into: Parts,
): void {
  const held = key === undefined ? [...keys.values()] : [keys.get(key), keys.get(somewhere)].filter((each) => !!each);
  for (const values of held) for (const value of values) addParts(into, partsOf(trial, value));
  for (const name of holds) anyMember(trial, name, into);
  if (any || (of === none && held.length === 0)) into.isOther = true;
  if (of !== none && (key === undefined || !keys.has(key))) memberOfSame(trial, of, key, into);
}

/** Keys under which clients keep header fields for one method. */
const groups = /^(?:common|get|delete|head|post|put|patch|options|query)$/u;

function memberOfSame(trial: Trial, name: string, key: string | undefined, into: Parts): void {
  if (isFields(trial, name)) {
    if (key === undefined || groups.test(key)) into.within.add(name);
    else into.isOther = true;
    return;
  }
  if (key === undefined) anyMember(trial, name, into);
  else if (listedIn(trial, name)?.includes(key)) into.same.add(key);
  else if (isText(trial, name)) into.isScalar = true;
  else into.within.add(name);
}

function anyMember(trial: Trial, name: string, into: Parts): void {
  if (isText(trial, name) || isFields(trial, name)) {
    into.isOther = true;
    return;
  }
  for (const each of listedIn(trial, name) ?? []) into.same.add(each);
  into.within.add(name);
}

/** @returns an element of an iterated value. */
export function elementOf(trial: Trial, list: Parts, index?: string): Parts {
  const parts = noParts();
  for (const name of [...list.same, ...list.within]) anyMember(trial, name, parts);
  for (const [of, made] of list.made) {
    addParts(parts, memberOf(trial, { ...noParts(), made: new Map([[none, made]]) }, index));
    if (of !== none) anyMember(trial, of, parts);
  }
  if (list.isOther) parts.isOther = true;
  return parts;
}

/** Adds a list with the elements of another one. */
export function keepContents(trial: Trial, list: Parts, into: Parts): void {
  const made = madeOf(into, none);
  for (const name of [...list.same, ...list.within]) if (!isFields(trial, name)) made.holds.add(name);
  for (const [of, { keys, holds, any }] of list.made) {
    if (of !== none) made.holds.add(of);
    for (const name of holds) made.holds.add(name);
    for (const values of keys.values()) for (const value of values) putInto(made, somewhere, value);
    made.any ||= any;
  }
  if (list.isOther) made.any = true;
}

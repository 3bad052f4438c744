import type { ObjectLiteral } from "../../code/values";
import type { Abstract, Context, Entry, ObjectValue, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { declaredMembers } from "../names/declared-members";
import { lazyEntry, objectOf, unknown } from "../make";
import { keyOf } from "./keys";
import { placeOf, standingAt } from "../places";
import { joinAll, optionsOf } from "../values";

/** Object literals, and what spreads put into objects. */

/** An object that is being put together. */
export interface Parts {
  readonly members: Map<string, Entry>;
  open: string | undefined;
  readonly spreads: Abstract[];
}

export function evaluateObject(
  evaluation: Evaluation,
  { members, ...node }: ObjectLiteral,
  context: Context,
  id: number,
): Abstract {
  const place = placeOf(node, context);
  const parts: Parts = { members: new Map(), open: undefined, spreads: [] };
  const getters = new Map<string, Entry>();
  for (const member of members) {
    if (member.kind === "spread") {
      spread(evaluation, parts, standingAt(evaluation.valueOf(member.value, context), member.at, context), place);
      continue;
    }
    const key = keyOf(evaluation, member.key, context);
    const keyPlace = { ...place, start: member.keyStart, end: member.keyEnd };
    if (key === undefined) {
      openUp(parts, "a key that is not known", place);
      continue;
    }
    if (member.kind === "setter") continue;
    parts.members.delete(key);
    const at = member.kind === "value" ? member.at : undefined;
    const entry = lazyEntry(() => standingAt(evaluation.valueOf(member.value, context), at, context), keyPlace);
    if (member.kind === "getter") getters.set(key, entry);
    parts.members.set(key, entry);
  }
  const object = objectOf(parts.members, place, {
    open: parts.open,
    spreads: parts.spreads,
    literal: { file: context.file, value: id },
  });
  for (const [key, entry] of getters) {
    if (parts.members.get(key) !== entry) continue;
    const site = { call: id, context };
    const read = lazyEntry(
      () =>
        evaluation.call(entry.value, { arguments: [], more: false, self: object, place, site, isOneOfSeveral: false }),
      entry.keyPlace,
    );
    parts.members.set(key, read);
  }
  return object;
}

/** Adds the members of a value that is spread into an object: later ones win, and something unknown may replace any. */
export function spread(evaluation: Evaluation, parts: Parts, value: Abstract, place: Place): void {
  const options = optionsOf(value);
  const solid = options.filter((option) => option.kind !== "scalar");
  if (solid.length > 0) parts.spreads.push(value);
  const surely = options.length === 1;
  const before = new Map(parts.members);
  for (const option of options) {
    if (option.kind === "scalar" || option.kind === "function") continue;
    if (option.kind === "object" && option.outside) spreadUnknown(evaluation, parts, option.outside.value, place);
    else if (option.kind === "object") spreadObject(parts, option, surely, before, place);
    else if (option.kind === "module") spreadModule(evaluation, parts, option, place);
    else if (option.kind === "unknown") spreadUnknown(evaluation, parts, option, place);
    else openUp(parts, "a spread of something that is no plain object", place);
  }
}

function spreadObject(
  parts: Parts,
  object: ObjectValue,
  surely: boolean,
  before: ReadonlyMap<string, Entry>,
  place: Place,
): void {
  if (object.class !== undefined) return;
  if (object.open !== undefined) openUp(parts, object.open, place);
  for (const [key, entry] of object.members) {
    const known = surely ? before.get(key) : parts.members.get(key);
    if (surely && entry.presence === "always") {
      parts.members.delete(key);
      parts.members.set(key, entry);
    } else if (known) parts.members.set(key, eitherOf(known, entry, place));
    else
      parts.members.set(
        key,
        lazyEntry(() => entry.value, entry.keyPlace, "maybe"),
      );
  }
}

/** The exports of a file, those that it hands on included. */
function spreadModule(
  evaluation: Evaluation,
  parts: Parts,
  module: Extract<Abstract, { kind: "module" }>,
  place: Place,
): void {
  const names = evaluation.surroundings.project.namesOf(module.file);
  if (!names) {
    openUp(parts, "a module that exports all of a package", place);
    return;
  }
  for (const name of names) {
    parts.members.delete(name);
    parts.members.set(
      name,
      lazyEntry(() => evaluation.member(module, name, place), place),
    );
  }
}

function eitherOf(before: Entry, after: Entry, place: Place): Entry {
  const presence = before.presence === "always" ? "always" : "maybe";
  return lazyEntry(() => joinAll([before.value, after.value], place), after.keyPlace, presence);
}

/** Of something whose type is declared, the declared members alone are spread; of other unknown things, any. */
function spreadUnknown(
  evaluation: Evaluation,
  parts: Parts,
  value: Extract<Abstract, { kind: "unknown" }>,
  place: Place,
): void {
  if (value.is !== undefined && value.is !== "object" && value.is !== "array") return;
  const declared = declaredMembers(evaluation, value);
  if (!declared) {
    openUp(parts, value.reason, place);
    return;
  }
  for (const { key, optional } of declared) {
    const known = parts.members.get(key);
    const given = lazyEntry(
      () => evaluation.member(value, key, value.place),
      value.place,
      optional ? "maybe" : "always",
    );
    parts.members.set(key, known && optional ? eitherOf(known, given, place) : given);
  }
}

/** From here on the object may have other members, and other values for those that it has. */
export function openUp(parts: Parts, reason: string, place: Place): void {
  parts.open ??= reason;
  for (const [key, entry] of parts.members)
    parts.members.set(
      key,
      lazyEntry(() => joinAll([entry.value, unknown(reason, place)], place), entry.keyPlace, entry.presence),
    );
}

/** @returns the object with a member. */
export function withMember(object: ObjectValue, key: string, member: Entry): ObjectValue {
  const members = new Map(object.members);
  members.set(key, member);
  return { ...object, members };
}

import type { FunctionId, GuardId, ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { guardHolds, isVersionOf, joinVersions } from "../conditions/conditions";
import { isAlike, withinSegments } from "../conditions/segments";
import { entryStyleOf } from "../builtins/classes/entries";
import type { Abstract, ArrayValue, Context, Entry, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { never, unknown } from "../make";
import { mapOptions, optionsOf } from "../values";
import { opened } from "./open";
import { setsUp } from "./setting-up";

/** A version of the object in a variable or field that another function creates. */
interface Change {
  readonly value: ValueId;
  readonly in: FunctionId;
  readonly guard?: GuardId;
}

/** The file whose functions change the object, and the contexts of those functions. */
interface Where {
  readonly file: ProjectFile;
  readonly contextOf: (id: FunctionId) => Context;
  /** The function that declares the variable. It runs once. */
  readonly owner?: FunctionId | undefined;
}

interface Changes {
  readonly changes: readonly Change[];
  /** Versions that other files create. */
  readonly elsewhere?: () => readonly Abstract[];
  /** Sets the value of the variable or field for reads during the evaluation of the changes. */
  readonly hold: (value: Abstract) => void;
}

/** @returns the value with the changes that other functions may make to it. For a client, only set-ups count. */
export function withLaterChanges(evaluation: Evaluation, where: Where, value: Abstract, about: Changes): Abstract {
  const kinds = optionsOf(value).map(({ kind }) => kind);
  if (!kinds.some((kind) => kind === "object" || kind === "array" || kind === "native")) return value;
  const read = new Set<string>();
  const once = changed(evaluation, where, watched(value, read), about);
  const isChanged = (key: string): boolean =>
    membersOf(once, key).some((each) => !membersOf(value, key).includes(each));
  if (![...read].some(isChanged)) return appendedAgain(evaluation, where, once, about);
  // Changes read members that they change: functions may run again and find the changed members.
  const twice = changed(evaluation, where, once, about);
  return mapOptions(once, (option) => settled(option, twice));
}

/** @returns the value with its appended entries as lists of any length, because functions other than the owner may run any number of times. */
function appendedAgain(evaluation: Evaluation, where: Where, once: Abstract, about: Changes): Abstract {
  const hasEntries = optionsOf(once).some((option) => option.kind === "object" && entryStyleOf(option) !== undefined);
  const others = hasEntries ? about.changes.filter((each) => each.in !== where.owner) : [];
  if (others.length === 0) return once;
  const again = changed(evaluation, where, once, { changes: others, hold: about.hold });
  return mapOptions(once, (option) => {
    if (option.kind !== "object") return option;
    const members = new Map(option.members);
    for (const [key, entry] of option.members) {
      const known = optionsOf(entry.value);
      const added = membersOf(again, key).find((each) => !known.some((one) => isAlike(each, one)));
      if (added)
        members.set(key, {
          ...entry,
          value: added.kind === "array" ? severalOf(added) : unknown(appended, added.place),
        });
    }
    return { ...option, members };
  });
}

const appended = "appended again";

function changed(
  evaluation: Evaluation,
  { file, contextOf }: Where,
  value: Abstract,
  { changes, elsewhere, hold }: Changes,
): Abstract {
  const options = optionsOf(value);
  const isObject = options.some(({ kind }) => kind === "object" || kind === "array");
  // A copy serves as the stand-in: reads of the variable get it while the changes are evaluated.
  const held = { ...value };
  hold(held);
  return evaluation.partially(held, () => {
    const counting = changes.filter((each) => isObject || setsUp(file, each.value));
    const versions = counting.slice(0, mostChanges).flatMap(({ value: version, in: owner, guard }) =>
      evaluation
        .runsOf(contextOf(owner))
        .filter((run) => guard === undefined || guardHolds(evaluation, guard, run) !== false)
        .map((run) => evaluation.valueOf(version, run)),
    );
    const all = [...versions, ...(elsewhere?.() ?? [])].flatMap(optionsOf);
    for (const each of all) if (each.kind === "unknown" && each.unfinished) evaluation.noteLack(each);
    const own = all.filter((each) => isVersionOf(each, options));
    const [told, hasMoreOpen] = withFewOpen(own, options);
    for (const each of told) readChanged(each, options);
    const joined = joinVersions([held, ...told], value.place);
    return hasMoreOpen || counting.length > mostChanges
      ? opened(joined, "other code changes it in many places", value.place)
      : joined;
  });
}

/** Limit of the versions that are joined. Each has all members of the object, so the work grows with the product of both numbers. */
const mostChanges = 64;

/** Limit of the opened versions that are joined: each is an opened state of the same object, and adds little to the others. */
const mostOpen = 4;

/** @returns the versions with a limited number of opened ones, and whether opened ones were left out. */
function withFewOpen(versions: readonly Single[], before: readonly Single[]): readonly [readonly Single[], boolean] {
  const isOpen = (each: Single): boolean =>
    (each.kind === "object" || each.kind === "array") && each.open !== undefined;
  if (before.some(isOpen)) return [versions, false];
  const open = new Set(versions.filter(isOpen).slice(mostOpen));
  return [versions.filter((each) => !open.has(each)), open.size > 0];
}

/** @returns a value that records which members of its objects are read. */
function watched(value: Abstract, read: Set<string>): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "object") return option;
    const members = new Map<string, Entry>();
    for (const [key, entry] of option.members)
      members.set(key, {
        get value() {
          read.add(key);
          return entry.value;
        },
        presence: entry.presence,
        keyPlace: entry.keyPlace,
        accessor: entry.accessor,
      });
    return { ...option, members };
  });
}

function membersOf(value: Abstract, key: string): readonly Single[] {
  return optionsOf(value).flatMap((each) =>
    each.kind === "object" ? optionsOf(each.members.get(key)?.value ?? never(each.place)) : [],
  );
}

/** @returns the object with members unknown that a second run of the changes would change again. */
function settled(option: Single, twice: Abstract): Abstract {
  if (option.kind !== "object") return option;
  const members = new Map(option.members);
  for (const [key, entry] of option.members) {
    const known = optionsOf(entry.value);
    const later = membersOf(twice, key).filter(({ kind }) => kind === "text" || kind === "scalar");
    if (later.every((each) => known.some((one) => isAlike(each, one)))) continue;
    const { place } = entry.value;
    const hole = unknown("text that is replaced", place);
    members.set(key, { ...entry, value: withinSegments([...known, ...later], hole, place) ?? hole });
  }
  return { ...option, members };
}

/** Represents a list of which any part may be appended any number of times. */
function severalOf(list: ArrayValue): ArrayValue {
  return { ...list, elements: list.elements.map((each) => ({ ...each, presence: "maybe" })), open: appended };
}

/** Evaluates the changed members of a version. They are lazy, and must be evaluated while the variable still has its state before the changes. */
function readChanged(version: Abstract, known: readonly Abstract[]): void {
  for (const each of known) {
    if (version.kind === "object" && each.kind === "object") {
      for (const [key, entry] of version.members) if (each.members.get(key) !== entry) Reflect.get(entry, "value");
    } else if (version.kind === "array" && each.kind === "array")
      for (const element of version.elements) if (!each.elements.includes(element)) Reflect.get(element, "value");
  }
}

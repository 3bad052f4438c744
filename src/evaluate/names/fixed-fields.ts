import { mayAssignAny } from "../../code/assigned-keys";
import type { ClassId, FunctionId } from "../../code/graph";
import type { Member } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { ClassSite } from "../../project/sites";
import type { Abstract, Context, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { lazyEntry } from "../make";
import { nodeAt, placeOf } from "../places";
import { mapOptions, optionsOf } from "../values";
import { classChain } from "../objects/methods";
import { opened, withMember } from "../objects/open";

/** Fields that only the constructor of their class assigns. Calls cannot replace their values. */

/**
 * @param reason why the change is unknown.
 * @returns the object after unknown code may have changed it. An object in a fixed field stays the same one, but its members may have changed.
 */
export function openedByCode(evaluation: Evaluation, object: Abstract, reason: string, place: Place): Abstract {
  return mapOptions(object, (option) => {
    let after = opened(option, reason, place);
    if (option.kind !== "object" || !option.instanceOf) return after;
    for (const [key, entry] of option.members) {
      if (after.kind !== "object" || entry.accessor || !isFixedIn(evaluation, option.instanceOf, key)) continue;
      const inside = (): Abstract => opened(entry.value, reason, place);
      after = withMember(after, key, lazyEntry(inside, entry.keyPlace, entry.presence));
    }
    return after;
  });
}

/**
 * Calls on an object do not change a client in one of its fixed fields, so their effects need not be evaluated.
 * @returns the value of a fixed field of `this`; undefined if the field may hold an object, an array or an unknown value, which calls may change.
 */
export function fixedField(evaluation: Evaluation, member: Member, context: Context): Abstract | undefined {
  const { file } = context;
  const { object, key, in: inside } = member;
  const root = file.code.roots[object];
  if (typeof key !== "string" || root === undefined || root === object || nodeAt(file, root).kind !== "this")
    return undefined;
  const owner = classAround(file, inside);
  if (owner === undefined || !fixedFieldsOf(file, owner).has(key)) return undefined;
  const value = evaluation.member(evaluation.valueOf(root, context), key, placeOf(member, context));
  return optionsOf(value).every(({ kind }) => !changing.has(kind)) ? value : undefined;
}

/** Kinds of values whose members other code may assign. */
const changing: ReadonlySet<Single["kind"]> = new Set(["object", "array", "unknown"]);

function isFixedIn(evaluation: Evaluation, made: ClassSite, key: string): boolean {
  const declaring = classChain(evaluation, made).find(({ code }) =>
    code.members.some((each) => each.key === key && !each.static),
  );
  return declaring !== undefined && fixedFieldsOf(declaring.file, declaring.class).has(key);
}

/** @returns the class with a method that is or contains the function; undefined for the constructor, which may still assign fields. */
function classAround(file: ProjectFile, inside: FunctionId): ClassId | undefined {
  const { functions, classes } = file.code;
  let id = inside;
  while (id >= 0 && functions[id]?.class === undefined) id = functions[id]?.outer ?? -1;
  const owner = functions[id]?.class;
  return owner !== undefined && classes[owner]?.constructorFunction !== id ? owner : undefined;
}

const fixed = new WeakMap<ProjectFile, Map<ClassId, ReadonlySet<string>>>();

/** @returns the fields of a class that are private or readonly, and that only its constructor assigns. */
function fixedFieldsOf(file: ProjectFile, id: ClassId): ReadonlySet<string> {
  const byClass = fixed.get(file) ?? new Map<ClassId, ReadonlySet<string>>();
  fixed.set(file, byClass);
  const known = byClass.get(id);
  if (known) return known;
  const { classes, membersByName, values } = file.code;
  const keys = new Set<string>();
  const members = mayAssignAny(file.code) ? [] : (classes[id]?.members ?? []);
  for (const { kind, key, static: isStatic, private: isPrivate, readonly } of members) {
    if (kind !== "field" || isStatic || typeof key !== "string" || !(isPrivate || readonly)) continue;
    const isAssigned = (membersByName.get(key) ?? []).some((each) => {
      const node = values[each];
      return node?.kind === "write" && !node.isKept && node.in !== classes[id]?.constructorFunction;
    });
    if (!isAssigned) keys.add(key);
  }
  byClass.set(id, keys);
  return keys;
}

import type { ClassCode, ClassMember } from "../../code/declarations";
import type { ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { isVersionOf, joinVersions } from "../conditions/conditions";
import type { Abstract, ClassValue, Context, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { unknown } from "../make";
import { writersOf } from "../names/written-elsewhere";
import { nodeAt } from "../places";
import { nullishOf, optionsOf } from "../values";
import { behind } from "./behind";
import { classValue, codeOf, mostSuperclasses, typicalClass } from "./classes";
import { assignedByDecorators, mayBeReplaced } from "./decorators";
import { memberValue, withThoseOfSubclasses } from "./methods";
import { setsUp } from "./setting-up";
import { addTo } from "../../text/groups";

/** Static fields: the join of the initial value and all values that code of the file assigns, without order. */

const known = new WeakMap<Context, Map<string, Abstract>>();

/** Limit of the assignments and changes of one field that are evaluated. */
const mostWrites = 16;

/**
 * @param initial absent for a field without an initial value. Code waits until it is assigned.
 * @returns the value of a static field; undefined if no code is known that assigns it.
 */
function staticField(
  evaluation: Evaluation,
  owner: ClassValue,
  key: string,
  initial: Abstract | undefined,
  place: Place,
): Abstract | undefined {
  const uses = { key, ids: owner.file.code.membersByName.get(key) ?? [] };
  const fields = known.get(owner.context) ?? new Map<string, Abstract>();
  known.set(owner.context, fields);
  const name = `${owner.class}\0${key}`;
  const before = fields.get(name);
  if (before) {
    evaluation.noteUse(before);
    return before;
  }
  // Code that assigns the field may read it during the evaluation; it gets the initial value.
  const begun = initial ? { ...initial } : unknown(`\`${key}\` depends on itself`, place);
  fields.set(name, begun);
  const values = evaluation.partially(begun, () => valuesOf(evaluation, owner, uses, initial));
  const all = initial === undefined ? values : [initial, ...values];
  fields.delete(name);
  if (all.length === 0) return undefined;
  const present = all.filter((each) => nullishOf(each) !== true);
  const whole = joinVersions(present.length > 0 ? present : all, place);
  fields.set(name, whole);
  evaluation.remembered(whole, () => fields.delete(name));
  return whole;
}

function valuesOf(
  evaluation: Evaluation,
  owner: ClassValue,
  uses: { readonly key: string; readonly ids: readonly ValueId[] },
  initial: Abstract | undefined,
): readonly Abstract[] {
  const { file } = owner;
  const values: Abstract[] = [
    ...writtenElsewhere(evaluation, owner, uses.key, initial),
    ...assignedByDecorators(evaluation, owner, uses.key),
  ];
  for (const id of uses.ids) {
    const node = nodeAt(file, id);
    if ((node.kind !== "write" && node.kind !== "member") || !isOfClass(evaluation, owner, node.object)) continue;
    if (node.kind === "member" && initial) values.push(...versionsAt(evaluation, file, id, initial));
    if (node.kind === "write" && node.value !== undefined)
      values.push(evaluation.valueOf(node.value, symbolic(evaluation, file, node)));
    if (values.length > mostWrites) break;
  }
  return values;
}

/** @returns the values that other files assign to the field, and the versions that they make of its object. */
function writtenElsewhere(
  evaluation: Evaluation,
  owner: ClassValue,
  key: string,
  initial: Abstract | undefined,
): readonly Abstract[] {
  const name = codeOf(owner)?.name;
  if (name === undefined) return [];
  return writersOf(evaluation, owner.file, name).flatMap((file) =>
    (file.code.membersByName.get(key) ?? []).flatMap((id): readonly Abstract[] => {
      const node = nodeAt(file, id);
      if (node.kind !== "write" && node.kind !== "member") return [];
      const context = symbolic(evaluation, file, node);
      const isClass = optionsOf(evaluation.valueOf(node.object, context)).some(
        (each) => each.kind === "class" && each.file === owner.file && each.class === owner.class,
      );
      if (!isClass) return [];
      if (node.kind === "member") return initial ? versionsAt(evaluation, file, id, initial) : [];
      return node.value === undefined ? [] : [evaluation.valueOf(node.value, context)];
    }),
  );
}

function symbolic({ contexts }: Evaluation, file: ProjectFile, node: ValueNode): Context {
  return contexts.symbolic(file, node.in);
}

/** @returns whether a value in the class's file is the class: by its name, or as `this` of a static member. */
function isOfClass(evaluation: Evaluation, owner: ClassValue, object: ValueId): boolean {
  const { file } = owner;
  const node = nodeAt(file, behind(file, object));
  if (node.kind === "this") return file.code.functions[node.in]?.class === owner.class && isStatic(file, node.in);
  const value = evaluation.valueOf(object, symbolic(evaluation, file, node));
  return optionsOf(value).some((each) => each.kind === "class" && each.file === file && each.class === owner.class);
}

/** @returns whether a function is a static member, so that its `this` is the class. */
export function isStatic(file: ProjectFile, id: number): boolean {
  const code = file.code.functions[id];
  if (code?.kind === "static") return true;
  const owner = code?.class === undefined ? undefined : codeOf({ file, class: code.class });
  return owner?.members.some((each) => each.static && each.function === id) ?? false;
}

/** @returns the versions that code makes of the object that it reads from a field. */
function versionsAt(evaluation: Evaluation, file: ProjectFile, read: ValueId, initial: Abstract): readonly Abstract[] {
  const own = optionsOf(initial);
  const isObject = own.some(({ kind }) => kind === "object" || kind === "array");
  return (versionsOf(file).get(read) ?? [])
    .filter((id) => isObject || (own.some(({ kind }) => kind === "native") && setsUp(file, id)))
    .flatMap((id) => optionsOf(evaluation.valueOf(id, symbolic(evaluation, file, nodeAt(file, id)))))
    .filter((option) => isVersionOf(option, own));
}

const versions = new WeakMap<ProjectFile, ReadonlyMap<ValueId, readonly ValueId[]>>();

/** @returns the versions of objects that were read from members, by the read. */
function versionsOf(file: ProjectFile): ReadonlyMap<ValueId, readonly ValueId[]> {
  const before = versions.get(file);
  if (before) return before;
  const found = new Map<ValueId, ValueId[]>();
  file.code.values.forEach((node, id) => {
    if (node.kind !== "write" && node.kind !== "after" && node.kind !== "same") return;
    const root = behind(file, node.object);
    if (nodeAt(file, root).kind !== "member") return;
    addTo(found, root, id);
  });
  versions.set(file, found);
  return found;
}

/** @returns a static member of a class, own or inherited; for a typical class, joined with those of subclasses. */
export function staticMember(
  evaluation: Evaluation,
  owner: ClassValue,
  key: string,
  place: Place,
): Abstract | undefined {
  const own = ownStaticMember(evaluation, owner, key, place);
  if (!owner.typical) return own;
  const isOwn = (code: ClassCode): boolean => code.members.some((each) => each.static && each.key === key);
  return withThoseOfSubclasses(evaluation, owner, { key, place, own, isOwn }, (site) =>
    staticMember(evaluation, typicalClass(classValue(evaluation, site, undefined)), key, place),
  );
}

function ownStaticMember(evaluation: Evaluation, owner: ClassValue, key: string, place: Place): Abstract | undefined {
  let current: ClassValue | undefined = owner;
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(current)?.members.find((each) => each.static && each.key === key && givesValue(each));
    if (member)
      return member.kind === "field"
        ? ownStaticField(evaluation, current, key, member, place)
        : memberValue(evaluation, current, member, owner, place);
    const heritage: number | undefined = codeOf(current)?.heritage;
    const above: Abstract | undefined =
      heritage === undefined ? undefined : evaluation.valueOf(heritage, current.context);
    if (above && above.kind !== "class")
      return above.kind === "native" ? evaluation.member(above, key, place) : undefined;
    current = above?.kind === "class" ? above : undefined;
  }
  return undefined;
}

/** @returns whether a member is readable: a method, a getter, or a field, even without an initial value. */
function givesValue({ kind, function: code }: ClassMember): boolean {
  return kind === "field" || (kind !== "setter" && code !== undefined);
}

function ownStaticField(
  evaluation: Evaluation,
  owner: ClassValue,
  key: string,
  { function: initialiser, decorators }: ClassMember,
  place: Place,
): Abstract | undefined {
  const { file } = owner;
  if (mayBeReplaced(evaluation, file, decorators)) return unknown("what a decorator puts there", place);
  const result = file.code.functions[initialiser ?? -1]?.result;
  const context = evaluation.contexts.within(file, initialiser ?? 0, owner.context, owner);
  const initial = result === undefined ? undefined : evaluation.valueOf(result, context);
  return staticField(evaluation, owner, key, initial, place);
}

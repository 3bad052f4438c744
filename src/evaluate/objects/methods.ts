import type { ClassCode, ClassMember } from "../../code/declarations";
import type { FileCode, FunctionId } from "../../code/graph";
import type { ClassSite } from "../../project/sites";
import type { Abstract, ClassValue, FunctionValue, ObjectValue, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { unknown } from "../make";
import { joinAll } from "../values";
import { decorated, isReplaced, mayBeReplaced } from "./decorators";
import { classValue, codeOf, mostSuperclasses } from "./classes";

/** Methods and accessors of classes: of instances and static ones, own and inherited. */

/**
 * @param declared returns a field that the class only declares.
 * @returns a method or accessor of an instance, own or inherited.
 */
export function methodOf(
  evaluation: Evaluation,
  object: ObjectValue,
  key: string,
  place: Place,
  declared?: () => Abstract | undefined,
): Abstract | undefined {
  let current = object.instanceOf;
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(current)?.members.find(
      (each) =>
        !each.static &&
        each.kind !== "field" &&
        each.kind !== "setter" &&
        each.function !== undefined &&
        each.key === key,
    );
    if (member) {
      const own = memberValue(evaluation, current, member, object, place);
      return withOverriding(evaluation, object, own, key, place);
    }
    current = superclassOf(evaluation, current);
  }
  const isAssigned = object.typical && object.instanceOf && assignsDeclared(evaluation, object.instanceOf, key);
  return withOverriding(evaluation, object, isAssigned ? declared?.() : undefined, key, place);
}

/** @returns whether a class only declares a field and assigns it elsewhere. Initialisers in subclasses are not its only values then. */
function assignsDeclared(evaluation: Evaluation, owner: ClassSite, key: string): boolean {
  return classChain(evaluation, owner).some(
    (site) => site.code.members.some((each) => isDeclaredOnly(each, key)) && assigns(site, key),
  );
}

function isDeclaredOnly(member: ClassMember, key: string): boolean {
  return member.key === key && member.kind === "field" && !member.static && member.function === undefined;
}

/** @returns `super.key` in a method of a class: the member of the superclass, with the same `this`. */
export function superMember(
  evaluation: Evaluation,
  owner: ClassValue,
  self: Abstract,
  key: string,
  place: Place,
): Abstract | undefined {
  let current = superclassOf(evaluation, owner);
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(current)?.members.find(
      (each) =>
        !each.static &&
        each.key === key &&
        each.kind !== "field" &&
        each.kind !== "setter" &&
        each.function !== undefined,
    );
    if (member) return memberValue(evaluation, current, member, self, place);
    current = superclassOf(evaluation, current);
  }
  return self.kind === "object" && self.base ? evaluation.member(self.base, key, place) : undefined;
}

/** @returns a class and its superclasses in the program, nearest first. */
export function classChain(
  evaluation: Evaluation,
  site: ClassSite,
): readonly (ClassSite & { readonly code: ClassCode })[] {
  const chain: (ClassSite & { readonly code: ClassCode })[] = [];
  let current: ClassValue | undefined = classValue(evaluation, site, undefined);
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const code = codeOf(current);
    if (code) chain.push({ file: current.file, class: current.class, code });
    current = superclassOf(evaluation, current);
  }
  return chain;
}

/**
 * @param from the class where the search begins.
 * @returns the setter that an assignment to a member of an instance calls.
 */
export function setterOf(
  evaluation: Evaluation,
  object: ObjectValue,
  key: string,
  from = object.instanceOf,
): Abstract | undefined {
  let current = from;
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const { file, context } = current;
    const own =
      codeOf(current)?.members.filter((each) => !each.static && each.key === key && each.kind !== "field") ?? [];
    const setter = own.find(({ kind }) => kind === "setter");
    if (setter && setter.decorators.length > 0) return unknown("a setter that a decorator may replace", object.place);
    if (setter?.function !== undefined)
      return { kind: "function", file, function: setter.function, context, place: object.place };
    if (own.length > 0) return undefined;
    current = superclassOf(evaluation, current);
  }
  return undefined;
}

export function superclassOf(evaluation: Evaluation, subclass: ClassValue): ClassValue | undefined {
  const heritage = codeOf(subclass)?.heritage;
  const above = heritage === undefined ? undefined : evaluation.valueOf(heritage, subclass.context);
  return above?.kind === "class" ? above : undefined;
}

/** Limit of the overriding subclasses whose members are joined. */
const mostOverriding = 8;

/** @returns a member, joined with its overrides in subclasses if the instance is typical. */
export function withOverriding(
  evaluation: Evaluation,
  { typical, instanceOf: owner }: ObjectValue,
  own: Abstract | undefined,
  key: string,
  place: Place,
): Abstract | undefined {
  if (!typical || !owner || (own && isPrivate(evaluation, owner, key))) return own;
  if (own && isForOthers(owner, key) && subclassesOf(evaluation, owner).length === 0)
    return joinAll([own, otherMember(place)], place);
  const isOwn = (_: ClassCode, site: ClassSite): boolean => hasOwn(site, key);
  return withThoseOfSubclasses(evaluation, owner, { key, place, own, isOwn }, (site) =>
    evaluation.member(evaluation.typicalInstance(site, undefined), key, place),
  );
}

function otherMember(place: Place): Abstract {
  return unknown("a member that a subclass has instead", place);
}

/** A member that subclasses may override. */
interface Overridden {
  readonly key: string;
  readonly place: Place;
  /** The member of the class itself. */
  readonly own: Abstract | undefined;
  /** Whether a subclass overrides it. */
  readonly isOwn: (code: ClassCode, site: ClassSite) => boolean;
}

/** @returns a member of a class, joined with its overrides in subclasses. */
export function withThoseOfSubclasses(
  evaluation: Evaluation,
  owner: ClassSite,
  { key, place, own, isOwn }: Overridden,
  read: (site: ClassSite) => Abstract | undefined,
): Abstract | undefined {
  const overriding = overridingIn(evaluation, subclassesOf(evaluation, owner), isOwn, 0);
  if (overriding.length > mostOverriding) return own && joinAll([own, otherMember(place)], place);
  const values = unlessRunning(evaluation, `${owner.file.name}\0${owner.class}\0${key}`, () => overriding.map(read));
  const all = [own, ...(values ?? [otherMember(place)])].filter((each) => each !== undefined);
  return all.length > 0 ? joinAll(all, place) : undefined;
}

const asked = new WeakMap<Evaluation, Set<string>>();

/** Guards against cycles: classes are matched by name, and may seem to extend each other. @returns undefined if the evaluation is running already. */
function unlessRunning<T>(evaluation: Evaluation, key: string, run: () => T): T | undefined {
  const running = asked.get(evaluation) ?? new Set<string>();
  asked.set(evaluation, running);
  if (running.has(key)) return undefined;
  running.add(key);
  try {
    return run();
  } finally {
    running.delete(key);
  }
}

/** @returns the nearest overriding subclasses on each branch of the hierarchy. */
function overridingIn(
  evaluation: Evaluation,
  subclasses: readonly ClassSite[],
  isOwn: Overridden["isOwn"],
  depth: number,
): readonly ClassSite[] {
  if (depth > mostSuperclasses) return [];
  return subclasses.flatMap((site) => {
    const code = codeOf(site);
    if (code && isOwn(code, site)) return [site];
    return overridingIn(evaluation, subclassesOf(evaluation, site), isOwn, depth + 1);
  });
}

function subclassesOf(evaluation: Evaluation, superclass: ClassSite): readonly ClassSite[] {
  return evaluation.surroundings.subclassesOf(superclass).filter((site) => {
    const above = superclassOf(evaluation, classValue(evaluation, site, undefined));
    return above?.file === superclass.file && above.class === superclass.class;
  });
}

/** @returns whether a class declares a member with a value, or assigns it. */
function hasOwn({ file, class: id }: ClassSite, key: string): boolean {
  const code = file.code.classes[id];
  if (!code) return false;
  if (code.members.some((each) => !each.static && each.key === key && each.function !== undefined)) return true;
  return code.fieldWrites.some(({ path }) => path[0] === key) || assigns({ file, class: id }, key);
}

/** @returns whether a class assigns a field, in a method or its constructor. */
function assigns({ file, class: id }: ClassSite, key: string): boolean {
  const code = file.code.classes[id];
  if (!code) return false;
  if (code.fieldWrites.some(({ path, isCall }) => path.length === 1 && path[0] === key && !isCall)) return true;
  return (file.code.membersByName.get(key) ?? []).some((value) => {
    const node = file.code.values[value];
    return node?.kind === "write" && node.in === code.constructorFunction;
  });
}

/** @returns whether a class is written to be extended by code outside the project: it is abstract, or exported with an empty method. */
function isForOthers({ file, class: id }: ClassSite, key: string): boolean {
  const code = file.code.classes[id];
  if (!code || code.abstract) return code !== undefined;
  const isExported = file.code.exports.some((each) => each.kind === "value" && each.value === code.value);
  const member = code.members.find((each) => each.key === key && each.kind === "method" && !each.static);
  return isExported && member?.function !== undefined && givesNothing(file.code, member.function);
}

function givesNothing({ functions, values }: FileCode, id: FunctionId): boolean {
  const { result, throws, calls } = functions[id] ?? { result: undefined, throws: false, calls: [] };
  const given = result === undefined ? undefined : values[result];
  if (calls.length > 0) return false;
  if (!given || throws) return throws;
  if (given.kind === "object") return given.members.length === 0;
  if (given.kind === "array") return given.elements.length === 0;
  return given.kind === "literal" && (given.value === undefined || given.value === null);
}

function isPrivate(evaluation: Evaluation, owner: ClassSite, key: string): boolean {
  return declarationOf(evaluation, owner, key)?.private === true;
}

function declarationOf(evaluation: Evaluation, owner: ClassSite, key: string): ClassMember | undefined {
  for (const { code } of classChain(evaluation, owner)) {
    const member = code.members.find((each) => each.key === key && !each.static && each.kind !== "setter");
    if (member) return member;
  }
  return undefined;
}

/** @returns whether the class alone determines a member of its instances: a method, an accessor, or a private or readonly field. */
export function isSettled(evaluation: Evaluation, { instanceOf: owner }: ObjectValue, key: string): boolean {
  const member = owner && declarationOf(evaluation, owner, key);
  return member !== undefined && (member.kind !== "field" || member.readonly || member.private);
}

/** @returns a method, or the result of a getter. */
export function memberValue(
  evaluation: Evaluation,
  owner: ClassValue,
  member: ClassMember,
  self: Abstract | undefined,
  place: Place,
): Abstract | undefined {
  const { file, context } = owner;
  const code = file.code.functions[member.function ?? -1];
  if (member.function === undefined || !code) return undefined;
  const method: FunctionValue = {
    kind: "function",
    place: { file, start: code.start, end: code.end, context },
    file,
    function: member.function,
    context,
  };
  const unsure = isReplaced(evaluation, owner);
  if (member.kind === "method") {
    const found = decorated(evaluation, owner, method, member.decorators);
    return { ...found, self, ...(unsure && { unsure }) };
  }
  if (member.kind !== "getter") return undefined;
  if (unsure || mayBeReplaced(evaluation, file, member.decorators))
    return unknown("what a decorator puts there", place);
  const { result } = code;
  if (result === undefined) return undefined;
  const inner = evaluation.contexts.of(file, member.function, { outer: context, arguments: [], more: false, self });
  return (
    evaluation.entering(inner, () => evaluation.valueOf(result, inner)) ?? unknown("a getter that reads itself", place)
  );
}

import type { ClassCode, ClassMember } from "../../code/declarations";
import type { FileCode, FunctionId } from "../../code/graph";
import type { ClassSite } from "../../project/sites";
import type { Abstract, ClassValue, FunctionValue, ObjectValue, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { unknown } from "../make";
import { joinAll } from "../values";
import { decorated, isReplaced, mayBeReplaced } from "./decorators";
import { classValue, codeOf, mostSuperclasses } from "./classes";

/** Members that classes have: methods and accessors, of instances and static ones, their own and those of what they extend. */

/**
 * @param declared gives a field that the class declares alone.
 * @returns a method or accessor of an instance, or of a class that its class extends.
 */
export function methodOf(
  evaluation: Evaluation,
  object: ObjectValue,
  key: string,
  place: Place,
  declared?: () => Abstract | undefined,
): Abstract | undefined {
  let made = object.instanceOf;
  for (let depth = 0; made && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(made)?.members.find(
      (each) =>
        !each.static &&
        each.kind !== "field" &&
        each.kind !== "setter" &&
        each.function !== undefined &&
        each.key === key,
    );
    if (member) {
      const own = memberValue(evaluation, made, member, object, place);
      return withOverriding(evaluation, object, own, key, place);
    }
    made = superclassOf(evaluation, made);
  }
  const isAssigned = object.typical && object.instanceOf && assignsDeclared(evaluation, object.instanceOf, key);
  return withOverriding(evaluation, object, isAssigned ? declared?.() : undefined, key, place);
}

/** Whether a class declares a field alone, and assigns it where it has no value yet: what subclasses put there is not all that it may be. */
function assignsDeclared(evaluation: Evaluation, made: ClassSite, key: string): boolean {
  return classChain(evaluation, made).some(
    (site) => site.code.members.some((each) => isDeclaredOnly(each, key)) && assigns(site, key),
  );
}

function isDeclaredOnly(member: ClassMember, key: string): boolean {
  return member.key === key && member.kind === "field" && !member.static && member.function === undefined;
}

/** @returns what `super.key` is in a method of a class: a member of what the class extends, with the same `this`. */
export function superMember(
  evaluation: Evaluation,
  owner: ClassValue,
  self: Abstract,
  key: string,
  place: Place,
): Abstract | undefined {
  let made = superclassOf(evaluation, owner);
  for (let depth = 0; made && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(made)?.members.find(
      (each) =>
        !each.static &&
        each.key === key &&
        each.kind !== "field" &&
        each.kind !== "setter" &&
        each.function !== undefined,
    );
    if (member) return memberValue(evaluation, made, member, self, place);
    made = superclassOf(evaluation, made);
  }
  return self.kind === "object" && self.base ? evaluation.member(self.base, key, place) : undefined;
}

/** @returns a class and those of the program that it extends, the nearest first. */
export function classChain(
  evaluation: Evaluation,
  site: ClassSite,
): readonly (ClassSite & { readonly code: ClassCode })[] {
  const chain: (ClassSite & { readonly code: ClassCode })[] = [];
  let made: ClassValue | undefined = classValue(evaluation, site, undefined);
  for (let depth = 0; made && depth <= mostSuperclasses; depth += 1) {
    const code = codeOf(made);
    if (code) chain.push({ file: made.file, class: made.class, code });
    made = superclassOf(evaluation, made);
  }
  return chain;
}

/**
 * @param from the class where it is looked for first.
 * @returns the function that an assignment to a member of an instance calls, if its class has one.
 */
export function setterOf(
  evaluation: Evaluation,
  object: ObjectValue,
  key: string,
  from = object.instanceOf,
): Abstract | undefined {
  let made = from;
  for (let depth = 0; made && depth <= mostSuperclasses; depth += 1) {
    const { file, context } = made;
    const own = codeOf(made)?.members.filter((each) => !each.static && each.key === key && each.kind !== "field") ?? [];
    const setter = own.find(({ kind }) => kind === "setter");
    if (setter && setter.decorators.length > 0) return unknown("a setter that a decorator may replace", object.place);
    if (setter?.function !== undefined)
      return { kind: "function", file, function: setter.function, context, place: object.place };
    if (own.length > 0) return undefined;
    made = superclassOf(evaluation, made);
  }
  return undefined;
}

export function superclassOf(evaluation: Evaluation, made: ClassValue): ClassValue | undefined {
  const heritage = codeOf(made)?.heritage;
  const above = heritage === undefined ? undefined : evaluation.valueOf(heritage, made.context);
  return above?.kind === "class" ? above : undefined;
}

/** Subclasses that have a member of their own: of more, nothing is known. */
const mostOverriding = 8;

/** Of any instance of a class, a member may be that of a subclass. */
export function withOverriding(
  evaluation: Evaluation,
  { typical, instanceOf: made }: ObjectValue,
  own: Abstract | undefined,
  key: string,
  place: Place,
): Abstract | undefined {
  if (!typical || !made || (own && isPrivate(evaluation, made, key))) return own;
  if (own && isForOthers(made, key) && subclassesOf(evaluation, made).length === 0)
    return joinAll([own, otherMember(place)], place);
  const isOwn = (_: ClassCode, site: ClassSite): boolean => hasOwn(site, key);
  return withThoseOfSubclasses(evaluation, made, { key, place, own, isOwn }, (site) =>
    evaluation.member(evaluation.typicalInstance(site, undefined), key, place),
  );
}

function otherMember(place: Place): Abstract {
  return unknown("a member that a subclass has instead", place);
}

/** What is asked of a class and of those that extend it. */
interface Overridden {
  readonly key: string;
  readonly place: Place;
  /** What the class itself has. */
  readonly own: Abstract | undefined;
  /** Whether a subclass has its own. */
  readonly isOwn: (code: ClassCode, site: ClassSite) => boolean;
}

/** @returns a member of a class, or what a subclass has instead. */
export function withThoseOfSubclasses(
  evaluation: Evaluation,
  made: ClassSite,
  { key, place, own, isOwn }: Overridden,
  read: (site: ClassSite) => Abstract | undefined,
): Abstract | undefined {
  const overriding = overridingIn(evaluation, subclassesOf(evaluation, made), isOwn, 0);
  if (overriding.length > mostOverriding) return own && joinAll([own, otherMember(place)], place);
  const values = unlessRunning(evaluation, `${made.file.name}\0${made.class}\0${key}`, () => overriding.map(read));
  const all = [own, ...(values ?? [otherMember(place)])].filter((each) => each !== undefined);
  return all.length > 0 ? joinAll(all, place) : undefined;
}

const asked = new WeakMap<Evaluation, Set<string>>();

/** Names alone can make classes extend each other in a circle. @returns nothing where it is being run. */
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

/** The first classes, on each way down, that have a member of their own. */
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

function subclassesOf(evaluation: Evaluation, made: ClassSite): readonly ClassSite[] {
  return evaluation.surroundings.subclassesOf(made).filter((site) => {
    const above = superclassOf(evaluation, classValue(evaluation, site, undefined));
    return above?.file === made.file && above.class === made.class;
  });
}

/** Whether a class declares a member, or its constructor assigns one. */
function hasOwn({ file, class: id }: ClassSite, key: string): boolean {
  const code = file.code.classes[id];
  if (!code) return false;
  if (code.members.some((each) => !each.static && each.key === key && each.function !== undefined)) return true;
  return code.fieldWrites.some(({ path }) => path[0] === key) || assigns({ file, class: id }, key);
}

/** Whether a class assigns a field, in a method or in its constructor. */
function assigns({ file, class: id }: ClassSite, key: string): boolean {
  const code = file.code.classes[id];
  if (!code) return false;
  if (code.fieldWrites.some(({ path, isCall }) => path.length === 1 && path[0] === key && !isCall)) return true;
  return (file.code.membersByName.get(key) ?? []).some((value) => {
    const node = file.code.values[value];
    return node?.kind === "write" && node.in === code.constructorFunction;
  });
}

/** Whether a class of which no subclass is known is written to be extended in a member: it does nothing there, or the class is abstract. */
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

function isPrivate(evaluation: Evaluation, made: ClassSite, key: string): boolean {
  return declarationOf(evaluation, made, key)?.private === true;
}

function declarationOf(evaluation: Evaluation, made: ClassSite, key: string): ClassMember | undefined {
  for (const { code } of classChain(evaluation, made)) {
    const member = code.members.find((each) => each.key === key && !each.static && each.kind !== "setter");
    if (member) return member;
  }
  return undefined;
}

/** @returns whether the code of a class alone decides what a member of its instances is. */
export function isSettled(evaluation: Evaluation, { instanceOf: made }: ObjectValue, key: string): boolean {
  const member = made && declarationOf(evaluation, made, key);
  return member !== undefined && (member.kind !== "field" || member.readonly || member.private);
}

/** @returns what a method, or the getter of an accessor, gives. */
export function memberValue(
  evaluation: Evaluation,
  made: ClassValue,
  member: ClassMember,
  self: Abstract | undefined,
  place: Place,
): Abstract | undefined {
  const { file, context } = made;
  const code = file.code.functions[member.function ?? -1];
  if (member.function === undefined || !code) return undefined;
  const method: FunctionValue = {
    kind: "function",
    place: { file, start: code.start, end: code.end, context },
    file,
    function: member.function,
    context,
  };
  const unsure = isReplaced(evaluation, made);
  if (member.kind === "method") {
    const found = decorated(evaluation, made, method, member.decorators);
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

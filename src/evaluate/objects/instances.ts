import type { ClassCode, ClassMember } from "../../code/declarations";
import type { FunctionId } from "../../code/graph";
import type { ClassSite, FunctionSite } from "../../project/sites";
import type { Abstract, ClassValue, Context, Entry, ObjectValue, Place } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { entry, lazyEntry, objectOf, scalar, unknown } from "../make";
import { isUndefined } from "../names/declared-members";
import { classValue, codeOf, mostSuperclasses } from "./classes";
import { withFieldWrites } from "./field-writes";
import { decoratedClass, mayBeReplaced } from "./decorators";
import { keyOf } from "./keys";
import { superclassOf } from "./methods";
import { opened, withMember } from "./open";
import { nodeAt } from "../places";
import { joinAll, mapOptions } from "../values";

/** Instances of classes of the program, with fields and constructors. */

/** @returns the instance that `new` returns. Identical arguments return one instance. */
export function instanceOf(evaluation: Evaluation, owner: ClassValue, given: Given): Abstract {
  const key = `${owner.file.name}\0${owner.class}\0${evaluation.contexts.keyOf([owner.context, ...given.arguments])}${given.more ? "+" : ""}`;
  return evaluation.instances.get(key, () => {
    const start = emptyInstance(owner, given.place);
    return initialised(evaluation, owner, start, given, 0);
  });
}

function emptyInstance(owner: ClassValue, place: Place): ObjectValue {
  return objectOf(new Map(), place, { instanceOf: owner });
}

/** @returns the object after initialisation by a class: fields of its superclass, its own fields, the constructor, and writes of methods. */
export function initialised(
  evaluation: Evaluation,
  owner: ClassValue,
  self: Abstract,
  given: Given,
  depth: number,
): Abstract {
  const code = codeOf(owner);
  if (!code || depth > mostSuperclasses) return self;
  const object =
    code.constructorFunction === undefined
      ? withFields(evaluation, owner, code, withSuperclass(evaluation, owner, self, given, depth))
      : constructed(evaluation, owner, code, self, given);
  return withFieldWrites(evaluation, owner, code, object);
}

function withSuperclass(
  evaluation: Evaluation,
  owner: ClassValue,
  object: Abstract,
  given: Given,
  depth: number,
): Abstract {
  const heritage = codeOf(owner)?.heritage;
  if (heritage === undefined) return object;
  const above = evaluation.valueOf(heritage, owner.context);
  if (above.kind === "class") return initialised(evaluation, above, object, given, depth + 1);
  return object.kind === "object" ? { ...object, base: baseOf(evaluation, above, given) } : object;
}

/** @returns what an instance inherits from a superclass outside the program. */
function baseOf(evaluation: Evaluation, above: Abstract, given: Given): Abstract {
  if (above.kind === "native" || above.kind === "builtin") return evaluation.construct(above, given);
  return unknown("a member of a class that is not known", given.place);
}

/** @returns the object after `super(…)` in a constructor, which initialises the class's own fields after those of its superclass. */
export function afterSuper(evaluation: Evaluation, self: Abstract, given: Given, context: Context): Abstract {
  const { class: owner, parameters = [] } = context.file.code.functions[context.function] ?? {};
  const ownClass =
    owner === undefined ? undefined : classValue(evaluation, { file: context.file, class: owner }, context.outer);
  const code = ownClass && codeOf(ownClass);
  if (!code) return self;
  let object = withSuperclass(evaluation, ownClass, self, given, 0);
  for (const { field, name } of parameters) {
    const own = field && name !== undefined && self.kind === "object" ? self.members.get(name) : undefined;
    if (own && name !== undefined && object.kind === "object") object = withMember(object, name, own);
  }
  return withFields(evaluation, ownClass, code, object);
}

function withFields(
  evaluation: Evaluation,
  owner: ClassValue,
  code: Pick<ClassCode, "members">,
  object: Abstract,
): Abstract {
  let result = object;
  for (const member of code.members) {
    if (member.kind !== "field" || member.static) continue;
    const key = keyOf(evaluation, member.key, owner.context);
    if (key === undefined || result.kind !== "object") continue;
    if (mayBeReplaced(evaluation, owner.file, member.decorators)) continue;
    const keyPlace = { file: owner.file, start: member.keyStart, end: member.keyEnd, context: owner.context };
    if (member.function === undefined) {
      // A declaration without an initialiser: other code may assign the field, unless it is hidden from it.
      if (isLeftUndefined(owner, member))
        result = withMember(result, key, entry(scalar(undefined, keyPlace), keyPlace));
      continue;
    }
    result = withMember(result, key, fieldEntry(evaluation, owner, member.function, result, keyPlace));
  }
  return result;
}

/** Whether a field without an initialiser is undefined until its class assigns it, by its declaration: `protected configuration?: Configuration`. */
function isLeftUndefined({ file: { code } }: ClassValue, { hidden, optional, type, decorators }: ClassMember): boolean {
  if (!hidden || decorators.length > 0 || type === undefined) return false;
  const node = code.types[type];
  return optional || (node?.kind === "union" && node.of.some((each) => isUndefined(code.types[each])));
}

function fieldEntry(evaluation: Evaluation, owner: ClassValue, id: FunctionId, self: Abstract, keyPlace: Place): Entry {
  return lazyEntry(() => {
    const result = owner.file.code.functions[id]?.result;
    const context = evaluation.contexts.within(owner.file, id, owner.context, self);
    return result === undefined ? unknown("a field", keyPlace) : evaluation.valueOf(result, context);
  }, keyPlace);
}

function constructed(
  evaluation: Evaluation,
  owner: ClassValue,
  { constructorFunction: id = 0, heritage, ...code }: ClassCode,
  object: Abstract,
  given: Given,
): Abstract {
  const callee = {
    kind: "function",
    place: owner.place,
    file: owner.file,
    function: id,
    context: owner.context,
  } as const;
  const context = evaluation.contextOf(callee, { ...given, self: object });
  const { parameters = [], leaves = [] } = owner.file.code.functions[id] ?? {};
  let result = object;
  for (const { field, name, value } of parameters)
    if (field && name !== undefined && result.kind === "object")
      result = withMember(
        result,
        name,
        lazyEntry(() => evaluation.valueOf(value, context), given.place),
      );
  // In a subclass, `super(…)` initialises the fields.
  if (heritage === undefined) result = withFields(evaluation, owner, code, result);
  const before = evaluation.contextOf(callee, { ...given, self: result });
  const left = leaves.find(({ what }) => what === "this");
  if (left)
    result = evaluation.leftBy(left.value, before) ?? opened(result, "a constructor that is not followed", given.place);
  return returned(evaluation, callee, before, result);
}

/** @returns the object that a constructor returns instead of the instance. A returned primitive is ignored. */
function returned(evaluation: Evaluation, site: FunctionSite, context: Context, instance: Abstract): Abstract {
  const result = site.file.code.functions[site.function]?.result;
  if (result === undefined || nodeAt(site.file, result).kind === "literal") return instance;
  const value = evaluation.entering(context, () => evaluation.valueOf(result, context));
  if (!value) return instance;
  return mapOptions(value, (option) => (option.kind === "scalar" || option.kind === "text" ? instance : option));
}

/** Number of `new` of one class whose arguments are joined; with more, the arguments are unknown. */
const mostMakers = 8;

/** @returns the typical instance of a class. */
export function typicalInstance(evaluation: Evaluation, site: ClassSite, outer: Context | undefined): Abstract {
  const written = classValue(evaluation, site, outer);
  const used = decoratedClass(evaluation, written);
  const owner = used.kind === "class" ? used : written;
  return evaluation.instances.get(`typical\0${site.file.name}\0${site.class}\0${owner.context.id}`, () => {
    const start: ObjectValue = { ...emptyInstance(owner, owner.place), typical: true };
    return initialised(evaluation, owner, start, typicalArguments(evaluation, site, owner), 0);
  });
}

/** @returns the joined arguments of all `new` of a class. Missing arguments are unknown. */
function typicalArguments(evaluation: Evaluation, site: ClassSite, owner: ClassValue): Given {
  const makers = evaluation.surroundings.instancesOf(site);
  const calls = makers.length > mostMakers ? [] : makers.map((maker) => evaluation.givenAt(maker));
  const place = owner.place;
  const shared = {
    self: undefined,
    place,
    isOneOfSeveral: false,
    site: { call: codeOf(site)?.value ?? 0, context: owner.context },
  };
  const constructorId = constructorOf(evaluation, owner);
  const parameters = constructorId ? (constructorId.file.code.functions[constructorId.function]?.parameters ?? []) : [];
  if (constructorId === undefined) return { ...shared, arguments: [], more: true };
  const symbolic = evaluation.contexts.symbolic(constructorId.file, constructorId.function);
  const values = parameters.map((parameter, index) => {
    const given = calls.flatMap((call) => call.arguments[index] ?? []);
    const own = evaluation.parameter(parameter.value, symbolic);
    return given.length === 0 || given.length < calls.length ? joinAll([...given, own], place) : joinAll(given, place);
  });
  return { ...shared, arguments: values, more: false };
}

function constructorOf(
  evaluation: Evaluation,
  owner: ClassValue,
): { readonly file: ClassValue["file"]; readonly function: FunctionId } | undefined {
  let current: ClassValue | undefined = owner;
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const id = codeOf(current)?.constructorFunction;
    if (id !== undefined) return { file: current.file, function: id };
    current = superclassOf(evaluation, current);
  }
  return undefined;
}

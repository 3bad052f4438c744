import type { FunctionId, ValueId } from "../../code/graph";
import type { Write } from "../../code/values";
import { opened } from "./open";
import type { ProjectFile } from "../../project/project-file";
import { isKeeping } from "../../syntax/keeping-decorators";
import type { Abstract, ClassValue, FunctionValue, ObjectValue } from "../domain";
import type { Evaluation } from "../evaluation";
import { entry, objectOf, unknown } from "../make";
import { nodeAt } from "../places";
import { isUndefined, optionsOf } from "../values";
import { behind } from "./behind";

/** Decorators may replace the class or member that they decorate. */

/** @returns the decorators that may replace their target, without those that are known to keep it. */
function replacing(evaluation: Evaluation, file: ProjectFile, decorators: readonly ValueId[]): readonly ValueId[] {
  return decorators.filter((each) => {
    const imported = importedBy(file, each);
    if (!imported) return true;
    const isOfProject = evaluation.surroundings.project.importedName(file, imported.package) !== undefined;
    return isOfProject || !isKeeping(imported);
  });
}

/** Matches `@name`, `@name(…)`, `@library.name(…)` and `@name.variant` with an imported name. */
function importedBy(
  file: ProjectFile,
  decorator: ValueId,
): { readonly package: string; readonly name: string } | undefined {
  const { values, imports } = file.code;
  const called = values[decorator];
  const named = called?.kind === "call" ? values[called.callee] : called;
  const isMember = named?.kind === "member";
  let node = isMember ? values[named.object] : named;
  while (node?.kind === "after") node = values[node.object];
  const bound = node?.kind === "imported" ? imports[node.import] : undefined;
  if (!bound) return undefined;
  const name = bound.name === "*" && isMember ? named.key : bound.name;
  return typeof name === "string" ? { package: bound.specifier, name } : undefined;
}

/** @returns whether decorators may replace their target. */
export function mayBeReplaced(evaluation: Evaluation, file: ProjectFile, decorators: readonly ValueId[]): boolean {
  return decorators.length > 0 && replacing(evaluation, file, decorators).length > 0;
}

/** @returns whether a decorator that is not followed may have replaced a class. */
export function isReplaced(evaluation: Evaluation, { file, class: id, context }: ClassValue): boolean {
  const decorators = file.code.classes[id]?.decorators ?? [];
  if (decorators.length === 0) return false;
  return replacing(evaluation, file, decorators).some((each) => evaluation.valueOf(each, context).kind !== "function");
}

/** @returns the class with which decorators of the project replace a class; unknown if the replacement is no class. */
export function decoratedClass(evaluation: Evaluation, target: ClassValue): Abstract {
  const { file, class: id, context } = target;
  const decorators = file.code.classes[id]?.decorators ?? [];
  if (decorators.length === 0) return target;
  return evaluation.instances.get(`decorated class\0${file.name}\0${id}\0${context.id}`, () => {
    let current: ClassValue = target;
    for (const each of replacing(evaluation, file, decorators).toReversed()) {
      const decorator = evaluation.valueOf(each, context);
      if (decorator.kind !== "function") continue;
      const given = evaluation.forBuiltins.invoke(decorator, [current], target.place);
      if (given.kind === "class") current = given;
      else if (!isUndefined(given)) return unknown("a class that a decorator replaces", target.place);
    }
    return current;
  });
}

/** @returns the method that callers get, after its decorators. */
export function decorated(
  evaluation: Evaluation,
  owner: ClassValue,
  method: FunctionValue,
  decorators: readonly ValueId[],
): FunctionValue {
  const others = replacing(evaluation, owner.file, decorators);
  if (others.length === 0) return method;
  const key = `decorated\0${method.file.name}\0${method.function}\0${method.context.id}`;
  const found = evaluation.instances.get(key, () => {
    let current: Abstract = method;
    for (const each of others.toReversed()) {
      const value = evaluation.valueOf(each, owner.context);
      current =
        value.kind === "function"
          ? replacedBy(evaluation, value, current)
          : unknown("a method that is replaced", method.place);
      if (current.kind !== "function") break;
    }
    return current;
  });
  const isKept = found === method || (found.kind === "function" && handsOn(found));
  // A wrapper that passes all its arguments on sends the requests of the method.
  return isKept ? method : { ...method, unsure: true };
}

/** @returns whether a function calls another one with all its own arguments: `original.apply(this, args)`, `original.call(this, ...args)`. */
function handsOn({ file, function: id }: FunctionValue): boolean {
  const { functions, values } = file.code;
  return (functions[id]?.calls ?? []).some((each) => {
    const call = values[each];
    if (call?.kind !== "call") return false;
    const callee = values[call.callee];
    const isApplied = callee?.kind === "member" && callee.key === "apply";
    const last = call.arguments.at(-1);
    return last !== undefined && (last.spread || isApplied) && isRest(file, last.value, id);
  });
}

/** Names, rounds and versions between the rest parameter and its use. */
const mostSteps = 20;

function isRest({ code }: ProjectFile, value: ValueId, id: number): boolean {
  let current = value;
  for (let left = mostSteps; left > 0; left -= 1) {
    const node = code.values[current];
    if (node?.kind === "parameter") return node.rest && node.index === 0 && node.in === id;
    if (node?.kind === "loop") current = node.initial;
    else if (node?.kind === "after") current = node.object;
    else if (node?.kind === "named" || node?.kind === "typed") current = node.value;
    else return false;
  }
  return false;
}

/** @returns the replacement of a method by a decorator of the project, in the standard's dialect or that of TypeScript's `experimentalDecorators`. */
function replacedBy(evaluation: Evaluation, decorator: FunctionValue, current: Abstract): Abstract {
  const { place } = current;
  const parameters = decorator.file.code.functions[decorator.function]?.parameters ?? [];
  const about = unknown("what a decorator is given", place);
  if (parameters.length < 3) {
    const given = evaluation.forBuiltins.invoke(decorator, [current, about], place);
    return isUndefined(given) ? current : given;
  }
  const descriptor = objectOf(new Map([["value", entry(current, place)]]), place);
  const args = [about, unknown("the name of a member", place, { is: "string" }), descriptor];
  const given = evaluation.forBuiltins.invoke(decorator, args, place);
  const left = isUndefined(given) ? leftOf(evaluation, decorator, args, descriptor) : given;
  return left.kind === "object" ? evaluation.member(left, "value", place) : left;
}

function leftOf(
  evaluation: Evaluation,
  decorator: FunctionValue,
  args: readonly Abstract[],
  descriptor: ObjectValue,
): Abstract {
  const leaves = decorator.file.code.functions[decorator.function]?.leaves.find(({ what }) => what === 2);
  if (!leaves) return descriptor;
  const { place } = descriptor;
  const context = place.context ?? evaluation.contexts.symbolic(place.file, 0);
  const site = { call: place.file.code.calls[0] ?? 0, context };
  const inner = evaluation.contextOf(decorator, {
    arguments: args,
    more: false,
    self: undefined,
    place,
    site,
    isOneOfSeveral: false,
  });
  return evaluation.leftBy(leaves.value, inner) ?? opened(descriptor, "a decorator that is not followed", place);
}

/** @returns the values that decorators of the class and its members, if they are functions of the project, assign to a static field. */
export function assignedByDecorators(evaluation: Evaluation, target: ClassValue, key: string): readonly Abstract[] {
  const code = target.file.code.classes[target.class];
  const own = code?.decorators ?? [];
  const ofMembers = code?.members.flatMap(({ decorators }) => decorators) ?? [];
  return [...own, ...ofMembers].flatMap((each) =>
    optionsOf(evaluation.valueOf(each, target.context)).flatMap((decorator) =>
      decorator.kind === "function" ? writtenBy(evaluation, decorator, target, key) : [],
    ),
  );
}

function writtenBy(
  evaluation: Evaluation,
  decorator: FunctionValue,
  target: ClassValue,
  key: string,
): readonly Abstract[] {
  const { file, function: id } = decorator;
  return (file.code.membersByName.get(key) ?? []).flatMap((each): readonly Abstract[] => {
    const node = nodeAt(file, each);
    if (node.kind !== "write" || node.isKept || !isWithin(file, node.in, id)) return [];
    if (node.value === undefined || !isOfFirst(file, node, id))
      return [unknown("what a decorator assigns", target.place)];
    const context = evaluation.contextOf(decorator, {
      arguments: [target],
      more: true,
      self: undefined,
      place: target.place,
      site: { call: target.file.code.calls[0] ?? 0, context: target.context },
      isOneOfSeveral: false,
    });
    return [evaluation.valueOf(node.value, context)];
  });
}

function isWithin({ code }: ProjectFile, inner: FunctionId, outer: FunctionId): boolean {
  let id = inner;
  while (id > outer) id = code.functions[id]?.outer ?? -1;
  return id === outer;
}

/** @returns whether a write assigns to the first parameter of a function itself. */
function isOfFirst(file: ProjectFile, { object, in: by }: Write, id: FunctionId): boolean {
  const root = nodeAt(file, behind(file, object));
  return by === id && root.kind === "parameter" && root.index === 0;
}

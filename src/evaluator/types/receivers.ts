import { bounds } from "../domain/limits";
import type TS from "typescript";
import { overriding } from "../classes/class-instances";
import type { Abstract, Closure, Frame, Unknown } from "../domain/domain";
import { isFunction } from "../domain/functions";
import { joinAll, mapOptions, optionsOf } from "../domain/values";
import { getMember } from "../expressions/access";
import { inheritedMember } from "../expressions/inherited";
import type { Program } from "../program";
import { takesArguments } from "../../syntax/classes-by-name";
import { isLogging } from "../../syntax/logging";
import { isCalled } from "../../syntax/wrappers";
import { injectedClasses, injectedType } from "./injected";
import { closureOf, implementationsOf, soleClassWith } from "./sole-class";
import { annotationOf } from "./annotations";
import { givenToComponents } from "./framework-members";
import { literalsOfType } from "./declared-literals";
import { anyInstance, anyResult } from "./shared-stand-ins";
import { isOfPackage } from "./types";
import { type Declared, inferredClass, memberType, resolveType } from "./type-names";

/**
 * Stand-ins for unknown values, by their declared types: the typical instance of a class of the project, the value of `x` for `typeof x`, the
 * result of `f` for `ReturnType<typeof f>`. Others use only the functions of a stand-in, as its data is another object's.
 */

/** @returns the function that is a member of an unknown value, by the value's declared type. */
export function methodOf(
  program: Program,
  frame: Frame,
  target: Unknown,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  if (target.is || target.origin?.response) return undefined;
  const receiver =
    receiverOf(program, frame, target) ??
    (isCalled(program.ts, node)
      ? (inferredReceiver(program, target) ?? soleReceiver(program, target, key, node))
      : undefined);
  if (!receiver) return undefined;
  const found = getMember(program, frame, receiver, key, node);
  return optionsOf(found).length > 0 && optionsOf(found).every((option) => isFunction(program.ts, option))
    ? found
    : anyMethod(program, frame, receiver, key, node);
}

/** @returns the method that a class of the project and its subclasses have under a name: whichever the instance is made by. */
function anyMethod(
  program: Program,
  frame: Frame,
  receiver: Abstract,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  const maker = receiver.kind === "reference" ? receiver.cell.constructedBy : undefined;
  const whole = maker && program.ts.isClassLike(maker.node) ? closureOf(program, maker.node) : undefined;
  if (!whole) return undefined;
  const classes = overriding(program, whole, key).map((each) => closureOf(program, each));
  if (classes.length === 0 || classes.length > bounds.implementations) return undefined;
  const member = { self: receiver, key };
  const methods = [whole, ...classes].map((each) => each && inheritedMember(program, frame, each, member, node));
  const known = methods.flatMap((each) => (each && isFunction(program.ts, each) ? each : []));
  return known.length === methods.length ? joinAll(known, program.place(frame, node)) : undefined;
}

/** @returns the stand-in for the `this` of a method that `methodOf` found. */
export function asReceiver(program: Program, frame: Frame, self: Abstract): Abstract {
  return mapOptions(self, (option) => {
    if (option.kind !== "unknown") return option;
    return receiverOf(program, frame, option) ?? program.pass.standIns.inferred.get(option.identity) ?? option;
  });
}

/** @returns the stand-in for an unknown value whose functions are called. */
export function receiverOf(program: Program, frame: Frame, value: Unknown): Abstract | undefined {
  const { pending, held } = program.pass.standIns;
  const former = held.get(value.identity);
  if (former) return former;
  if (pending.has(value.identity) || isDeep(value)) return undefined;
  pending.add(value.identity);
  try {
    const declared = declaredOf(program, value);
    const known = declared && standIn(program, declared);
    if (known || (declared && declared.kind !== "members")) return known;
    const injected = joinedInstances(program, injectedClasses(program, value.typed));
    if (injected) return injected;
    const given = givenToComponents(program, value);
    if (given && isUsable(given)) return given;
    return value.member && heldBy(program, frame, value.member.of, value.member.key, value.typed);
  } finally {
    pending.delete(value.identity);
  }
}

function isDeep(value: Unknown): boolean {
  let depth = 0;
  for (let at = value.member; at && depth <= bounds.memberDepth; at = at.of.member) depth += 1;
  return depth > bounds.memberDepth;
}

function declaredOf(program: Program, value: Unknown): Declared | undefined {
  const type = annotationOf(program, value.typed) ?? injectedType(program, value.typed);
  if (type) return resolveType(program, type);
  const owner = value.member && declaredOf(program, value.member.of);
  const member = owner?.kind === "members" && value.member ? memberType(program, owner, value.member.key) : undefined;
  return member && resolveType(program, member);
}

/** @returns the stand-in for a member of a value that has a stand-in. */
function heldBy(
  program: Program,
  frame: Frame,
  owner: Unknown,
  key: string,
  node: TS.Node | undefined,
): Abstract | undefined {
  const receiver = node && receiverOf(program, frame, owner);
  if (!receiver) return undefined;
  const held = getMember(program, frame, receiver, key, node);
  if (held.kind === "unknown") return receiverOf(program, frame, held);
  return held.kind === "reference" || held.kind === "native" || held.kind === "callable" ? held : undefined;
}

function standIn(program: Program, declared: Declared): Abstract | undefined {
  switch (declared.kind) {
    case "instance":
      return anyInstance(program, declared.class);
    case "value":
      return isUsable(declared.value) ? declared.value : undefined;
    case "result": {
      const result = anyResult(program, declared.function);
      return result && isUsable(result) ? result : undefined;
    }
    case "extended":
      return joinedInstances(program, implementationsOf(program, declared.name));
    case "members":
      return declared.name === undefined ? undefined : implementing(program, declared.name);
  }
}

/** @returns what implements an interface: instances of classes, and object literals. */
function implementing(program: Program, name: string): Abstract | undefined {
  const instances = joinedInstances(program, implementationsOf(program, name));
  return joined([...(instances ? [instances] : []), ...literalsOfType(program, name)]);
}

/** @returns an instance that may be of any of the classes. */
function joinedInstances(program: Program, classes: readonly Closure[]): Abstract | undefined {
  return joined(classes.flatMap((each) => anyInstance(program, each) ?? []));
}

function joined(values: readonly Abstract[]): Abstract | undefined {
  const [first] = values;
  return first && joinAll(values, first.place);
}

function isUsable(value: Abstract): boolean {
  return value.kind === "reference" || value.kind === "native" || value.kind === "callable";
}

function inferredReceiver(program: Program, value: Unknown): Abstract | undefined {
  const { inferred } = program.pass.standIns;
  if (inferred.has(value.identity)) return inferred.get(value.identity);
  const found = inferredClass(program, value.typed);
  const receiver = found && anyInstance(program, found);
  inferred.set(value.identity, receiver);
  return receiver;
}

/** An unknown value with a method that only one class of the project has is taken for an instance of that class. */
function soleReceiver(program: Program, value: Unknown, key: string, node: TS.Node): Abstract | undefined {
  const { ts } = program;
  const { inferred, owners } = program.pass.standIns;
  if (isLogging(ts, node.parent) || isOfPackage(program, value)) return undefined;
  let owner = owners.get(key);
  if (owner === undefined) owners.set(key, (owner = program.pass.shared(() => soleClassWith(program, key)) ?? null));
  if (
    !owner ||
    (ts.isCallExpression(node.parent) &&
      ts.isClassLike(owner.node) &&
      !takesArguments(ts, owner.node, key, node.parent))
  )
    return undefined;
  const receiver = anyInstance(program, owner);
  if (receiver) inferred.set(value.identity, receiver);
  return receiver;
}

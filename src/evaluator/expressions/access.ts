import type TS from "typescript";
import { builtinMember, functionMethod, promiseMethod } from "../builtins/members";
import { callable, never, scalar, unknown } from "../domain/constructors";
import type { Abstract, Callable, Frame, NativeValue, Place, Reference, Scalar, Text, Unknown } from "../domain/domain";
import { join, joinAll, mapOptions, optionsOf, settling } from "../domain/values";
import { optionally } from "../flow/branches";
import { getFromCell } from "./cell-members";
import { callGetter, inheritedMember } from "./inherited";
import { libraryBase } from "./inherited";
import { arrive, memberOfGlobal } from "./names";
import { prototypeOf } from "./prototypes";
import { trailOf, unknownMember } from "./unknown-member";
import type { Program } from "../program";
import { lookUp } from "../store/content";
import { contentOf } from "../store/heap";
import { keyOf } from "../store/text-form";
import { nullishOf } from "../store/truth";
import { baseKey, isPrivateKey, memberKey, symbolKeyOf } from "../../syntax/private-names";

/** Reading properties. */

export function access(program: Program, frame: Frame, node: TS.PropertyAccessExpression): Abstract {
  return readMember(program, frame, node).value;
}

export interface MemberRead {
  readonly target: Abstract;
  readonly value: Abstract;
}

/** Evaluates `a.b`, keeping `a` for calls. */
export function readMember(program: Program, frame: Frame, node: TS.PropertyAccessExpression): MemberRead {
  const parent = node.expression.kind === program.ts.SyntaxKind.SuperKeyword ? frame.base : undefined;
  if (parent?.kind === "callable" && parent.target.type === "closure" && frame.self?.kind === "reference") {
    const member = { self: frame.self, key: memberKey(program.ts, node.name) };
    const value = inheritedMember(program, frame, parent.target, member, node);
    return { target: frame.self, value: value ?? scalar(undefined, program.place(frame, node)) };
  }
  const ofLibrary = memberOfLibrary(program, frame, node);
  if (ofLibrary) return ofLibrary;
  const target = program.steps.expression(program, frame, node.expression);
  const value = readFrom(program, frame, node, target, (option) =>
    getMember(program, frame, option, memberKey(program.ts, node.name), node),
  );
  return { target, value };
}

/** `super.x` in a class that extends one of a library: the member that the instance has of that. */
function memberOfLibrary(program: Program, frame: Frame, node: TS.PropertyAccessExpression): MemberRead | undefined {
  const { self } = frame;
  if (node.expression.kind !== program.ts.SyntaxKind.SuperKeyword || self?.kind !== "reference") return undefined;
  const key = memberKey(program.ts, node.name);
  const base = libraryBase(self.cell, contentOf(program, self.cell, { key: baseKey }), key);
  return base && { target: self, value: getMember(program, frame, base, key, node) };
}

export function accessElement(program: Program, frame: Frame, node: TS.ElementAccessExpression): Abstract {
  return readElement(program, frame, node).value;
}

/** Evaluates `a[b]`, keeping `a` for calls. */
export function readElement(program: Program, frame: Frame, node: TS.ElementAccessExpression): MemberRead {
  const target = program.steps.expression(program, frame, node.expression);
  const symbol = symbolKeyOf(program.ts, node.argumentExpression);
  const key = elementKey(program, frame, node, target);
  if (!key) return { target, value: arrive(scalar(undefined, program.place(frame, node)), program.place(frame, node)) };
  const read = (option: Abstract): Abstract => {
    if (symbol === undefined || option.kind !== "reference") return getKey(program, frame, option, key, node);
    return (
      symbolMember(program, frame, option, symbol, node) ?? unknown("what a symbol names", program.place(frame, node))
    );
  };
  return { target, value: readFrom(program, frame, node, target, read) };
}

/** @returns the key of `a?.[b]`, which does not run where `a` has ended the chain: `undefined` if that is sure. */
export function elementKey(
  program: Program,
  frame: Frame,
  node: TS.ElementAccessExpression,
  target: Abstract,
): Abstract | undefined {
  const run = (): Abstract => program.steps.expression(program, frame, node.argumentExpression);
  if (!program.ts.isOptionalChain(node)) return run();
  if (nullishOf(program, target) === true) return undefined;
  const maySkip = optionsOf(target).some((option) => {
    const nullish = nullishOf(program, option);
    return nullish === true || (nullish === undefined && node.questionDotToken !== undefined);
  });
  return maySkip ? optionally(program, run) : run();
}

/** @returns the member that an object, or its class, has under a symbol. */
function symbolMember(
  program: Program,
  frame: Frame,
  target: Reference,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  const { cell } = target;
  if (contentOf(program, cell, { key }).fields.has(key)) return ofCell(program, frame, target, key, node);
  return cell.constructedBy
    ? inheritedMember(program, frame, cell.constructedBy, { self: target, key }, node)
    : undefined;
}

function readFrom(
  program: Program,
  frame: Frame,
  node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  target: Abstract,
  read: (option: Abstract) => Abstract,
): Abstract {
  const place = program.place(frame, node);
  const chained = program.ts.isOptionalChain(node);
  const value = mapOptions(target, (option) => {
    if (nullishOf(program, option) === true) return chained ? scalar(undefined, place) : never(place);
    const inner = read(option);
    // In an optional chain, a member of an unknown value may be absent.
    if (
      chained &&
      node.questionDotToken &&
      option.kind === "unknown" &&
      nullishOf(program, option) === undefined &&
      inner.kind !== "unknown"
    ) {
      return join(inner, scalar(undefined, place));
    }
    return inner;
  });
  return arrive(value, place);
}

/** @returns the value under a computed key; the join of all members if the key is unknown. */
export function getKey(program: Program, frame: Frame, target: Abstract, key: Abstract, node: TS.Node): Abstract {
  return mapOptions(key, (option) => {
    const known = keyOf(program, option);
    if (known) return getMember(program, frame, target, String(known.value), node);
    return getAny(program, frame, target, node);
  });
}

/** @returns some member of a value. */
export function getAny(program: Program, frame: Frame, target: Abstract, node: TS.Node): Abstract {
  const place = program.place(frame, node);
  return mapOptions(target, (option) => {
    if (option.kind === "unknown") return unknownMember(program, frame, option, undefined, node);
    if (option.kind !== "reference") return unknown("a computed property", place);
    const content = contentOf(program, option.cell);
    const reachable = [...content.fields].filter(([key]) => !isPrivateKey(key));
    const values = reachable.map(([, field]) => (field.getter ? unknown("a getter", place) : field.value));
    values.push(...content.items.map((item) => item.value));
    if (content.rest) values.push(content.rest);
    values.push(
      content.open || option.cell.constructedBy ? unknown("a computed property", place) : scalar(undefined, place),
    );
    return joinAll(values, place);
  });
}

/** @returns a property of a value; the value `undefined` if the object is known to lack it. */
export function getMember(program: Program, frame: Frame, target: Abstract, key: string, node: TS.Node): Abstract {
  const place = program.place(frame, node);
  if (target.promise && /^(?:then|catch|finally)$/u.test(key)) return callable(promiseMethod(program, key), place);
  switch (target.kind) {
    case "alternatives":
      return mapOptions(target, (option) => getMember(program, frame, option, key, node));
    case "reference":
      return ofCell(program, frame, target, key, node);
    case "callable":
      return getFromCallable(program, frame, target, key, node);
    case "native":
      return getFromNative(program, target, key, place);
    case "unknown":
      return getFromUnknown(program, frame, target, key, node);
    case "text":
    case "scalar":
      return getFromPrimitive(program, target, key, place);
    case "never":
      return target;
  }
}

function getFromNative(program: Program, target: NativeValue, key: string, place: Place): Abstract {
  const { native } = target;
  const exported = program.steps.modules.namespaceMember(program, native, key, place);
  if (exported) return exported;
  const found = native.get?.(key, place.range);
  if (found) {
    const value = extendTrail(program.steps.fromSnapshot(program, found, place), target, key);
    return target.settles && value.kind === "native" ? settling(value, target.settles) : value;
  }
  const own = native.call && functionMethod(program, target, key);
  if (own) return callable(own, place);
  return unknown(`\`${key}\` of ${native.label}`, place, { origin: { trail: trailOf(target, key) } });
}

function getFromUnknown(program: Program, frame: Frame, target: Unknown, key: string, node: TS.Node): Abstract {
  const client = program.steps.types.clientOf(program, target);
  if (client) return getMember(program, frame, client, key, node);
  return (
    memberOfGlobal(program, target, key, program.place(frame, node)) ??
    program.steps.types.methodOf(program, frame, target, key, node) ??
    unknownMember(program, frame, target, key, node)
  );
}

function getFromPrimitive(program: Program, target: Text | Scalar, key: string, place: Place): Abstract {
  return (
    builtinMember(program, target, key, place) ??
    (target.kind === "text" ? program.steps.types.addedToStrings(program, key, place) : undefined) ??
    unknown(`\`${key}\` of a primitive`, place)
  );
}

function extendTrail(value: Abstract, from: Abstract, key: string): Abstract {
  if (value.kind !== "native" && value.kind !== "unknown") return value;
  const trail = value.origin?.trail ?? [];
  return trail.length > 0 ? value : { ...value, origin: { ...value.origin, trail: trailOf(from, key) } };
}

function ofCell(program: Program, frame: Frame, target: Reference, key: string, node: TS.Node): Abstract {
  const memberOf = (value: Abstract): Abstract => getMember(program, frame, value, key, node);
  return getFromCell({ program, frame, target, key, node, memberOf });
}

function getFromCallable(program: Program, frame: Frame, target: Callable, key: string, node: TS.Node): Abstract {
  const place = program.place(frame, node);
  if (target.target.type === "builtin") {
    const member = target.target.get?.(key);
    if (member) return callable(member, place);
    const label = target.target.label;
    return (
      builtinMember(program, target, key, place) ??
      unknown(`\`${label}.${key}\``, place, { origin: { trail: [`${label}.${key}`] } })
    );
  }
  const closure = target.target;
  const content = contentOf(program, closure.cell, { key });
  const field = content.fields.get(key);
  if (field?.getter) return callGetter(program, frame, field.getter, target, node);
  if (field) return lookUp(content, key, place);
  const prototype = key === "prototype" ? prototypeOf(program, closure, place) : undefined;
  if (prototype) return prototype;
  const parent = closure.classParts?.parent;
  if (parent && key !== "prototype") return getMember(program, frame, parent, key, node);
  return builtinMember(program, target, key, place) ?? unknown(`\`${key}\` of a function`, place);
}

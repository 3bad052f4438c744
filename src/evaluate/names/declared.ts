import type { TypeId } from "../../code/graph";
import type { TypeNode } from "../../code/types";
import type { TypeMeaning } from "../../project/named-types";
import type { DeclaredPlace } from "../surroundings";
import type { Abstract, Context, Place, TypePlace, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { nativeValue, scalar, text, unknown } from "../make";
import { joinAll, mapOptions, missing, optionsOf } from "../values";
import {
  innerOf,
  isNothing,
  isUndefined,
  meaningOf,
  memberOfType,
  partsOf,
  type DeclaredMember,
} from "./declared-members";
import { fromOutside, instanceByType, standInOf, valueNamed } from "./stand-ins";

/** Narrows unknown values by their declared types: clients, classes of the program, literals, members. */

/** Length of a chain of aliases. */
const mostAliases = 8;
/** Classes and literals that implement one interface; with more, the value stays unknown. */
const mostImplementers = 4;
const mostLiterals = 8;

/** @returns the value, with its unknown options narrowed by a declared type. */
export function typedValue(
  evaluation: Evaluation,
  value: Abstract,
  type: TypeId,
  context: Context,
  place: Place,
): Abstract {
  return asTyped(evaluation, value, { file: context.file, type, in: context.function }, place);
}

/** The same for a type with a place of its own. */
export function asTyped(evaluation: Evaluation, value: Abstract, type: TypePlace, place: Place): Abstract {
  if (optionsOf(value).every(({ kind }) => kind !== "unknown")) return value;
  return mapOptions(value, (option) =>
    option.kind === "unknown" ? ofType({ evaluation, place }, option, type) : option,
  );
}

interface Asking {
  readonly evaluation: Evaluation;
  /** The place of the code that reads the value. */
  readonly place: Place;
}

function ofType(asking: Asking, value: Unknown, where: TypePlace, depth = 0): Abstract {
  const node = where.file.code.types[where.type];
  if (!node || depth > mostAliases) return value;
  switch (node.kind) {
    case "union":
      return ofUnion(asking, value, node.of, where, depth);
    case "name":
      return ofName(asking, value, node, where, depth);
    case "indexed": {
      const member = memberOfType(asking.evaluation, { ...where, type: node.of }, node.key);
      return member ? ofMember(asking, value, member, depth + 1) : value;
    }
    case "typeof":
      return ofValue(asking, value, valueNamed(asking.evaluation, where, node));
    default:
      return ofShape(asking, value, node, where);
  }
}

/** Narrows by types other than names, unions and references. */
function ofShape({ place }: Asking, value: Unknown, node: TypeNode, where: TypePlace): Abstract {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "string" ? text(node.value, place) : scalar(node.value, place);
    case "keyword":
      return ofKeyword(value, node.name);
    case "array":
    case "tuple":
      return { ...value, is: "array", type: where };
    case "object":
    case "intersection":
      return { ...value, type: where };
    case "function":
      return node.returns === undefined ? value : { ...value, returns: { ...where, type: node.returns } };
    default:
      return value;
  }
}

/** Narrows by `typeof x`: stand-ins for the options of `x`, if each option has one. */
function ofValue({ evaluation }: Asking, value: Unknown, other: Abstract | undefined): Abstract {
  if (!other || value.origin?.response) return value;
  const found = optionsOf(other).map((option) => standInOf(evaluation, option, value));
  return found.length > 0 && found.every((each) => each !== undefined) ? joinAll(found, value.place) : value;
}

function ofUnion(asking: Asking, value: Unknown, of: readonly TypeId[], where: TypePlace, depth: number): Abstract {
  const { types } = where.file.code;
  const sent = of.filter((type) => !isUndefined(types[type]));
  if (sent.length < of.length) {
    const found = missing(ofUnion(asking, missing(value) as Unknown, sent, where, depth));
    return orNothing(found, undefined, asking.place);
  }
  const present = of.filter((type) => !isNothing(types[type]));
  const [only] = present;
  if (only === undefined || present.length > mostLiterals) return value;
  if (present.length === 1) {
    const found = ofType(asking, value, { ...where, type: only }, depth + 1);
    return of.length === 1 ? found : orNothing(found, null, asking.place);
  }
  const options = present.map((type) => ofType(asking, value, { ...where, type }, depth + 1));
  // A union of literals only lists all possible values.
  const isListed = options.every(({ kind }) => kind === "text" || kind === "scalar") && present.length === of.length;
  return isListed ? joinAll(options, asking.place) : { ...value, type: where };
}

/** Adds null or undefined to a known value, so that conditions can rule it out. An unknown value may be nullish anyway. */
function orNothing(found: Abstract, nothing: null | undefined, place: Place): Abstract {
  return found.kind === "unknown" ? found : joinAll([found, scalar(nothing, place)], place);
}

function ofKeyword(value: Unknown, name: string): Abstract {
  return name === "string" || name === "number" || name === "boolean" ? { ...value, is: name } : value;
}

function ofName(
  asking: Asking,
  value: Unknown,
  node: Extract<TypeNode, { kind: "name" }>,
  where: TypePlace,
  depth: number,
): Abstract {
  const { evaluation } = asking;
  const { library } = evaluation.surroundings;
  const inner = innerOf(node);
  if (inner !== undefined) {
    const found = ofType(asking, value, { ...where, type: inner }, depth + 1);
    // The utility type, not its argument, says which members are present.
    return found.kind === "unknown" ? { ...found, type: where } : found;
  }
  const derived = derivedValue(asking, node, where);
  if (derived) return ofValue(asking, value, derived);
  const last = node.name.at(-1) ?? "";
  const trail = value.origin?.trail ?? [];
  const origin = library.typeNames.has(last) ? { ...value.origin, trail: [last, ...trail] } : value.origin;
  const typed: Unknown = { ...value, origin, type: where };
  return ofMeaning(asking, typed, meaningOf(evaluation, where, node.name), last, depth);
}

/** @returns the value of `InstanceType<typeof X>` or `ReturnType<typeof f>`. */
function derivedValue(
  { evaluation, place }: Asking,
  { name, arguments: [given] }: Extract<TypeNode, { kind: "name" }>,
  where: TypePlace,
): Abstract | undefined {
  const [first] = name;
  const node = given === undefined ? undefined : where.file.code.types[given];
  if (name.length > 1 || node?.kind !== "typeof" || (first !== "InstanceType" && first !== "ReturnType"))
    return undefined;
  const named = valueNamed(evaluation, where, node);
  if (!named) return undefined;
  return mapOptions(named, (option) => {
    if (first === "InstanceType" && option.kind === "class") return evaluation.typicalInstance(option, undefined);
    if (first !== "ReturnType" || option.kind !== "function") return unknown("a value of a type", place);
    const code = option.file.code.functions[option.function];
    const context = evaluation.contexts.within(option.file, option.function, option.context, undefined);
    const { result, returnType } = code ?? {};
    const value =
      result === undefined ? undefined : evaluation.entering(context, () => evaluation.valueOf(result, context));
    const own = value ?? unknown("what a function gives", place);
    return returnType === undefined ? own : typedValue(evaluation, own, returnType, context, place);
  });
}

function ofMeaning(
  asking: Asking,
  value: Unknown,
  known: TypeMeaning | undefined,
  name: string,
  depth: number,
): Abstract {
  if (known?.kind === "declared" && known.type.kind === "alias") {
    const [aliased] = partsOf(known);
    return aliased ? ofType(asking, value, aliased, depth + 1) : value;
  }
  // An answer of a service is data: it has the members of the type, and none of its methods.
  if (value.origin?.response || known?.kind === "parameter") return value;
  const { evaluation, place } = asking;
  if (known?.kind === "class") return instanceByType(evaluation, known, value);
  if (known?.kind === "declared") return implemented(evaluation, value, known, place);
  return clientOf(asking, value, known, name);
}

function clientOf(
  { evaluation, place }: Asking,
  value: Unknown,
  known: Extract<TypeMeaning, { kind: "package" | "global" }> | undefined,
  name: string,
): Abstract {
  const from =
    known?.kind === "package"
      ? { module: known.specifier, namespace: known.namespace, file: known.from.name }
      : { namespace: known?.namespace, file: place.file.name };
  const native = evaluation.surroundings.library.type(known?.name ?? name, from);
  return native ? nativeValue(native, value.place, value.origin) : value;
}

/** Narrows a member. A union may declare it with several types. */
function ofMember(asking: Asking, value: Unknown, { where, others = [] }: DeclaredMember, depth: number): Abstract {
  if (!where) return value;
  if (others.length === 0) return ofType(asking, value, where, depth);
  const options = [where, ...others].map((each) => ofType(asking, value, each, depth));
  const isListed = options.flatMap(optionsOf).every(({ kind }) => kind === "text" || kind === "scalar");
  return isListed ? joinAll(options, asking.place) : value;
}

/** @returns the implementations of an interface, if they are few. */
function implemented(evaluation: Evaluation, value: Unknown, type: DeclaredPlace, place: Place): Abstract {
  const found = evaluation.surroundings.implementersOf(type);
  if (found.length === 0 || found.length > mostImplementers) return value;
  const values = found.map((each) =>
    each.kind === "class"
      ? instanceByType(evaluation, each, value)
      : fromOutside(evaluation.literalOf(each.file, each.value), value),
  );
  return joinAll(values, place);
}

/** @returns the member of an unknown value, if the declared type of the value has it. */
export function declaredMember(
  evaluation: Evaluation,
  value: Unknown,
  key: string,
  place: Place,
): Abstract | undefined {
  const member = value.type && memberOfType(evaluation, value.type, key);
  if (!member || (!member.where && !member.optional)) return undefined;
  const { response, parameter, trail = [] } = value.origin ?? {};
  const inner = unknown(`\`${key}\` of ${value.reason}`, place, {
    origin: {
      trail: trail.length === 0 ? [key] : trail.map((each) => `${each}.${key}`),
      ...(response && { response: { ...response, path: [...response.path, key] } }),
      ...(parameter && { parameter }),
    },
    member: { of: value, key },
    input: value.input,
  });
  const { where } = member;
  if (member.method) return where && !member.others ? { ...inner, returns: where } : undefined;
  const typed = ofMember({ evaluation, place }, inner, member, 0);
  if (!member.optional) return typed;
  return typed.kind === "unknown" ? missing(typed) : joinAll([typed, inner], place);
}

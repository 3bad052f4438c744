import type { TypeId } from "../../code/graph";
import type { TypeMember, TypeNode } from "../../code/types";
import type { TypeMeaning } from "../../project/named-types";
import type { ProjectFile } from "../../project/project-file";
import type { ClassSite } from "../../project/sites";
import type { TypePlace, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { classChain } from "../objects/methods";

/** Members of declared types, through interfaces, aliases, classes and utility types. */

/** Depth of nested types. While code is edited, types may extend each other in a cycle. */
const deepest = 12;

/** A member that a type declares. */
export interface DeclaredMember {
  readonly key: string;
  readonly optional: boolean;
  /** Its type; for a method, its return type. */
  readonly where: TypePlace | undefined;
  readonly method: boolean;
  /** Its other types in further members of a union. */
  readonly others?: readonly TypePlace[];
}

/** Utility types that keep the members of their first argument. */
const transparent: ReadonlySet<string> = new Set(
  "Promise PromiseLike Awaited Readonly NonNullable Required Partial Pick Omit DeepPartial DeepReadonly".split(" "),
);

/** @returns the first argument of a utility type that keeps its members. */
export function innerOf(node: TypeNode | undefined): TypeId | undefined {
  if (node?.kind !== "name" || node.name.length !== 1) return undefined;
  return transparent.has(node.name[0] ?? "") ? node.arguments[0] : undefined;
}

/** @returns whether a type is `null`, `undefined` or `void`. */
export function isNothing(node: TypeNode | undefined): boolean {
  if (node?.kind === "literal") return node.value === null || node.value === undefined;
  return node?.kind === "keyword" && (node.name === "null" || isUndefined(node));
}

export function isUndefined(node: TypeNode | undefined): boolean {
  return node?.kind === "keyword" && (node.name === "undefined" || node.name === "void");
}

/** @returns the meaning of a type's name, at the place of the type. */
export function meaningOf(
  { surroundings }: Evaluation,
  place: TypePlace,
  name: readonly string[],
): TypeMeaning | undefined {
  if (name.length === 1 && place.parameters?.includes(name[0] ?? "")) return { kind: "parameter" };
  return surroundings.project.typeNamed(place.file, name, place.in);
}

/** @returns a declared type and the types that it extends. */
export function partsOf({ file, type }: Extract<TypeMeaning, { kind: "declared" }>): readonly TypePlace[] {
  return [type.type, ...type.extends].map((each) => ({ file, type: each, in: type.in, parameters: type.parameters }));
}

/** @returns the members that the declared type of an unknown value lists; undefined if they are not all known. */
export function declaredMembers(evaluation: Evaluation, value: Unknown): readonly DeclaredMember[] | undefined {
  const declared = value.type && listed(evaluation, value.type, 0);
  return declared?.filter(({ key }) => !value.without?.includes(key));
}

function listed(evaluation: Evaluation, place: TypePlace, depth: number): readonly DeclaredMember[] | undefined {
  const node = place.file.code.types[place.type];
  if (!node || depth > deepest) return undefined;
  const of = (type: TypeId): readonly DeclaredMember[] | undefined => listed(evaluation, { ...place, type }, depth + 1);
  if (node.kind === "object") return node.open ? undefined : node.members.map((each) => own(place, each));
  if (node.kind === "intersection") return together(node.of.map(of));
  if (node.kind === "union") {
    const [only, ...others] = node.of.filter((each) => !isNothing(place.file.code.types[each]));
    return only === undefined || others.length > 0 ? undefined : of(only);
  }
  return node.kind === "name" ? listedByName(evaluation, place, node, depth) : undefined;
}

function listedByName(
  evaluation: Evaluation,
  place: TypePlace,
  node: Extract<TypeNode, { kind: "name" }>,
  depth: number,
): readonly DeclaredMember[] | undefined {
  const inner = innerOf(node);
  const [first] = node.name;
  if (inner !== undefined) {
    // The second argument selects the members; it is not evaluated.
    if (first === "Pick" || first === "Omit") return undefined;
    const found = listed(evaluation, { ...place, type: inner }, depth + 1);
    return first === "Partial" ? found?.map((each) => ({ ...each, optional: true })) : found;
  }
  const known = meaningOf(evaluation, place, node.name);
  if (known?.kind !== "declared") return undefined;
  return together(partsOf(known).map((each) => listed(evaluation, each, depth + 1)));
}

function together(parts: readonly (readonly DeclaredMember[] | undefined)[]): readonly DeclaredMember[] | undefined {
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

function own(place: TypePlace, { key, optional, type, method }: TypeMember): DeclaredMember {
  return { key, optional, method, where: type === undefined ? undefined : { ...place, type } };
}

/** @returns a member of a type, which may have further members that are unknown. */
export function memberOfType(
  evaluation: Evaluation,
  place: TypePlace,
  key: string,
  depth = 0,
): DeclaredMember | undefined {
  const node = place.file.code.types[place.type];
  if (!node || depth > deepest) return undefined;
  const of = (type: TypeId): DeclaredMember | undefined => memberOfType(evaluation, { ...place, type }, key, depth + 1);
  switch (node.kind) {
    case "object": {
      const found = node.members.find((each) => each.key === key);
      return found && own(place, found);
    }
    // An intersection requires a member if any part does; a union has it optional if any part does.
    case "intersection":
      return firstKnown(node.of.map(of), false);
    case "union":
      return ofSome(node.of.map(of));
    case "indexed": {
      const inner = memberOfType(evaluation, { ...place, type: node.of }, node.key, depth + 1);
      return inner?.where && !inner.others ? memberOfType(evaluation, inner.where, key, depth + 1) : undefined;
    }
    case "name":
      return memberByName(evaluation, place, node, { key, depth });
    default:
      return undefined;
  }
}

function firstKnown(found: readonly (DeclaredMember | undefined)[], decisive: boolean): DeclaredMember | undefined {
  return found.find((each) => each?.optional === decisive) ?? found.find((each) => each !== undefined);
}

/** @returns a member of a union, with its types in all parts that declare it. */
function ofSome(found: readonly (DeclaredMember | undefined)[]): DeclaredMember | undefined {
  const known = firstKnown(found, true);
  const types = found.flatMap((each) => (each?.where ? [each.where, ...(each.others ?? [])] : []));
  const others = types.filter((each) => known?.where && !isSameType(each, known.where));
  return known && others.length > 0 ? { ...known, others } : known;
}

/** @returns whether two types of one file have the same spelling. */
function isSameType(left: TypePlace, right: TypePlace): boolean {
  if (left.file !== right.file) return false;
  if (left.type === right.type) return true;
  const spelling = spellingOf(left.file, left.type, 0);
  return spelling !== undefined && spelling === spellingOf(right.file, right.type, 0);
}

/** @returns a key that types with the same spelling share; undefined for object types and deeply nested ones. */
function spellingOf(file: ProjectFile, id: TypeId | undefined, depth: number): string | undefined {
  const node = file.code.types[id ?? -1];
  const all = (types: readonly TypeId[], before: string): string | undefined => {
    const parts = types.map((each) => spellingOf(file, each, depth + 1));
    return parts.includes(undefined) ? undefined : `${before}<${parts.join()}>`;
  };
  if (!node || depth > deepest) return undefined;
  switch (node.kind) {
    case "literal":
      return node.value === undefined ? "undefined" : JSON.stringify(node.value);
    case "keyword":
      return node.name;
    case "name":
      return all(node.arguments, node.name.join("."));
    case "array":
      return all([node.of], "array");
    case "union":
      return all(node.of, "union");
    default:
      return undefined;
  }
}

function memberByName(
  evaluation: Evaluation,
  place: TypePlace,
  node: Extract<TypeNode, { kind: "name" }>,
  { key, depth }: { readonly key: string; readonly depth: number },
): DeclaredMember | undefined {
  const known = meaningOf(evaluation, place, node.name);
  if (known?.kind === "parameter") return undefined;
  if (known?.kind === "class") return memberOfClass(evaluation, known, key);
  if (known?.kind === "declared") {
    for (const each of partsOf(known)) {
      const found = memberOfType(evaluation, each, key, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  const [first] = node.name;
  const inner = innerOf(node);
  const found = inner === undefined ? undefined : memberOfType(evaluation, { ...place, type: inner }, key, depth + 1);
  if (first === "Partial" && inner !== undefined)
    return { key, method: false, where: undefined, ...found, optional: true };
  return first === "Required" && found ? { ...found, optional: false } : found;
}

/** @returns the declaration of an instance member in a class or its superclasses. */
export function memberOfClass(evaluation: Evaluation, site: ClassSite, key: string): DeclaredMember | undefined {
  for (const { file, code } of classChain(evaluation, site)) {
    const member = code.members.find((each) => each.key === key && !each.static && each.kind !== "setter");
    if (member) {
      const where = member.type === undefined ? undefined : { file, type: member.type, in: code.in };
      return { key, optional: member.optional, method: member.kind === "method", where };
    }
    const made = file.code.functions[code.constructorFunction ?? -1];
    const given = made?.parameters.find((each) => each.field && each.name === key);
    if (given) {
      const where = given.type === undefined ? undefined : { file, type: given.type, in: code.in };
      return { key, optional: given.optional, method: false, where };
    }
  }
  return undefined;
}

import type { FunctionId, TypeId } from "../../code/graph";
import type { TypeMember, TypeNode } from "../../code/types";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, Context, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { nativeValue, scalar, text, unknown } from "../make";
import type { TypeMeaning } from "../../project/named-types";
import { joinAll, mapOptions, optionsOf } from "../values";

/** What declared types say of unknown values: clients, classes of the program, literals, members. */

/** Aliases of aliases. */
const mostAliases = 8;
/** Classes and literals that implement one interface: of more, nothing is known. */
const mostImplementers = 4;

interface Where {
  readonly file: ProjectFile;
  readonly type: TypeId;
}

/** @returns a value whose type is declared: what is unknown of it is what the type says. */
export function typedValue(
  evaluation: Evaluation,
  value: Abstract,
  type: TypeId,
  context: Context,
  place: Place,
): Abstract {
  if (optionsOf(value).every(({ kind }) => kind !== "unknown")) return value;
  const asking: Asking = { evaluation, place, within: context.function };
  return mapOptions(value, (option) =>
    option.kind === "unknown" ? ofType(asking, option, { file: context.file, type }) : option,
  );
}

type UnknownValue = Extract<Single, { kind: "unknown" }>;

/** Where a type is asked for: in which function of the type's file, and at which place of the code. */
interface Asking {
  readonly evaluation: Evaluation;
  readonly place: Place;
  readonly within: FunctionId;
}

function ofType(asking: Asking, value: UnknownValue, where: Where, depth = 0): Abstract {
  const node = where.file.code.types[where.type];
  if (!node || depth > mostAliases) return value;
  switch (node.kind) {
    case "literal":
      return typeof node.value === "string" ? text(node.value, asking.place) : scalar(node.value, asking.place);
    case "keyword":
      return ofKeyword(value, node.name);
    case "array":
    case "tuple":
      return { ...value, is: "array", type: where };
    case "union":
      return ofUnion(asking, value, node.of, where, depth);
    case "name":
      return ofName(asking, value, node, where, depth);
    case "object":
    case "intersection":
      return { ...value, type: where };
    default:
      return value;
  }
}

function ofUnion(asking: Asking, value: UnknownValue, of: readonly TypeId[], where: Where, depth: number): Abstract {
  const present = of.filter((type) => !isNothing(where.file.code.types[type]));
  const [only] = present;
  if (only === undefined || present.length > mostLiterals) return value;
  if (present.length === 1) return ofType(asking, value, { ...where, type: only }, depth + 1);
  const options = present.map((type) => ofType(asking, value, { ...where, type }, depth + 1));
  // A union of literals lists what may be there.
  const isListed = options.every(({ kind }) => kind === "text" || kind === "scalar") && present.length === of.length;
  return isListed ? joinAll(options, asking.place) : { ...value, type: where };
}

const mostLiterals = 8;

function isNothing(node: TypeNode | undefined): boolean {
  if (node?.kind === "literal") return node.value === null || node.value === undefined;
  return node?.kind === "keyword" && (node.name === "undefined" || node.name === "null");
}

function ofKeyword(value: UnknownValue, name: string): Abstract {
  return name === "string" || name === "number" || name === "boolean" ? { ...value, is: name } : value;
}

/** Types that say of the value what their argument says. */
const transparent: ReadonlySet<string> = new Set([
  "Promise",
  "Readonly",
  "NonNullable",
  "Awaited",
  "Required",
  "PromiseLike",
  "Partial",
]);

function ofName(
  asking: Asking,
  value: UnknownValue,
  { name, arguments: given }: Extract<TypeNode, { kind: "name" }>,
  where: Where,
  depth: number,
): Abstract {
  const { evaluation, within } = asking;
  const { library, project } = evaluation.surroundings;
  const [argument] = given;
  const [first = ""] = name;
  if (name.length === 1 && argument !== undefined && transparent.has(first))
    return ofType(asking, value, { file: where.file, type: argument }, depth + 1);
  const last = name.at(-1) ?? "";
  const trail = value.origin?.trail ?? [];
  const origin = library.typeNames.has(last) ? { ...value.origin, trail: [last, ...trail] } : value.origin;
  const typed: UnknownValue = { ...value, origin, type: where };
  return ofMeaning(asking, typed, project.typeNamed(where.file, name, within), last, depth);
}

function ofMeaning(
  asking: Asking,
  value: UnknownValue,
  known: TypeMeaning | undefined,
  name: string,
  depth: number,
): Abstract {
  const { evaluation } = asking;
  const { library } = evaluation.surroundings;
  if (known?.kind === "class") return evaluation.typicalInstance(known, undefined);
  if (known?.kind === "declared") {
    const { file, type } = known;
    if (type.kind === "alias")
      return ofType({ ...asking, within: type.in }, value, { file, type: type.type }, depth + 1);
    return implemented(evaluation, value, type.name, asking.place);
  }
  const from =
    known?.kind === "package"
      ? { module: known.specifier, namespace: known.namespace, file: known.from.name }
      : { namespace: known?.namespace, file: asking.place.file.name };
  const native = library.type(known?.name ?? name, from);
  return native ? nativeValue(native, value.place, value.origin) : value;
}

/** What implements an interface, where that is few. */
function implemented(evaluation: Evaluation, value: UnknownValue, name: string, place: Place): Abstract {
  const found = evaluation.surroundings.implementersOf(name);
  if (found.length === 0 || found.length > mostImplementers) return value;
  const values = found.map((each) =>
    each.kind === "class" ? evaluation.typicalInstance(each, undefined) : evaluation.literalOf(each.file, each.value),
  );
  return joinAll(values, place);
}

/** A member that a type declares. */
export interface DeclaredMember {
  readonly key: string;
  readonly optional: boolean;
  readonly where: Where | undefined;
}

/** @returns the members that the declared type of an unknown value lists; `undefined` where they are not known. */
export function declaredMembers(evaluation: Evaluation, value: UnknownValue): readonly DeclaredMember[] | undefined {
  return value.type && membersOf(evaluation, value.type, 0);
}

function membersOf(evaluation: Evaluation, where: Where, depth: number): readonly DeclaredMember[] | undefined {
  const { file, type } = where;
  const node = file.code.types[type];
  if (!node || depth > mostAliases) return undefined;
  const of = (each: TypeId): readonly DeclaredMember[] | undefined =>
    membersOf(evaluation, { file, type: each }, depth + 1);
  switch (node.kind) {
    case "object":
      return node.open ? undefined : node.members.map((each) => listed(file, each));
    case "intersection":
      return together(node.of.map(of));
    case "union": {
      const [only, ...others] = node.of.filter((each) => !isNothing(file.code.types[each]));
      return only === undefined || others.length > 0 ? undefined : of(only);
    }
    case "name":
      return membersOfName(evaluation, node, file, depth);
    default:
      return undefined;
  }
}

function listed(file: ProjectFile, { key, optional, type }: TypeMember): DeclaredMember {
  return { key, optional, where: type === undefined ? undefined : { file, type } };
}

function membersOfName(
  evaluation: Evaluation,
  { name, arguments: given }: Extract<TypeNode, { kind: "name" }>,
  file: ProjectFile,
  depth: number,
): readonly DeclaredMember[] | undefined {
  const [argument] = given;
  const [first = ""] = name;
  if (argument !== undefined && transparent.has(first)) {
    const inner = membersOf(evaluation, { file, type: argument }, depth + 1);
    return first === "Partial" ? inner?.map((each) => ({ ...each, optional: true })) : inner;
  }
  const known = evaluation.surroundings.project.typeNamed(file, name, 0);
  if (known?.kind !== "declared") return undefined;
  return together(
    [known.type.type, ...known.type.extends].map((each) =>
      membersOf(evaluation, { file: known.file, type: each }, depth + 1),
    ),
  );
}

function together(parts: readonly (readonly DeclaredMember[] | undefined)[]): readonly DeclaredMember[] | undefined {
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

/** @returns the member of an unknown value whose declared type says what the member is. */
export function declaredMember(
  evaluation: Evaluation,
  value: UnknownValue,
  key: string,
  place: Place,
): Abstract | undefined {
  const member = declaredMembers(evaluation, value)?.find((each) => each.key === key);
  if (!member?.where) return undefined;
  const { response, parameter } = value.origin ?? {};
  const inner = unknown(`\`${key}\` of ${value.reason}`, place, {
    origin: {
      trail:
        (value.origin?.trail.length ?? 0) === 0 ? [key] : (value.origin?.trail.map((each) => `${each}.${key}`) ?? []),
      ...(response && { response: { ...response, path: [...response.path, key] } }),
      ...(parameter && { parameter }),
    },
    member: { of: value, key },
    input: value.input,
  });
  const typed = ofType({ evaluation, place, within: 0 }, inner, member.where);
  return member.optional && typed.kind !== "unknown" ? joinAll([typed, inner], place) : typed;
}

import type TS from "typescript";
import type { Abstract, Unknown } from "../domain/domain";
import { bounds } from "../domain/limits";
import { mapOptions, named } from "../domain/values";
import type { Program } from "../program";
import { askChecker, typedNode } from "./checker";
import { annotationOf } from "./annotations";
import { onlyPresent, typeDeclarations } from "./type-names";

/**
 * Names of declared types, by which rules tell values apart: `InstallationToken`, and the text of a brand (`string & { readonly __brand:
 * "UserToken" }`).
 *
 * Only names that the library asks for are given. Others would only make the trails of values longer.
 */

/**
 * @param annotation where the type is written: at a variable or parameter, or in a cast.
 * @returns the value, with the names of its declared type added to its trail.
 */
export function annotated(
  program: Program,
  value: Abstract,
  { type, name }: { readonly type?: TS.TypeNode | undefined; readonly name?: TS.BindingName },
): Abstract {
  if (!type || program.library.typeNames.size === 0) return value;
  const names = asked(program, namesIn(program, type, 0));
  if (names.length === 0) return value;
  const passed = name && program.ts.isIdentifier(name) ? named(value, name.text) : value;
  return mapOptions(passed, (option) =>
    option.kind === "unknown" || option.kind === "native" ? { ...option, origin: withNames(option, names) } : option,
  );
}

function withNames({ origin }: Pick<Unknown, "origin">, names: readonly string[]): NonNullable<Unknown["origin"]> {
  const trail = origin?.trail ?? [];
  const added = names.filter((name) => !trail.includes(name));
  // Messages and members use the last name, which stays last.
  return { ...origin, trail: [...trail.slice(0, -1), ...added, ...trail.slice(-1)] };
}

/** @returns the names of the type of an unknown value: by its annotation, else by the checker. */
export function declaredNames(program: Program, value: Abstract | undefined): readonly string[] {
  if (value?.kind !== "unknown" || !value.typed || program.library.typeNames.size === 0) return [];
  const annotation = annotationOf(program, value.typed);
  const written = annotation ? asked(program, namesIn(program, annotation, 0)) : [];
  return written.length > 0 ? written : asked(program, namesByChecker(program, value.typed));
}

function asked(program: Program, names: readonly string[]): readonly string[] {
  const { typeNames } = program.library;
  return [...new Set(names)].filter((name) => typeNames.has(name));
}

const transparent = /^(?:Awaited|NonNullable|Promise|PromiseLike|Readonly)$/u;

/** A union gives no name. */
function namesIn(program: Program, type: TS.TypeNode, depth: number): readonly string[] {
  const { ts } = program;
  if (depth > bounds.typeAliases) return [];
  const next = (inner: TS.TypeNode): readonly string[] => namesIn(program, inner, depth + 1);
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return next(type.type);
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(next);
  if (ts.isTypeLiteralNode(type)) return type.members.flatMap((member) => brandOf(program, member));
  if (ts.isUnionTypeNode(type)) {
    const only = onlyPresent(ts, type);
    return only ? next(only) : [];
  }
  return ts.isTypeReferenceNode(type) ? namesOfReference(program, type, next) : [];
}

function namesOfReference(
  program: Program,
  type: TS.TypeReferenceNode,
  next: (inner: TS.TypeNode) => readonly string[],
): readonly string[] {
  const { ts } = program;
  const [argument] = type.typeArguments ?? [];
  const name = ts.isIdentifier(type.typeName) ? type.typeName : type.typeName.right;
  if (argument && transparent.test(name.text)) return next(argument);
  // `Brand<string, "UserToken">`
  const brands = (type.typeArguments ?? []).filter((each) => ts.isLiteralTypeNode(each)).flatMap(next);
  const aliases = typeDeclarations(program, type.typeName).filter((each) => ts.isTypeAliasDeclaration(each));
  return [name.text, ...brands, ...aliases.flatMap((each) => next(each.type))];
}

function brandOf(program: Program, member: TS.TypeElement): readonly string[] {
  const { ts } = program;
  const literal = ts.isPropertySignature(member) && member.type && ts.isLiteralTypeNode(member.type) && member.type;
  return literal && ts.isStringLiteral(literal.literal) ? [literal.literal.text] : [];
}

function namesByChecker(program: Program, typed: TS.Node): readonly string[] {
  const node = typedNode(program.ts, typed);
  const names = askChecker(program, (checker) => {
    const type = checker.getTypeAtLocation(node);
    return namesOf(program.ts, checker, checker.getNonNullableType(checker.getAwaitedType(type) ?? type), node);
  });
  return names ?? [];
}

function namesOf(ts: typeof TS, checker: TS.TypeChecker, type: TS.Type, at: TS.Node): readonly string[] {
  const { aliasSymbol, aliasTypeArguments = [] } = type;
  const brands = aliasTypeArguments.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
  const own = [aliasSymbol, type.isIntersection() ? undefined : type.getSymbol()].flatMap((symbol) =>
    symbol && !symbol.name.startsWith("__") ? [symbol.name] : [],
  );
  return [
    ...own,
    ...brands,
    ...(type.isIntersection() ? type.types.flatMap((each) => brandsOf(ts, checker, each, at)) : []),
  ];
}

/** The texts of an object type's members; a string has a hundred members, and none of them is a brand. */
function brandsOf(ts: typeof TS, checker: TS.TypeChecker, type: TS.Type, at: TS.Node): readonly string[] {
  if ((type.flags & ts.TypeFlags.Object) === 0) return [];
  return type.getProperties().flatMap((property) => {
    const brand = checker.getTypeOfSymbolAtLocation(property, at);
    return brand.isStringLiteral() ? [brand.value] : [];
  });
}

import type TS from "typescript";
import { type Resolve, type TypeDeclaration, typesNamed } from "./declared-types";

/** Whether members of written types may be missing, told without a checker: by the names of types, of heritage and of utility types. */

/** Types behind one annotation: those that extend each other in circles are being edited. */
const mostTypes = 64;

/** What a search needs: the file system's side of imports, and how many types it may still look at. */
interface Search {
  readonly ts: typeof TS;
  readonly key: string;
  readonly resolve: Resolve;
  left: number;
}

/** What a type says of a member. */
interface DeclaredMember {
  readonly isOptional: boolean;
  readonly type: TS.TypeNode | undefined;
}

/**
 * @param owner a type, or the parameter of an annotation.
 * @param path the names that lead from there to a member: `{ a }: { a: { b?: T } }` has `a`, `b`.
 * @returns whether the last member's own type says that it may be `undefined`. An interface or class may be one of another file.
 */
export function isOptionalMember(ts: typeof TS, owner: TS.Node, path: readonly string[], resolve: Resolve): boolean {
  let type: TS.Node | undefined = ts.isParameter(owner) ? owner.type : owner;
  let member: DeclaredMember | undefined;
  for (const key of path) {
    if (!type || !ts.isTypeNode(type)) return false;
    member = memberIn({ ts, key, resolve, left: mostTypes }, type);
    type = member?.type;
  }
  return member?.isOptional === true;
}

/** @returns the member of a type; `undefined` where it does not tell. */
function memberIn(search: Search, type: TS.TypeNode): DeclaredMember | undefined {
  const { ts } = search;
  search.left -= 1;
  if (search.left < 0) return undefined;
  if (ts.isTypeLiteralNode(type)) return membersOf(ts, type).get(search.key);
  if (ts.isParenthesizedTypeNode(type)) return memberIn(search, type.type);
  // What one part of an intersection demands is there, and what one part of a union leaves out may be missing.
  if (ts.isIntersectionTypeNode(type)) return firstKnown(search, type.types, false);
  if (ts.isUnionTypeNode(type)) return firstKnown(search, type.types, true);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const { text: name } = type.typeName;
  if (isTypeParameter(ts, type, name)) return undefined;
  const declared = typesNamed(ts, type.getSourceFile(), name, search.resolve);
  return declared.length > 0 ? ofDeclarations(search, declared) : ofUtility(search, name, type.typeArguments?.[0]);
}

function firstKnown(search: Search, types: readonly TS.TypeNode[], decisive: boolean): DeclaredMember | undefined {
  const found = types.flatMap((each) => memberIn(search, each) ?? []);
  return found.find(({ isOptional }) => isOptional === decisive) ?? found[0];
}

function isTypeParameter(ts: typeof TS, node: TS.Node, name: string): boolean {
  const declares = (around: TS.Node): boolean =>
    (ts.isFunctionLike(around) ||
      ts.isClassLike(around) ||
      ts.isInterfaceDeclaration(around) ||
      ts.isTypeAliasDeclaration(around)) &&
    around.typeParameters?.some((each) => each.name.text === name) === true;
  return ts.findAncestor(node, declares) !== undefined;
}

/** A utility type of the language, by its name. */
function ofUtility(search: Search, name: string, inner: TS.TypeNode | undefined): DeclaredMember | undefined {
  if (!inner) return undefined;
  const given = ["Partial", "Required", "Readonly", "Pick", "Omit", "NonNullable"].includes(name)
    ? memberIn(search, inner)
    : undefined;
  if (name === "Partial") return { isOptional: true, type: given?.type };
  return name === "Required" ? { isOptional: false, type: given?.type } : given;
}

/** What a declaration says itself goes before what it extends. */
function ofDeclarations(search: Search, declared: readonly TypeDeclaration[]): DeclaredMember | undefined {
  const { ts, key, resolve } = search;
  for (const each of declared) {
    const own = ts.isTypeAliasDeclaration(each) ? memberIn(search, each.type) : membersOf(ts, each).get(key);
    if (own !== undefined) return own;
  }
  for (const each of declared) {
    if (ts.isTypeAliasDeclaration(each)) continue;
    for (const { token, types } of each.heritageClauses ?? []) {
      if (token !== ts.SyntaxKind.ExtendsKeyword) continue;
      for (const { expression, typeArguments } of types) {
        search.left -= 1;
        if (search.left < 0 || !ts.isIdentifier(expression)) continue;
        const above = typesNamed(ts, each.getSourceFile(), expression.text, resolve);
        const found =
          above.length > 0 ? ofDeclarations(search, above) : ofUtility(search, expression.text, typeArguments?.[0]);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

type Holder = TS.TypeLiteralNode | TS.InterfaceDeclaration | TS.ClassDeclaration;

const knownMembers = new WeakMap<Holder, ReadonlyMap<string, DeclaredMember>>();

/** @returns the members that are written in a type. */
function membersOf(ts: typeof TS, holder: Holder): ReadonlyMap<string, DeclaredMember> {
  let found = knownMembers.get(holder);
  if (!found) {
    const members: readonly (TS.TypeElement | TS.ClassElement)[] = holder.members;
    found = new Map(
      members.flatMap((each): readonly (readonly [string, DeclaredMember])[] =>
        each.name && (ts.isIdentifier(each.name) || ts.isStringLiteral(each.name))
          ? [[each.name.text, memberOf(ts, each)]]
          : [],
      ),
    );
    knownMembers.set(holder, found);
  }
  return found;
}

function memberOf(ts: typeof TS, member: TS.TypeElement | TS.ClassElement): DeclaredMember {
  if (ts.isMethodSignature(member)) return { isOptional: member.questionToken !== undefined, type: undefined };
  if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member))
    return { isOptional: false, type: undefined };
  const isOptional = member.questionToken !== undefined || allowsUndefined(ts, member.type);
  return { isOptional, type: member.type };
}

/** @returns whether a type is written with `undefined` as one of its alternatives. */
export function allowsUndefined(ts: typeof TS, type: TS.TypeNode | undefined): boolean {
  if (!type) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => allowsUndefined(ts, each));
  return type.kind === ts.SyntaxKind.UndefinedKeyword;
}

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

/**
 * @returns whether a type, or the annotation of a parameter, says that a member may be `undefined`: `{ a }: { a?: T }`. An interface or class may be
 *   one of another file.
 */
export function isOptionalMember(ts: typeof TS, owner: TS.Node, key: string, resolve: Resolve): boolean {
  const type = ts.isParameter(owner) ? owner.type : owner;
  if (!type || !ts.isTypeNode(type)) return false;
  return isOptionalIn({ ts, key, resolve, left: mostTypes }, type) === true;
}

/** @returns whether a type may be without the member; `undefined` where it does not tell. */
function isOptionalIn(search: Search, type: TS.TypeNode): boolean | undefined {
  const { ts } = search;
  search.left -= 1;
  if (search.left < 0) return undefined;
  if (ts.isTypeLiteralNode(type)) return membersOf(ts, type).get(search.key);
  if (ts.isParenthesizedTypeNode(type)) return isOptionalIn(search, type.type);
  // What one part of an intersection demands is there, and what one part of a union leaves out may be missing.
  if (ts.isIntersectionTypeNode(type)) return firstKnown(search, type.types, false);
  if (ts.isUnionTypeNode(type)) return firstKnown(search, type.types, true);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const { text: name } = type.typeName;
  if (isTypeParameter(ts, type, name)) return undefined;
  const declared = typesNamed(ts, type.getSourceFile(), name, search.resolve);
  return declared.length > 0 ? ofDeclarations(search, declared) : ofUtility(search, name, type.typeArguments?.[0]);
}

function firstKnown(search: Search, types: readonly TS.TypeNode[], decisive: boolean): boolean | undefined {
  const found = types.map((each) => isOptionalIn(search, each)).filter((each) => each !== undefined);
  return found.includes(decisive) ? decisive : found[0];
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
function ofUtility(search: Search, name: string, inner: TS.TypeNode | undefined): boolean | undefined {
  if (!inner) return undefined;
  if (name === "Partial") return true;
  if (name === "Required") return false;
  const keeps = ["Readonly", "Pick", "Omit", "NonNullable"].includes(name);
  return keeps ? isOptionalIn(search, inner) : undefined;
}

/** What a declaration says itself goes before what it extends. */
function ofDeclarations(search: Search, declared: readonly TypeDeclaration[]): boolean | undefined {
  const { ts, key, resolve } = search;
  for (const each of declared) {
    const own = ts.isTypeAliasDeclaration(each) ? isOptionalIn(search, each.type) : membersOf(ts, each).get(key);
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

const knownMembers = new WeakMap<Holder, ReadonlyMap<string, boolean>>();

/** @returns the members that are written in a type, with whether they may be `undefined`. */
function membersOf(ts: typeof TS, holder: Holder): ReadonlyMap<string, boolean> {
  let found = knownMembers.get(holder);
  if (!found) {
    const members: readonly (TS.TypeElement | TS.ClassElement)[] = holder.members;
    found = new Map(
      members.flatMap((each): readonly (readonly [string, boolean])[] =>
        each.name && (ts.isIdentifier(each.name) || ts.isStringLiteral(each.name))
          ? [[each.name.text, mayBeUndefined(ts, each)]]
          : [],
      ),
    );
    knownMembers.set(holder, found);
  }
  return found;
}

function mayBeUndefined(ts: typeof TS, member: TS.TypeElement | TS.ClassElement): boolean {
  if (ts.isMethodSignature(member)) return member.questionToken !== undefined;
  if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) return false;
  return member.questionToken !== undefined || allowsUndefined(ts, member.type);
}

/** @returns whether a type is written with `undefined` as one of its alternatives. */
export function allowsUndefined(ts: typeof TS, type: TS.TypeNode | undefined): boolean {
  if (!type) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => allowsUndefined(ts, each));
  return type.kind === ts.SyntaxKind.UndefinedKeyword;
}

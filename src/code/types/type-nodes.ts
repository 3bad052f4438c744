import type TS from "typescript";
import type { FunctionCode } from "../declarations";
import type { TypeId } from "../graph";
import type { TypeMember, TypeNode } from "../types";
import type { Scope } from "../names/scopes";
import { startOf, type Build } from "../versions/state";
import { item } from "../item";

/** Declared types as they are written. */

/** Bound on nested types. */
const deepest = 60;

/** @returns the number of a type. A node always has the same number. */
export function typeOf(build: Build, node: TS.TypeNode, depth = 0): TypeId {
  const known = build.typeIds.get(node);
  if (known !== undefined) return known;
  const type: TypeNode = depth > deepest ? { kind: "other" } : readType(build, node, depth + 1);
  const id = build.types.length;
  build.types.push(type);
  build.typeIds.set(node, id);
  return id;
}

/** @returns the number of a type that says nothing. */
export function typeOfAll({ types }: Build): TypeId {
  const last = types.length - 1;
  if (types[last]?.kind === "other") return last;
  types.push({ kind: "other" });
  return last + 1;
}

function readType(build: Build, node: TS.TypeNode, depth: number): TypeNode {
  const { ts } = build;
  const go = (inner: TS.TypeNode): TypeId => typeOf(build, inner, depth);
  if (ts.isTypeReferenceNode(node)) return named(build, node, node.typeName, node.typeArguments, depth);
  if (ts.isParenthesizedTypeNode(node)) return item(build.types, go(node.type));
  if (ts.isArrayTypeNode(node)) return { kind: "array", of: go(node.elementType) };
  if (ts.isTupleTypeNode(node)) return { kind: "tuple", of: node.elements.map(go) };
  if (ts.isUnionTypeNode(node)) return { kind: "union", of: node.types.map(go) };
  if (ts.isIntersectionTypeNode(node)) return { kind: "intersection", of: node.types.map(go) };
  if (ts.isTypeLiteralNode(node)) return objectType(build, node.members, depth);
  if (ts.isFunctionTypeNode(node)) return { kind: "function", returns: go(node.type) };
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
    return item(build.types, go(node.type));
  if (ts.isOptionalTypeNode(node) || ts.isRestTypeNode(node) || ts.isNamedTupleMember(node))
    return item(build.types, go(node.type));
  return readOther(build, node, depth);
}

function readOther(build: Build, node: TS.TypeNode, depth: number): TypeNode {
  const { ts } = build;
  if (ts.isLiteralTypeNode(node)) return literalType(build, node);
  if (ts.isTypeQueryNode(node)) return { kind: "typeof", name: namesOf(build, node.exprName), ...valueOf(build, node) };
  if (ts.isExpressionWithTypeArguments(node)) {
    const names = expressionNames(build, node.expression);
    if (!names) return { kind: "other" };
    const args = node.typeArguments?.map((each) => typeOf(build, each, depth)) ?? [];
    return { kind: "name", name: names, arguments: args, start: startOf(build, node), end: node.end };
  }
  if (ts.isIndexedAccessTypeNode(node)) return indexedType(build, node, depth);
  if (ts.isImportTypeNode(node)) return { kind: "other" };
  const keyword = ts.tokenToString(node.kind);
  return keyword ? { kind: "keyword", name: keyword } : { kind: "other" };
}

function indexedType(build: Build, { objectType, indexType }: TS.IndexedAccessTypeNode, depth: number): TypeNode {
  const { ts } = build;
  const key = ts.isLiteralTypeNode(indexType) ? indexType.literal : undefined;
  if (!key || !ts.isStringLiteral(key)) return { kind: "other" };
  return { kind: "indexed", of: typeOf(build, objectType, depth), key: key.text };
}

function named(
  build: Build,
  node: TS.TypeNode,
  name: TS.EntityName,
  given: readonly TS.TypeNode[] | undefined,
  depth: number,
): TypeNode {
  const args = given?.map((each) => typeOf(build, each, depth)) ?? [];
  return { kind: "name", name: namesOf(build, name), arguments: args, start: startOf(build, node), end: node.end };
}

function namesOf({ ts }: Build, name: TS.EntityName | TS.Node): readonly string[] {
  const names: string[] = [];
  let current: TS.Node = name;
  while (ts.isQualifiedName(current)) {
    names.unshift(current.right.text);
    current = current.left;
  }
  if (ts.isIdentifier(current)) names.unshift(current.text);
  return names;
}

function expressionNames({ ts }: Build, node: TS.Expression): readonly string[] | undefined {
  const names: string[] = [];
  let current = node;
  while (ts.isPropertyAccessExpression(current)) {
    names.unshift(current.name.text);
    current = current.expression;
  }
  return ts.isIdentifier(current) ? [current.text, ...names] : undefined;
}

function literalType({ ts }: Build, { literal }: TS.LiteralTypeNode): TypeNode {
  if (ts.isStringLiteralLike(literal)) return { kind: "literal", value: literal.text };
  if (ts.isNumericLiteral(literal)) return { kind: "literal", value: Number(literal.text) };
  switch (literal.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { kind: "literal", value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { kind: "literal", value: false };
    case ts.SyntaxKind.NullKeyword:
      return { kind: "literal", value: null };
    default:
      return { kind: "other" };
  }
}

/** @returns the value of `x` in `typeof x`, as the variable holds it here. */
function valueOf(build: Build, node: TS.TypeQueryNode): { value?: number } {
  const [name] = namesOf(build, node.exprName);
  const binding = name === undefined ? undefined : scopeAt(build, name, node.pos)?.names.get(name);
  const held = binding && build.slots[binding.index];
  return held !== undefined && held >= 0 ? { value: held } : {};
}

/** @returns the innermost scope around an offset that declares a name. */
function scopeAt({ names }: Build, name: string, at: number): Scope | undefined {
  let found: Scope | undefined;
  for (const { scope } of names.named(name))
    if (scope.start <= at && at < scope.end && (!found || scope.start >= found.start)) found = scope;
  return found;
}

/** @returns the type of an object with declared members. */
export function objectType(build: Build, members: readonly TS.TypeElement[], depth: number): TypeNode {
  const { ts } = build;
  const read: TypeMember[] = [];
  let open = false;
  for (const member of members) {
    const key = member.name && keyOf(build, member.name);
    if (key === undefined) open ||= ts.isIndexSignatureDeclaration(member) || member.name !== undefined;
    else if (ts.isPropertySignature(member)) {
      const type = member.type && typeOf(build, member.type, depth);
      const optional = member.questionToken !== undefined;
      read.push({ key, ...(type !== undefined && { type }), optional, method: false });
    } else if (ts.isMethodSignature(member)) {
      const type = member.type && typeOf(build, member.type, depth);
      const optional = member.questionToken !== undefined;
      read.push({ key, ...(type !== undefined && { type }), optional, method: true });
    }
  }
  return { kind: "object", members: read, open };
}

function keyOf({ ts }: Build, name: TS.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return undefined;
}

/** @returns the predicate in a function's return type: `asserts x`, `x is T`. */
export function assertedBy(build: Build, node: TS.FunctionLikeDeclaration): FunctionCode["asserts"] {
  const { ts } = build;
  const { type } = node;
  if (!type || !ts.isTypePredicateNode(type)) return undefined;
  const { parameterName, assertsModifier } = type;
  const name = ts.isIdentifier(parameterName) ? parameterName.text : undefined;
  const parameter = node.parameters.findIndex((each) => ts.isIdentifier(each.name) && each.name.text === name);
  const about = type.type ? { type: typeOf(build, type.type) } : {};
  return { parameter, ...about, always: assertsModifier !== undefined };
}

/** Notes an interface or an alias. */
export function declareType(build: Build, node: TS.InterfaceDeclaration | TS.TypeAliasDeclaration): void {
  const { ts } = build;
  const parameters = node.typeParameters?.map(({ name }) => name.text) ?? [];
  const about = { name: node.name.text, parameters, in: build.fn.id };
  if (ts.isTypeAliasDeclaration(node)) {
    build.declaredTypes.push({ kind: "alias", ...about, type: typeOf(build, node.type), extends: [] });
    return;
  }
  const type = build.types.length;
  build.types.push({ kind: "other" });
  build.types[type] = objectType(build, node.members, 0);
  const bases = node.heritageClauses?.flatMap(({ types }) => types.map((each) => typeOf(build, each))) ?? [];
  build.declaredTypes.push({ kind: "interface", ...about, type, extends: bases });
}

import type TS from "typescript";
import { importsOf, isPathSpecifier } from "../../syntax/bindings/imports";
import { anyMember, none, typeExport } from "./facts";
import { memberName } from "./names";
import type { Walk } from "./walk";

/** Declared types: where a class, an interface or a client is named, its members are known. */

/** Types that have the members of their first argument. */
const wrappers = new Set([
  ...["Promise", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Pick", "Omit", "Exclude", "Extract"],
  ...["Ref", "ComputedRef", "ShallowRef", "MutableRefObject", "RefObject", "Observable", "InjectionKey", "Context"],
]);

/** Types whose elements are of their last argument. */
const collections = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "ReadonlySet",
  "Map",
  "ReadonlyMap",
  "Record",
  "WeakMap",
]);

/** @returns the slot of a type, {@link none} where it leads to nothing that has members of the project's. */
export function typeSlot(walk: Walk, node: TS.TypeNode): number {
  const { ts, build } = walk;
  if (ts.isTypeReferenceNode(node)) return referenceSlot(walk, node, rightName(ts, node.typeName));
  if (ts.isExpressionWithTypeArguments(node))
    return ts.isIdentifier(node.expression) ? namedType(walk, node.expression.text) : none;
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node))
    return build.merge(...node.types.map((each) => typeSlot(walk, each)));
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return typeSlot(walk, node.type);
  if (ts.isArrayTypeNode(node)) return listOf(walk, node.elementType);
  if (ts.isTypeLiteralNode(node)) return membersSlot(walk, node.members);
  if (ts.isFunctionTypeNode(node)) return signatureSlot(walk, node);
  if (ts.isIndexedAccessTypeNode(node)) return indexedSlot(walk, node);
  return none;
}

function rightName(ts: typeof TS, name: TS.EntityName): string {
  return ts.isIdentifier(name) ? name.text : name.right.text;
}

function referenceSlot(walk: Walk, node: TS.TypeReferenceNode, name: string): number {
  const { ts, build } = walk;
  const args = node.typeArguments ?? [];
  const [first] = args;
  const last = args.at(-1);
  if (first && wrappers.has(name)) return typeSlot(walk, first);
  if (last && collections.has(name)) return listOf(walk, last);
  if (first && name === "InstanceType" && ts.isTypeQueryNode(first))
    return namedType(walk, rightName(ts, first.exprName));
  const slot = ts.isIdentifier(node.typeName) ? namedType(walk, name) : none;
  const namespace =
    ts.isQualifiedName(node.typeName) && ts.isIdentifier(node.typeName.left) ? node.typeName.left.text : undefined;
  const module = walk.typeOrigins.get(namespace ?? name);
  if (module === "" || !walk.library.type(name, { file: walk.file.fileName, module, namespace })) return slot;
  const client = build.slot();
  build.copy(client, slot);
  build.client(client, name);
  return client;
}

/**
 * @returns where the names of a file's types come from: the package of an import; nothing where the file declares a type itself, or takes it from
 *   another file.
 */
export function typeOriginsOf(ts: typeof TS, file: TS.SourceFile): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const each of file.statements) {
    if (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each)) {
      if (each.name) origins.set(each.name.text, "");
    }
  }
  for (const { local, specifier } of importsOf(ts, file))
    origins.set(local.text, isPathSpecifier(specifier.text) ? "" : specifier.text);
  return origins;
}

/** @returns the slot of a type's name, which this file declares or imports. */
export function namedType({ types, build }: Walk, name: string): number {
  let slot = types.get(name);
  if (slot === undefined) types.set(name, (slot = build.slot()));
  return slot;
}

function listOf(walk: Walk, element: TS.TypeNode): number {
  const { build } = walk;
  const inner = typeSlot(walk, element);
  if (inner === none) return none;
  const list = build.object("array");
  build.copy(build.member(list, anyMember), inner);
  return build.holding(list);
}

function indexedSlot(walk: Walk, node: TS.IndexedAccessTypeNode): number {
  const { ts, build } = walk;
  const owner = typeSlot(walk, node.objectType);
  const key = node.indexType;
  return ts.isLiteralTypeNode(key) && ts.isStringLiteral(key.literal) ? build.load(owner, key.literal.text) : none;
}

function membersSlot(walk: Walk, members: TS.NodeArray<TS.TypeElement>): number {
  const { build } = walk;
  const type = build.object("type");
  noteMembers(walk, type, members);
  return build.holding(type);
}

function noteMembers(walk: Walk, type: number, members: TS.NodeArray<TS.TypeElement>): void {
  const { ts, build } = walk;
  for (const each of members) {
    const name = memberName(ts, each.name);
    if (name === undefined) continue;
    const slot = ts.isMethodSignature(each)
      ? signatureSlot(walk, each)
      : ts.isPropertySignature(each) && each.type
        ? typeSlot(walk, each.type)
        : none;
    if (slot !== none) build.copy(build.member(type, name), slot);
  }
}

/** A function of which only the type is written: a call gives what the type says. */
function signatureSlot(walk: Walk, node: TS.MethodSignature | TS.FunctionTypeNode): number {
  const { build } = walk;
  const result = node.type ? typeSlot(walk, node.type) : none;
  if (result === none) return none;
  const signature = build.object("signature");
  build.copy(build.member(signature, "()"), result);
  return build.holding(signature);
}

/** Notes an interface or an alias. */
export function declareType(walk: Walk, node: TS.InterfaceDeclaration | TS.TypeAliasDeclaration): void {
  const { ts, build } = walk;
  const slot = namedType(walk, node.name.text);
  if (ts.isInterfaceDeclaration(node)) {
    const type = build.object("type");
    build.hold(slot, type);
    noteMembers(walk, type, node.members);
    for (const { types } of node.heritageClauses ?? [])
      for (const each of types) {
        const extended = typeSlot(walk, each);
        if (extended !== none) build.objects[type]?.others.push(extended);
      }
  } else build.copy(slot, typeSlot(walk, node.type));
  const modifiers = node.modifiers?.map(({ kind }) => kind) ?? [];
  if (modifiers.includes(ts.SyntaxKind.ExportKeyword)) {
    const name = modifiers.includes(ts.SyntaxKind.DefaultKeyword) ? "default" : node.name.text;
    build.copy(build.member(0, typeExport + name), slot);
  }
}

/** @returns a slot for a value of which a type is declared. */
export function declared(walk: Walk, value: number, type: TS.TypeNode | undefined): number {
  const { build } = walk;
  const wanted = type ? typeSlot(walk, type) : none;
  if (wanted === none) return value;
  const slot = build.slot();
  build.copy(slot, value);
  build.copy(slot, wanted);
  build.typed(slot, wanted);
  return slot;
}

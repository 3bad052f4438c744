import type TS from "typescript";

/** @returns the parameters that take arguments: `this: …` only tells a type. */
export function parametersOf(ts: typeof TS, code: TS.SignatureDeclaration): readonly TS.ParameterDeclaration[] {
  const [first, ...others] = code.parameters;
  return first && ts.isIdentifier(first.name) && first.name.text === "this" ? others : code.parameters;
}

/** @returns whether the text says that a parameter may be `undefined`: `a?: T`, `a: T | undefined`. */
export function isOptionalParameter(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isParameter(node) || node.initializer) return false;
  return node.questionToken !== undefined || allowsUndefined(ts, node.type);
}

const optionalMembers = new WeakMap<TS.TypeNode, ReadonlySet<string>>();

/** @returns whether a type, or the annotation of a parameter, or an interface of its file, says that a member may be `undefined`: `{ a }: { a?: T }`. */
export function isOptionalMember(ts: typeof TS, owner: TS.Node, key: string): boolean {
  const type = ts.isParameter(owner) ? owner.type : owner;
  if (!type || !ts.isTypeNode(type)) return false;
  let found = optionalMembers.get(type);
  if (!found) optionalMembers.set(type, (found = optionalNames(ts, type)));
  return found.has(key);
}

function optionalNames(ts: typeof TS, type: TS.TypeNode): ReadonlySet<string> {
  const optional = (membersOf(ts, type) ?? []).filter(
    (each) => each.questionToken !== undefined || (ts.isPropertySignature(each) && allowsUndefined(ts, each.type)),
  );
  return new Set(optional.flatMap(({ name }) => (name && ts.isIdentifier(name) ? name.text : [])));
}

function membersOf(ts: typeof TS, type: TS.TypeNode): readonly TS.TypeElement[] | undefined {
  if (ts.isTypeLiteralNode(type)) return type.members;
  if (!ts.isTypeReferenceNode(type) || type.typeArguments || !ts.isIdentifier(type.typeName)) return undefined;
  const { text } = type.typeName;
  for (const statement of type.getSourceFile().statements) {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === text) return statement.members;
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === text)
      return ts.isTypeLiteralNode(statement.type) ? statement.type.members : undefined;
  }
  return undefined;
}

function allowsUndefined(ts: typeof TS, type: TS.TypeNode | undefined): boolean {
  if (!type) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => allowsUndefined(ts, each));
  return type.kind === ts.SyntaxKind.UndefinedKeyword;
}

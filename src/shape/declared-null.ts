import type TS from "typescript";

/** Bounds chains of type aliases. */
const maximumAliases = 8;

/** @returns whether types distinguish null, which is the case with `strictNullChecks`. */
export function typesTellNull(ts: typeof TS, checker: TS.TypeChecker): boolean {
  const nothing = checker.getNonNullableType(checker.getNullType());
  return (nothing.flags & ts.TypeFlags.Never) !== 0;
}

/**
 * Looks for `null` in the declared type of a property. Without `strictNullChecks`, the checker drops it from unions.
 *
 * @returns true also if the declaration leaves it open.
 */
export function mayBeNull(ts: typeof TS, checker: TS.TypeChecker, property: TS.Symbol): boolean {
  const declarations = property.declarations ?? [];
  return declarations.length === 0 || declarations.some((each) => holdsNull(ts, checker, typeNodeOf(ts, each), 0));
}

function typeNodeOf(ts: typeof TS, declaration: TS.Declaration): TS.TypeNode | undefined {
  const isTyped =
    ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration);
  return isTyped ? declaration.type : undefined;
}

function holdsNull(ts: typeof TS, checker: TS.TypeChecker, node: TS.TypeNode | undefined, depth: number): boolean {
  if (!node || depth > maximumAliases) return true;
  const next = (inner: TS.TypeNode): boolean => holdsNull(ts, checker, inner, depth + 1);
  if (ts.isLiteralTypeNode(node)) return node.literal.kind === ts.SyntaxKind.NullKeyword;
  if (ts.isUnionTypeNode(node)) return node.types.some(next);
  if (ts.isParenthesizedTypeNode(node)) return next(node.type);
  if (ts.isTypeReferenceNode(node)) return refersToNull(ts, checker, node, next);
  const { SyntaxKind } = ts;
  const isOther = ts.isTypeLiteralNode(node) || ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node);
  const keywords = [
    SyntaxKind.StringKeyword,
    SyntaxKind.NumberKeyword,
    SyntaxKind.BooleanKeyword,
    SyntaxKind.BigIntKeyword,
  ];
  const isPrimitive = keywords.some((keyword) => keyword === node.kind) || node.kind === SyntaxKind.UndefinedKeyword;
  return !isOther && !isPrimitive;
}

/** Interfaces, classes and enums exclude null; a type alias may include it. */
function refersToNull(
  ts: typeof TS,
  checker: TS.TypeChecker,
  node: TS.TypeReferenceNode,
  next: (inner: TS.TypeNode) => boolean,
): boolean {
  const found = checker.getSymbolAtLocation(node.typeName);
  const symbol = found && (found.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(found) : found;
  const declarations = symbol?.declarations ?? [];
  return (
    declarations.length === 0 ||
    declarations.some((each) => {
      if (ts.isTypeAliasDeclaration(each)) return next(each.type);
      return !ts.isInterfaceDeclaration(each) && !ts.isClassLike(each) && !ts.isEnumDeclaration(each);
    })
  );
}

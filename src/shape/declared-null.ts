import type TS from "typescript";

/** How many aliases of aliases are followed. */
const maximumAliases = 8;

/** @returns whether types tell if a value may be null, as they do with `strictNullChecks`. */
export function typesTellNull(ts: typeof TS, checker: TS.TypeChecker): boolean {
  const nothing = checker.getNonNullableType(checker.getNullType());
  return (nothing.flags & ts.TypeFlags.Never) !== 0;
}

/**
 * Looks for `null` in the type that a property is declared with. Without `strictNullChecks` the checker leaves it out of every union.
 *
 * @returns true also where the declaration does not tell.
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

/** An interface, a class or an enumeration holds no null; an alias may stand for it. */
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

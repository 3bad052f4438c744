import type TS from "typescript";
import { collectNames } from "./hoisting";

/** The names that an ECMAScript module lists as its exports. */
export interface ListedExports {
  readonly names: readonly string[];
  /** What `export * from` names: all of its exports but the default one are exported as well. */
  readonly stars: readonly TS.StringLiteralLike[];
}

/** The tree of a file stays the same. */
const known = new WeakMap<TS.SourceFile, ListedExports>();

/** @returns the names that a file exports, without types that are exported by themselves. */
export function listedExports(ts: typeof TS, file: TS.SourceFile): ListedExports {
  const before = known.get(file);
  if (before) return before;
  const stars: TS.StringLiteralLike[] = [];
  const names = file.statements.flatMap((each): readonly string[] => {
    if (ts.isExportAssignment(each)) return each.isExportEquals ? [] : ["default"];
    if (!ts.isExportDeclaration(each)) return declaredExports(ts, each);
    const { exportClause, isTypeOnly, moduleSpecifier } = each;
    if (isTypeOnly) return [];
    if (exportClause)
      return ts.isNamespaceExport(exportClause)
        ? [exportClause.name.text]
        : exportClause.elements.filter((element) => !element.isTypeOnly).map(({ name }) => name.text);
    if (moduleSpecifier && ts.isStringLiteralLike(moduleSpecifier)) stars.push(moduleSpecifier);
    return [];
  });
  const found = { names, stars };
  known.set(file, found);
  return found;
}

function declaredExports(ts: typeof TS, node: TS.Statement): readonly string[] {
  const kinds = modifiersOf(ts, node);
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return [];
  if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return ["default"];
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ? [] : declaredNames(ts, node);
}

/** @returns the kinds of the words in front of a declaration: `export`, `default`. */
export function modifiersOf(ts: typeof TS, node: TS.Node): readonly TS.SyntaxKind[] {
  return ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
}

/** @returns the names that a statement declares in its file, of types too. */
export function declaredNames(ts: typeof TS, node: TS.Node): readonly string[] {
  if (ts.isVariableStatement(node)) {
    const names: TS.Identifier[] = [];
    for (const { name } of node.declarationList.declarations) collectNames(ts, name, names);
    return names.map(({ text }) => text);
  }
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node);
  return isNamed && node.name ? [node.name.text] : [];
}

import type TS from "typescript";

/** A name that an import declares. */
export interface ImportedName {
  readonly local: TS.Identifier;
  /** The exported name; `default`, or `*` for the whole module. */
  readonly name: string;
  readonly isType: boolean;
}

/** @returns the names that an import binds; empty for side-effect imports and other statements. */
export function importedNames(ts: typeof TS, node: TS.Node): readonly ImportedName[] {
  if (ts.isImportEqualsDeclaration(node)) return [{ local: node.name, name: "*", isType: node.isTypeOnly }];
  const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
  if (!clause) return [];
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- TypeScript before 5.9 has nothing else
  const isType = clause.isTypeOnly;
  const whole = clause.name ? [{ local: clause.name, name: "default", isType }] : [];
  const named = clause.namedBindings;
  if (!named) return whole;
  if (ts.isNamespaceImport(named)) return [...whole, { local: named.name, name: "*", isType }];
  return [
    ...whole,
    ...named.elements.map((each) => ({
      local: each.name,
      name: (each.propertyName ?? each.name).text,
      isType: isType || each.isTypeOnly,
    })),
  ];
}

/** @returns the specifier of the module that a statement loads. */
export function specifierOf(ts: typeof TS, node: TS.Node): TS.StringLiteralLike | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier) ? node.moduleSpecifier : undefined;
  if (!ts.isImportEqualsDeclaration(node) || !ts.isExternalModuleReference(node.moduleReference)) return undefined;
  const { expression } = node.moduleReference;
  return ts.isStringLiteralLike(expression) ? expression : undefined;
}

/** An import of a name from a module. */
export interface Import extends ImportedName {
  readonly specifier: TS.StringLiteralLike;
}

/** @returns all that the `import` declarations of a file bind. */
export function importsOf(ts: typeof TS, file: TS.SourceFile): readonly Import[] {
  return file.statements.flatMap((each) => {
    const specifier = ts.isImportDeclaration(each) ? specifierOf(ts, each) : undefined;
    return specifier ? importedNames(ts, each).map((imported) => ({ ...imported, specifier })) : [];
  });
}

/** @returns the import that declares a top-level name of a file. */
export function findImport(ts: typeof TS, file: TS.SourceFile, name: string): Import | undefined {
  return importsOf(ts, file).find(({ local }) => local.text === name);
}

/** @returns the specifier in `require("…")` or `import("…")`. */
export function requiredModule(ts: typeof TS, node: TS.Node): TS.StringLiteralLike | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression, arguments: given } = node;
  const loads =
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === "require");
  const [specifier] = given;
  return loads && specifier && ts.isStringLiteralLike(specifier) ? specifier : undefined;
}

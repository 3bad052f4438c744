import type TS from "typescript";
import { collectNames } from "../../../syntax/bindings/hoisting";
import { importedNames, requiredModule, specifierOf } from "../../../syntax/bindings/imports";
import { addTo } from "../../../text/groups";

/** A top-level declaration that runs only on use: a function, a class, or a variable with one of these as value. */
export interface Declaration {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Every identifier in it, whatever it refers to. */
  readonly mentions: readonly string[];
}

interface ImportedName {
  readonly specifier: string;
  /** `undefined`: the whole namespace. */
  readonly exported: string | undefined;
}

/** The names at the top level of a file. */
export interface ModuleDescription {
  readonly declarations: readonly Declaration[];
  /** Identifiers outside of all declarations. */
  readonly mentions: readonly string[];
  /** All modules that the file loads, including `import()` and `require`. */
  readonly imported: readonly string[];
  /** Local name -> the exports that it may refer to. */
  readonly imports: ReadonlyMap<string, readonly ImportedName[]>;
  /** Exported name -> local name. */
  readonly exports: ReadonlyMap<string, string>;
  readonly reexports: readonly { readonly specifier: string; readonly from?: string; readonly to?: string }[];
  readonly isCommonJs: boolean;
}

/** A description under construction. */
interface Draft {
  readonly declarations: Declaration[];
  readonly mentions: Set<string>;
  readonly imported: Set<string>;
  readonly imports: Map<string, ImportedName[]>;
  readonly exports: Map<string, string>;
  readonly reexports: { specifier: string; from?: string; to?: string }[];
  isCommonJs: boolean;
}

/** The local name of an anonymous default export; not a valid identifier, so it cannot clash. */
const defaultName = "*default*";

/**
 * Lists the declarations, identifiers and imports of a file. Uses are over-approximated, because identifiers are
 * compared as texts.
 */
export function describeModule(ts: typeof TS, file: TS.SourceFile): ModuleDescription {
  const draft: Draft = {
    declarations: [],
    mentions: new Set(),
    imported: new Set(),
    imports: new Map(),
    exports: new Map(),
    reexports: [],
    isCommonJs: false,
  };
  for (const statement of file.statements) describeStatement(ts, file, statement, draft);
  return { ...draft, mentions: [...draft.mentions], imported: [...draft.imported] };
}

function describeStatement(ts: typeof TS, file: TS.SourceFile, statement: TS.Statement, draft: Draft): void {
  if (ts.isImportDeclaration(statement)) describeImport(ts, statement, draft);
  else if (ts.isExportDeclaration(statement)) describeExport(ts, statement, draft);
  else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    const name = statement.name?.text ?? defaultName;
    declare(ts, file, statement, [name], draft);
    if (isExported(ts, statement)) draft.exports.set(isDefault(ts, statement) ? "default" : name, name);
  } else if (ts.isVariableStatement(statement)) describeVariables(ts, file, statement, draft);
  else if (ts.isExportAssignment(statement) && isDeferred(ts, statement.expression)) {
    declare(ts, file, statement, [defaultName], draft);
    draft.exports.set("default", defaultName);
  } else {
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      draft.exports.set("default", statement.expression.text);
    else for (const name of namesIn(ts, statement, draft)) draft.mentions.add(name);
  }
}

function describeImport(ts: typeof TS, statement: TS.ImportDeclaration, { imported, imports }: Draft): void {
  const specifier = specifierOf(ts, statement)?.text;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- TypeScript before 5.9 has nothing else
  if (specifier === undefined || statement.importClause?.isTypeOnly === true) return;
  imported.add(specifier);
  for (const { local, name, isType } of importedNames(ts, statement)) {
    const exported = name === "*" ? undefined : name;
    if (!isType) addTo(imports, local.text, { specifier, exported });
  }
}

function describeExport(ts: typeof TS, statement: TS.ExportDeclaration, draft: Draft): void {
  const specifier = specifierOf(ts, statement)?.text;
  if (statement.isTypeOnly) return;
  if (specifier !== undefined) draft.imported.add(specifier);
  const clause = statement.exportClause;
  if (clause && ts.isNamedExports(clause)) {
    for (const element of clause.elements) {
      const local = (element.propertyName ?? element.name).text;
      if (specifier === undefined) draft.exports.set(element.name.text, local);
      else draft.reexports.push({ specifier, from: element.name.text, to: local });
    }
  } else if (specifier !== undefined) draft.reexports.push({ specifier });
}

/**
 * A variable with a function or class as value is a declaration, which runs on use; all others run when the file is
 * loaded.
 */
function describeVariables(ts: typeof TS, file: TS.SourceFile, statement: TS.VariableStatement, draft: Draft): void {
  for (const declaration of statement.declarationList.declarations) {
    const identifiers: TS.Identifier[] = [];
    collectNames(ts, declaration.name, identifiers);
    const names = identifiers.map(({ text }) => text);
    if (isExported(ts, statement)) for (const name of names) draft.exports.set(name, name);
    const { initializer } = declaration;
    const required = initializer && loadedModule(ts, initializer);
    if (required !== undefined)
      for (const name of names) draft.imports.set(name, [{ specifier: required, exported: undefined }]);
    if (initializer && isDeferred(ts, initializer)) declare(ts, file, declaration, names, draft);
    else for (const name of namesIn(ts, declaration, draft)) if (!names.includes(name)) draft.mentions.add(name);
  }
}

function declare(ts: typeof TS, file: TS.SourceFile, node: TS.Node, names: readonly string[], draft: Draft): void {
  const mentions = [...namesIn(ts, node, draft)];
  draft.declarations.push({ names, start: node.getStart(file), end: node.end, mentions });
}

/** @returns every identifier below a node. Adds modules that are loaded there to the draft. */
function namesIn(ts: typeof TS, root: TS.Node, draft: Draft): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: TS.Node): void => {
    if (ts.isIdentifier(node)) {
      names.add(node.text);
      if (node.text === "exports" || node.text === "module") draft.isCommonJs = true;
    }
    const loaded = loadedModule(ts, node);
    if (loaded !== undefined) {
      // A module loaded inside an expression counts as imported whole, under a name that nothing else uses.
      const name = `*${loaded}*`;
      draft.imported.add(loaded);
      draft.imports.set(name, [{ specifier: loaded, exported: undefined }]);
      names.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return names;
}

function loadedModule(ts: typeof TS, node: TS.Node): string | undefined {
  return requiredModule(ts, ts.isAwaitExpression(node) ? node.expression : node)?.text;
}

function isDeferred(ts: typeof TS, expression: TS.Expression): boolean {
  return ts.isArrowFunction(expression) || ts.isFunctionExpression(expression) || ts.isClassExpression(expression);
}

function isExported(ts: typeof TS, node: TS.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function isDefault(ts: typeof TS, node: TS.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}

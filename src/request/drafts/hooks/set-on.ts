import type TS from "typescript";
import { type Binding, bindingOf } from "../../../syntax/bindings/bindings";
import { findImport } from "../../../syntax/bindings/imports";
import { skipWrappers } from "../../../syntax/wrappers";
import type { Find } from "./elsewhere";

/** Finds the axios instance that a file changes, by names. */

/** The origin of an instance: a call of `create`, or the import of the instance that the whole program shares. */
export type Maker = TS.CallExpression | TS.Identifier;

/**
 * @param object the expression before `.interceptors`.
 * @returns the origin of the instance; undefined if names do not reveal it.
 */
export function makerOf(ts: typeof TS, object: TS.Expression, find: Find): Maker | undefined {
  const name = skipWrappers(ts, object);
  const binding = ts.isIdentifier(name) ? bindingOf(ts, name) : undefined;
  if (!binding) return undefined;
  const own = makerIn(ts, binding);
  const imported = own || !binding.top ? undefined : findImport(ts, object.getSourceFile(), binding.name);
  if (!imported) return own;
  if (imported.specifier.text === "axios") return imported.local;
  const file = find(object.getSourceFile(), imported.specifier.text);
  const exported = file && exportedAs(ts, file, imported.name);
  return exported && makerIn(ts, exported);
}

function makerIn(ts: typeof TS, { declarations, assigned }: Binding): TS.CallExpression | undefined {
  const [only, other] = declarations;
  const declaration = only?.parent;
  if (!declaration || other || assigned > 0 || !ts.isVariableDeclaration(declaration)) return undefined;
  const call = declaration.initializer && skipWrappers(ts, declaration.initializer);
  if (!call || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  return call.expression.name.text === "create" ? call : undefined;
}

/** @returns the variable that a file exports under a name. */
function exportedAs(ts: typeof TS, { statements }: TS.SourceFile, name: string): Binding | undefined {
  const local = statements.flatMap((each) => exportsOf(ts, each)).find((each) => each.name === name)?.local;
  return local && bindingOf(ts, local);
}

interface ExportedName {
  readonly name: string;
  readonly local: TS.Identifier;
}

function exportsOf(ts: typeof TS, node: TS.Statement): readonly ExportedName[] {
  if (ts.isVariableStatement(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? { name: name.text, local: name } : [],
    );
  const clause = ts.isExportDeclaration(node) && !node.moduleSpecifier ? node.exportClause : undefined;
  if (!clause || !ts.isNamedExports(clause)) return [];
  return clause.elements.flatMap(({ name, propertyName = name }) =>
    ts.isIdentifier(propertyName) ? { name: name.text, local: propertyName } : [],
  );
}

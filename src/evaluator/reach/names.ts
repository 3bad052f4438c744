import type TS from "typescript";
import { dottedName } from "../../syntax/bindings/dotted-name";
import { collectNames } from "../../syntax/bindings/hoisting";
import { importedNames, requiredModule } from "../../syntax/bindings/imports";
import { givenToComponents } from "../../syntax/framework-members";

/** The names that a syntax node declares, imports, exports or is known by. */

const globalObject = /^(?:globalThis|window|self|global)$/u;

/** @returns whether an identifier stands for a variable, not for a member of something. */
export function isVariable(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent))
    return (
      parent.expression === node || (ts.isIdentifier(parent.expression) && globalObject.test(parent.expression.text))
    );
  if (ts.isBindingElement(parent))
    return (
      parent.propertyName !== node && !(parent.propertyName === undefined && ts.isObjectBindingPattern(parent.parent))
    );
  const isNamed =
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isAccessor(parent);
  return !(isNamed && parent.name === node);
}

export const nameless: Names = { variables: [], members: [] };

/** @returns the names by which other code may reach the code of a node; `undefined` if the node belongs to the code around it. */
export function namesOf(ts: typeof TS, node: TS.Node): Names | undefined {
  if (ts.isVariableDeclaration(node)) {
    const names: TS.Identifier[] = [];
    collectNames(ts, node.name, names);
    return { variables: names.map(({ text }) => text), members: [] };
  }
  if (
    ts.isFunctionDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  )
    return namesBy("variables", node.name);
  if (ts.isFunctionLike(node) || isProperty(ts, node)) return namesBy("members", node.name);
  if (ts.isExportAssignment(node)) return nameless;
  if (ts.isCallExpression(node)) {
    const given = givenToComponents(ts, node);
    return given && { variables: [], members: [given.name] };
  }
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? assignedNames(ts, node.left)
    : undefined;
}

/** A computed name, or a pattern, is no name by which a node is known. */
function namesBy(kind: keyof Names, name: TS.DeclarationName | undefined): Names {
  return name && "text" in name ? { ...nameless, [kind]: [name.text] } : nameless;
}

type Property = TS.PropertyAssignment | TS.PropertyDeclaration | TS.PropertySignature | TS.ShorthandPropertyAssignment;

function isProperty(ts: typeof TS, node: TS.Node): node is Property {
  return (
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isShorthandPropertyAssignment(node)
  );
}

/** `a.b.c = …`: each of the three names leads to the value. */
function assignedNames(ts: typeof TS, left: TS.Expression): Names {
  const members: string[] = [];
  let target: TS.Expression = left;
  while (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) {
    if (ts.isPropertyAccessExpression(target)) members.push(target.name.text);
    target = target.expression;
  }
  return { variables: ts.isIdentifier(target) ? [target.text] : [], members };
}

/** Whether a text names a module that the file loads. */
export function isSpecifier(ts: typeof TS, node: TS.StringLiteralLike): boolean {
  const { parent } = node;
  return ts.isImportDeclaration(parent) || ts.isExternalModuleReference(parent) || requiredModule(ts, parent) === node;
}

/** @returns the names that a declaration, or a call, takes from a module; without a local name, the module as a whole. */
export function takenNames(
  ts: typeof TS,
  node: TS.Node,
): readonly { readonly name: string; readonly local: string | undefined }[] {
  const declaration = ts.isExternalModuleReference(node) ? node.parent : node;
  if (ts.isImportDeclaration(declaration) || ts.isImportEqualsDeclaration(declaration))
    return importedNames(ts, declaration).map(({ name, local }) => ({ name, local: local.text }));
  return [{ name: "*", local: undefined }];
}

/** `module.exports = …`, `exports.name = …`. */
export function isCommonJsExport(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const dotted = ts.isPropertyAccessExpression(node.left) ? dottedName(ts, node.left) : undefined;
  return dotted !== undefined && /^(?:module\.)?exports\b/u.test(dotted);
}

export interface Names {
  readonly variables: readonly string[];
  readonly members: readonly string[];
}

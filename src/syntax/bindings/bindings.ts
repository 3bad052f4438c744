import type TS from "typescript";
import { isAssigned } from "./assignments";
import { declaredIn, opensScope } from "./scopes";

/** One name in one scope: its declarations, and all its uses. */
export interface Binding {
  readonly name: string;
  readonly declarations: readonly TS.Identifier[];
  readonly uses: TS.Identifier[];
  /** Number of uses that assign to it. */
  assigned: number;
  /** It is declared at the top level of the file. */
  readonly top: boolean;
}

interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly parent: Scope | undefined;
}

const ofFiles = new WeakMap<TS.SourceFile, ReadonlyMap<TS.Identifier, Binding>>();

/** @returns the variable that an identifier declares or uses; `undefined` for globals. */
export function bindingOf(ts: typeof TS, identifier: TS.Identifier): Binding | undefined {
  const file = identifier.getSourceFile();
  let bindings = ofFiles.get(file);
  if (!bindings) ofFiles.set(file, (bindings = bind(ts, file)));
  return bindings.get(identifier);
}

/**
 * Resolves the names of a file by its scopes alone: the result is the same with and without type information.
 *
 * One iterative walk over the tree, which skips types.
 */
function bind(ts: typeof TS, file: TS.SourceFile): ReadonlyMap<TS.Identifier, Binding> {
  const bindings = new Map<TS.Identifier, Binding>();
  const pending: { readonly node: TS.Node; readonly outer: Scope | undefined }[] = [{ node: file, outer: undefined }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, outer } = next;
    if (isType(ts, node)) continue;
    const scope = opensScope(ts, node) ? openScope(ts, node, outer, bindings) : outer;
    const binding = ts.isIdentifier(node) && isUse(ts, node) ? resolve(node.text, scope) : undefined;
    if (binding && ts.isIdentifier(node)) {
      binding.uses.push(node);
      if (isAssigned(ts, node)) binding.assigned += 1;
      bindings.set(node, binding);
    }
    ts.forEachChild(node, (child) => void pending.push({ node: child, outer: scope }));
  }
  return bindings;
}

function openScope(
  ts: typeof TS,
  node: TS.Node,
  parent: Scope | undefined,
  bindings: Map<TS.Identifier, Binding>,
): Scope {
  const names = new Map<string, Binding>();
  for (const [name, declarations] of declaredIn(ts, node)) {
    const binding = { name, declarations, uses: [], assigned: 0, top: parent === undefined };
    names.set(name, binding);
    for (const each of declarations) bindings.set(each, binding);
  }
  return { names, parent };
}

function resolve(name: string, scope: Scope | undefined): Binding | undefined {
  for (let current = scope; current; current = current.parent) {
    const binding = current.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

function isType(ts: typeof TS, node: TS.Node): boolean {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

/** Whether an identifier refers to a variable, and is no key, label or declaration. */
function isUse(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return parent.name !== node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !holdsNoValue(ts, parent) && !("name" in parent && parent.name === node);
}

/** Whether identifiers directly within a node refer to no variable: those of imports, attributes, labels. */
function holdsNoValue(ts: typeof TS, node: TS.Node): boolean {
  return (
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isJsxAttribute(node) ||
    ts.isNamespaceExport(node) ||
    ts.isQualifiedName(node) ||
    ts.isLabeledStatement(node) ||
    ts.isBreakOrContinueStatement(node)
  );
}

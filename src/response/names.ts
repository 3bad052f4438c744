import type TS from "typescript";

/** One name in one scope: its declarations, and all its uses. */
export interface Binding {
  readonly name: string;
  readonly declarations: TS.Identifier[];
  readonly uses: TS.Identifier[];
  /** Uses that assign to it. */
  assigned: number;
  /** It belongs to the file, not to a function or block in it. */
  readonly top: boolean;
}

interface NameScope {
  readonly names: Map<string, Binding>;
  readonly parent: NameScope | undefined;
  /** The scope of `var` declarations. */
  readonly isFunction: boolean;
}

/**
 * The names of a file, resolved by its scopes alone, so that the answer is the same with type information and without it.
 *
 * One walk over the tree, without recursion; types are passed over.
 */
export class Names {
  private readonly byIdentifier = new Map<TS.Identifier, Binding>();
  private readonly waiting: { readonly name: TS.Identifier; readonly scope: NameScope }[] = [];

  constructor(
    private readonly ts: typeof TS,
    file: TS.SourceFile,
  ) {
    const top: NameScope = { names: new Map(), parent: undefined, isFunction: true };
    const pending: { readonly node: TS.Node; readonly scope: NameScope }[] = [{ node: file, scope: top }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node } = next;
      if (this.isType(node)) continue;
      const scope = this.scopeIn(node, next.scope);
      this.declareIn(node, next.scope, scope);
      if (ts.isIdentifier(node) && isUse(ts, node)) this.waiting.push({ name: node, scope });
      ts.forEachChild(node, (child) => void pending.push({ node: child, scope }));
    }
    for (const { name, scope } of this.waiting) this.resolve(name, scope);
  }

  /** @returns the variable that an identifier declares or uses; `undefined` for globals. */
  bindingOf(identifier: TS.Identifier): Binding | undefined {
    return this.byIdentifier.get(identifier);
  }

  private isType(node: TS.Node): boolean {
    const { ts } = this;
    return (
      (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isTypeParameterDeclaration(node)
    );
  }

  private scopeIn(node: TS.Node, around: NameScope): NameScope {
    const { ts } = this;
    const isFunction = ts.isFunctionLike(node) || ts.isModuleBlock(node) || ts.isClassStaticBlockDeclaration(node);
    const isBlock =
      (ts.isBlock(node) && !ts.isFunctionLike(node.parent)) ||
      ts.isForStatement(node) ||
      ts.isForInStatement(node) ||
      ts.isForOfStatement(node) ||
      ts.isCaseBlock(node) ||
      ts.isCatchClause(node) ||
      ts.isClassExpression(node);
    return isFunction || isBlock ? { names: new Map(), parent: around, isFunction } : around;
  }

  /** @param around the scope in which the node stands; `inside`: the scope that it opens, if any. */
  private declareIn(node: TS.Node, around: NameScope, inside: NameScope): void {
    const { ts } = this;
    if (ts.isVariableDeclaration(node)) {
      const isVar = ts.isVariableDeclarationList(node.parent) && (node.parent.flags & ts.NodeFlags.BlockScoped) === 0;
      this.declarePattern(node.name, isVar ? functionScope(around) : around);
    } else if (ts.isParameter(node)) this.declarePattern(node.name, around);
    else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) {
      if (node.name) this.declare(node.name, around);
    } else if (ts.isFunctionExpression(node) || ts.isClassExpression(node)) {
      if (node.name) this.declare(node.name, inside);
    } else if (ts.isModuleDeclaration(node)) {
      if (ts.isIdentifier(node.name)) this.declare(node.name, around);
    } else if (ts.isImportClause(node) || ts.isNamespaceImport(node) || ts.isImportSpecifier(node)) {
      if (node.name) this.declare(node.name, around);
    } else if (ts.isImportEqualsDeclaration(node)) this.declare(node.name, around);
  }

  private declarePattern(name: TS.BindingName, scope: NameScope): void {
    const { ts } = this;
    if (ts.isIdentifier(name)) this.declare(name, scope);
    else
      for (const element of name.elements) if (ts.isBindingElement(element)) this.declarePattern(element.name, scope);
  }

  private declare(identifier: TS.Identifier, scope: NameScope): void {
    const name = identifier.text;
    let binding = scope.names.get(name);
    if (!binding) {
      binding = { name, declarations: [], uses: [], assigned: 0, top: scope.parent === undefined };
      scope.names.set(name, binding);
    }
    binding.declarations.push(identifier);
    this.byIdentifier.set(identifier, binding);
  }

  private resolve(identifier: TS.Identifier, scope: NameScope): void {
    for (let current: NameScope | undefined = scope; current; current = current.parent) {
      const binding = current.names.get(identifier.text);
      if (!binding) continue;
      binding.uses.push(identifier);
      if (isAssigned(this.ts, identifier)) binding.assigned += 1;
      this.byIdentifier.set(identifier, binding);
      return;
    }
  }
}

function functionScope(scope: NameScope): NameScope {
  let current = scope;
  while (!current.isFunction && current.parent) current = current.parent;
  return current;
}

/** Whether an identifier stands for a variable's value, and not for a key, a label or a declaration. */
function isUse(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return parent.name !== node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  if (ts.isJsxAttribute(parent) || ts.isNamespaceExport(parent) || ts.isQualifiedName(parent)) return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !("name" in parent && parent.name === node);
}

/** Whether an identifier is the target of an assignment. */
export function isAssigned(ts: typeof TS, node: TS.Node): boolean {
  let child = node;
  for (let { parent } = node; ; child = parent, { parent } = parent) {
    if (ts.isBinaryExpression(parent)) return parent.left === child && isAssignment(ts, parent);
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
      return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === child;
    if (ts.isPropertyAssignment(parent)) {
      if (parent.initializer !== child) return false;
    } else if (
      !ts.isArrayLiteralExpression(parent) &&
      !ts.isObjectLiteralExpression(parent) &&
      !ts.isShorthandPropertyAssignment(parent) &&
      !ts.isSpreadElement(parent) &&
      !ts.isSpreadAssignment(parent) &&
      !ts.isParenthesizedExpression(parent)
    )
      return false;
  }
}

/** Whether an operator assigns: `=`, `+=`, `??=`. */
export function isAssignment(ts: typeof TS, { operatorToken: { kind } }: TS.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

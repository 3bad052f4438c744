import type TS from "typescript";

/** Whether an identifier refers to a variable's value, rather than being a key, a label or a declaration. */
export function isUse(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  const { SyntaxKind: kinds } = ts;
  switch (parent.kind) {
    case kinds.PropertyAccessExpression:
    case kinds.MetaProperty:
      return (parent as TS.PropertyAccessExpression).name !== node;
    case kinds.BindingElement:
      return (parent as TS.BindingElement).initializer === node;
    case kinds.ShorthandPropertyAssignment:
      return true;
    case kinds.ExportSpecifier:
      return isExported(parent as TS.ExportSpecifier, node);
    default:
      return isOtherUse(ts, node);
  }
}

function isOtherUse(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  const { SyntaxKind: kinds } = ts;
  switch (parent.kind) {
    case kinds.JsxOpeningElement:
    case kinds.JsxSelfClosingElement:
    case kinds.JsxClosingElement:
      return /^[^a-z]/u.test(node.text);
    case kinds.JsxAttribute:
    case kinds.NamespaceExport:
    case kinds.LabeledStatement:
    case kinds.BreakStatement:
    case kinds.ContinueStatement:
    case kinds.QualifiedName:
    case kinds.ImportEqualsDeclaration:
      return isAlias(ts, node);
    default:
      return node.text !== "" && (parent as { name?: TS.Node }).name !== node;
  }
}

function isExported(specifier: TS.ExportSpecifier, node: TS.Identifier): boolean {
  return (specifier.propertyName ?? specifier.name) === node && !specifier.parent.parent.moduleSpecifier;
}

/** Whether a name is the first one of `import x = A.B`. */
function isAlias(ts: typeof TS, node: TS.Identifier): boolean {
  let inner: TS.Node = node;
  while (ts.isQualifiedName(inner.parent) && inner.parent.left === inner) inner = inner.parent;
  return ts.isImportEqualsDeclaration(inner.parent) && inner.parent.moduleReference === inner;
}

/** Whether a declaration is ambient (`declare`), and so not code. */
export function declaresAmbient(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.canHaveModifiers(node)) return false;
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true;
}

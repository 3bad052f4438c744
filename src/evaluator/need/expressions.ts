import type TS from "typescript";
import type { Frame } from "../domain/domain";
import type { Program } from "../program";

/** Whether nothing of a call is needed, nor of an element of a page. */
export function isUnneededExpression({ ts, need }: Program, { file, activation }: Frame, node: TS.Expression): boolean {
  if (!activation.closure) return false;
  const isCall =
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    (ts.isCallExpression(node) && !isImport(ts, node));
  return (
    (isCall || ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) &&
    need?.hasWithin(file, node) === false
  );
}

function isImport(ts: typeof TS, { expression }: TS.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === "require")
  );
}

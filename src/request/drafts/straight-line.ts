import type TS from "typescript";

/**
 * Whether a call surely runs exactly once after an earlier node of the same code: no branch, loop or function is
 * between them.
 *
 * A mutable builder (`request.set(...)`) keeps its state in its native, which joins of branches do not see. A
 * conditional change must therefore count as *maybe*.
 */
export function isOnStraightLine(ts: typeof TS, from: TS.Node, to: TS.Node): boolean {
  const ancestors = new Set<TS.Node>(chainOf(from));
  if (ancestors.has(to)) return true;
  if (ts.isOptionalChain(to)) return false;
  let child = to;
  for (const node of chainOf(to).slice(1)) {
    if (mayNotRun(ts, node, child)) return false;
    if (ancestors.has(node)) return true;
    child = node;
  }
  return false;
}

function chainOf(node: TS.Node): TS.Node[] {
  const chain = [node];
  for (let parent = parentOf(node); parent; parent = parentOf(parent)) chain.push(parent);
  return chain;
}

/** Typed as always present, but a source file has no parent. */
function parentOf(node: TS.Node): TS.Node | undefined {
  return node.parent;
}

function mayNotRun(ts: typeof TS, node: TS.Node, child: TS.Node): boolean {
  if (
    ts.isFunctionLike(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isCaseOrDefaultClause(node) ||
    ts.isTryStatement(node) ||
    ts.isCatchClause(node) ||
    // A `break` may leave it early.
    ts.isLabeledStatement(node)
  )
    return true;
  if (ts.isOptionalChain(node)) return child !== node.expression;
  if (ts.isIfStatement(node)) return child !== node.expression;
  if (ts.isConditionalExpression(node)) return child !== node.condition;
  if (ts.isBindingElement(node)) return child === node.initializer;
  return ts.isBinaryExpression(node) && child === node.right && isLogical(ts, node.operatorToken.kind);
}

function isLogical({ SyntaxKind }: typeof TS, operator: TS.SyntaxKind): boolean {
  switch (operator) {
    case SyntaxKind.AmpersandAmpersandToken:
    case SyntaxKind.AmpersandAmpersandEqualsToken:
    case SyntaxKind.BarBarToken:
    case SyntaxKind.BarBarEqualsToken:
    case SyntaxKind.QuestionQuestionToken:
    case SyntaxKind.QuestionQuestionEqualsToken:
      return true;
    default:
      return false;
  }
}

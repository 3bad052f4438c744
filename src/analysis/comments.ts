import type TS from "typescript";
import type { Comment } from "./analysis";

/**
 * Collects the comments of a file, in order. Searches only before and after tokens, so that text inside strings,
 * templates and JSX never counts as a comment.
 */
export function commentsOf(ts: typeof TS, sourceFile: TS.SourceFile): readonly Comment[] {
  const { text } = sourceFile;
  const found = new Map<number, Comment>();
  const add = (ranges: readonly TS.CommentRange[] | undefined): void => {
    for (const { pos, end, kind } of ranges ?? []) {
      const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
      found.set(pos, {
        range: { start: pos, end },
        text: text.slice(pos + 2, isLine ? end : end - 2),
        kind: isLine ? "line" : "block",
      });
    }
  };
  const visit = (node: TS.Node): void => {
    if (node.pos !== node.getStart(sourceFile) || node.kind === ts.SyntaxKind.EndOfFileToken)
      add(ts.getLeadingCommentRanges(text, node.pos === 0 ? shebangEnd(text) : node.pos));
    if (!isJsxBoundary(ts, node)) add(ts.getTrailingCommentRanges(text, node.end));
  };
  // A stack instead of recursion, because expressions may be nested thousands deep.
  const waiting: TS.Node[] = text.includes("//") || text.includes("/*") ? [sourceFile] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === ts.SyntaxKind.JsxText) continue;
    const children = node.getChildren(sourceFile);
    if (children.length === 0) visit(node);
    for (const child of children) waiting.push(child);
  }
  return [...found.values()].sort((a, b) => a.range.start - b.range.start);
}

/** Whether JSX text may begin after a token; there, `//` is not a comment. */
function isJsxBoundary(ts: typeof TS, node: TS.Node): boolean {
  const parent = node.parent;
  if (node.kind !== ts.SyntaxKind.GreaterThanToken && node.kind !== ts.SyntaxKind.CloseBraceToken) return false;
  return (
    ts.isJsxOpeningElement(parent) ||
    ts.isJsxClosingElement(parent) ||
    ts.isJsxSelfClosingElement(parent) ||
    ts.isJsxOpeningFragment(parent) ||
    ts.isJsxClosingFragment(parent) ||
    ts.isJsxExpression(parent)
  );
}

function shebangEnd(text: string): number {
  return text.startsWith("#!") ? text.search(/[\r\n]|$/) : 0;
}

import type TS from "typescript";

/** @returns the innermost node that holds a position, the white space before it included. */
export function innermostAt(ts: typeof TS, sourceFile: TS.SourceFile, position: number): TS.Node {
  let found: TS.Node = sourceFile;
  for (let child: TS.Node | undefined = sourceFile; child !== undefined;) {
    found = child;
    child = ts.forEachChild(found, (node) => (node.pos <= position && position < node.end ? node : undefined));
  }
  return found;
}

/** @returns whether a position is inside a string or a text of a template, which is the innermost node there. */
export function isInsideLiteral(ts: typeof TS, sourceFile: TS.SourceFile, node: TS.Node, position: number): boolean {
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isLiteral && node.getStart(sourceFile) < position;
}

import type TS from "typescript";
import type { Range } from "../../text/range";

/** @returns the innermost node around a position, including the white space before the node. */
export function innermostAt(ts: typeof TS, sourceFile: TS.SourceFile, position: number): TS.Node {
  let found: TS.Node = sourceFile;
  for (let child: TS.Node | undefined = sourceFile; child !== undefined;) {
    found = child;
    child = ts.forEachChild(found, (node) => (node.pos <= position && position < node.end ? node : undefined));
  }
  return found;
}

/**
 * @param node the innermost node at the position.
 * @returns whether the position is inside a string or the text of a template.
 */
export function isInsideLiteral(ts: typeof TS, sourceFile: TS.SourceFile, node: TS.Node, position: number): boolean {
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isLiteral && node.getStart(sourceFile) < position;
}

/** A place where a property name of an object literal is written, or may be, without quotes. */
export interface MemberName {
  readonly object: TS.ObjectLiteralExpression;
  /** The range of the name; empty if it has not been begun. */
  readonly range: Range;
  /** The property, if its name has been begun. */
  readonly own?: TS.ObjectLiteralElementLike;
  readonly hasColon: boolean;
}

/** @returns the place of a property name at a position, if a name is valid there. */
export function memberNameAt(ts: typeof TS, sourceFile: TS.SourceFile, position: number): MemberName | undefined {
  const node = tokenAround(ts, sourceFile, position);
  if (ts.isObjectLiteralExpression(node))
    return { object: node, range: { start: position, end: position }, hasColon: false };
  const own = node.parent;
  if (!ts.isIdentifier(node) || !(ts.isShorthandPropertyAssignment(own) || ts.isPropertyAssignment(own)))
    return undefined;
  // The identifier must be the name of a property, not its value.
  if (own.name !== node || !ts.isObjectLiteralExpression(own.parent)) return undefined;
  const range = { start: node.getStart(sourceFile), end: node.end };
  return { object: own.parent, range, own, hasColon: ts.isPropertyAssignment(own) };
}

/** @returns the innermost node at a position, or the identifier that ends there. */
export function tokenAround(ts: typeof TS, sourceFile: TS.SourceFile, position: number): TS.Node {
  const before = innermostAt(ts, sourceFile, Math.max(0, position - 1));
  const isWord = ts.isIdentifier(before) && before.end === position;
  return isWord ? before : innermostAt(ts, sourceFile, position);
}

import { conventions } from "../contract/conventions";
import type TS from "typescript";
import { someNode } from "../syntax/walk";
import { getHeader } from "../request/derived/headers";
import type { Request } from "../request/request";
import type { Shape } from "../shape/shape";

/** A cheap test of the text before the tree is searched. */
const words = /if-match|etag/i;

/**
 * Whether a file shows that the project's resources have entity tags: an If-Match header, a shape with `etag`, or a
 * read of one.
 */
export function showsTags(
  ts: typeof TS,
  sourceFile: TS.SourceFile,
  requests: readonly Request[],
  insideOf: (request: Request) => Request | undefined,
): boolean {
  const shows = (request: Request): boolean =>
    sendsTag(request) || hasTag(request.response) || hasTag(request.resource);
  if (requests.some(shows) || (words.test(sourceFile.text) && namesTag(ts, sourceFile))) return true;
  return requests.some((request) => {
    const inside = insideOf(request);
    return inside !== undefined && sendsTag(inside);
  });
}

function sendsTag(request: Request): boolean {
  return ["present", "maybe"].includes(getHeader(request, conventions.tag.header).presence);
}

function hasTag(shape: Shape | undefined): boolean {
  return shape?.type === "object" && shape.fields.has(conventions.tag.field);
}

/**
 * Whether code contains `x.etag`, `x["@odata.etag"]`, a destructured `{ etag }`, or an If-Match key. Comments do not
 * count.
 */
function namesTag(ts: typeof TS, root: TS.Node): boolean {
  const isTag = (name: string): boolean => /^(?:_etag|etag|eTag|@odata\.etag|if-match)$/i.test(name);
  const found = (node: TS.Node): boolean => {
    if (ts.isPropertyAccessExpression(node) && isTag(node.name.text)) return true;
    if (
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteralLike(node.argumentExpression) &&
      isTag(node.argumentExpression.text)
    )
      return true;
    if (ts.isBindingElement(node)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) && ts.isObjectBindingPattern(node.parent) && isTag(name.text)) return true;
    }
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.name) && isTag(node.name.text)) return true;
    return false;
  };
  return someNode(ts, root, found);
}

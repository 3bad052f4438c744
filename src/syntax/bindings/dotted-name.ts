import type TS from "typescript";
import { skipWrappers } from "../wrappers";

/** Bound on the parts of a name: names of library functions are short, but a chain may have thousands of members. */
const mostParts = 8;

/** @returns the parts of a dotted name, which may begin with `this`: `this.http.get`. Undefined if the expression has other parts. */
export function nameParts(ts: typeof TS, node: TS.Expression): readonly string[] | undefined {
  const members: string[] = [];
  let current = skipWrappers(ts, node);
  while (ts.isPropertyAccessExpression(current) && members.length < mostParts) {
    members.unshift(current.name.text);
    current = skipWrappers(ts, current.expression);
  }
  if (ts.isIdentifier(current)) return [current.text, ...members];
  return current.kind === ts.SyntaxKind.ThisKeyword ? ["this", ...members] : undefined;
}

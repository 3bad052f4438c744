import type TS from "typescript";
import { skipWrappers } from "../wrappers";

/** The functions of libraries have names of few parts, and a chain may have thousands. */
const mostParts = 8;

/** @returns the names that an expression is made of, `this` among them: `this.http.get`. `undefined` for what holds more than names. */
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

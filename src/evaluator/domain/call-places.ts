import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Running } from "./running";
import type { Entry, Frame } from "./domain";

/** The places of calls, for reports about a call or about a function that it enters. */

/** @returns the place of a callee's own name. */
export function calleeRange(running: Running, frame: Frame, node: TS.Node): Range {
  const { ts } = running;
  if (ts.isTaggedTemplateExpression(node)) return running.range(frame, node.tag);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return running.range(frame, node);
  let callee: TS.Expression = node.expression;
  while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) callee = callee.expression;
  return running.range(frame, ts.isPropertyAccessExpression(callee) ? callee.name : callee);
}

/** @returns the call through which a function is entered. */
export function entryOf(running: Running, frame: Frame, node: TS.Node): Entry {
  return {
    node,
    file: frame.file,
    callee: calleeRange(running, frame, node),
    range: running.range(frame, node),
    scope: frame.scope,
  };
}

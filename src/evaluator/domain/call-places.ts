import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Program } from "../program";
import type { Frame } from "./domain";
import type { Scope } from "./scope";

/** The places of calls, for reports about a call or about a function that it enters. */

/** The call through which a function was entered. */
export interface Entry {
  readonly node: TS.Node;
  readonly file: TS.SourceFile;
  readonly callee: Range;
  readonly range: Range;
  /** The scope of the call. */
  readonly scope: Scope;
}

/** @returns the place of a callee's own name. */
export function calleeRange(program: Program, frame: Frame, node: TS.Node): Range {
  const { ts } = program;
  if (ts.isTaggedTemplateExpression(node)) return program.range(frame, node.tag);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return program.range(frame, node);
  let callee: TS.Expression = node.expression;
  while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) callee = callee.expression;
  return program.range(frame, ts.isPropertyAccessExpression(callee) ? callee.name : callee);
}

/** @returns the call through which a function is entered. */
export function entryOf(program: Program, frame: Frame, node: TS.Node): Entry {
  return {
    node,
    file: frame.file,
    callee: calleeRange(program, frame, node),
    range: program.range(frame, node),
    scope: frame.scope,
  };
}

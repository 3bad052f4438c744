import type TS from "typescript";
import { answerOf } from "../../syntax/answer-of";
import type { Program } from "../program";

/** Questions to TypeScript's checker. */

/**
 * Asks the checker, where there is one, and counts that.
 *
 * @returns its answer, or `undefined` without a checker and where it fails.
 * @throws RangeError as `answerOf` does.
 */
export function askChecker<T>(program: Program, question: (checker: TS.TypeChecker) => T): T | undefined {
  const { checker } = program;
  if (!checker) return undefined;
  program.pass.work.typeLookups += 1;
  return answerOf(() => question(checker));
}

/** @returns the node at which the checker tells the type of a value: the name of what declares it, else the expression. */
export function typedNode(ts: typeof TS, typed: TS.Node): TS.Node {
  return isTypedDeclaration(ts, typed) ? typed.name : typed;
}

/** @returns whether a node declares a value, and may carry the annotation of its type. */
export function isTypedDeclaration(
  ts: typeof TS,
  node: TS.Node,
): node is TS.ParameterDeclaration | TS.PropertyDeclaration | TS.VariableDeclaration {
  return ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node);
}

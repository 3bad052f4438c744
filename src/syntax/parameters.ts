import type TS from "typescript";
import { allowsUndefined } from "./optional-members";

/** @returns the parameters that take arguments: `this: …` only tells a type. */
export function parametersOf(ts: typeof TS, code: TS.SignatureDeclaration): readonly TS.ParameterDeclaration[] {
  const [first, ...others] = code.parameters;
  return first && ts.isIdentifier(first.name) && first.name.text === "this" ? others : code.parameters;
}

/** @returns whether the text says that a parameter may be `undefined`: `a?: T`, `a: T | undefined`. */
export function isOptionalParameter(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isParameter(node) || node.initializer) return false;
  return node.questionToken !== undefined || allowsUndefined(ts, node.type);
}

import type TS from "typescript";

/** @returns the parameters that take arguments, without `this: …`, which only declares a type. */
export function parametersOf(ts: typeof TS, code: TS.SignatureDeclaration): readonly TS.ParameterDeclaration[] {
  const [first, ...others] = code.parameters;
  return first && ts.isIdentifier(first.name) && first.name.text === "this" ? others : code.parameters;
}

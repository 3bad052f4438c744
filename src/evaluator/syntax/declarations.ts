import type TS from "typescript";

/** Declarations, by the names that they declare. */

/** @returns the declaration of a name, if its type can be asked for; else the name. */
export function declarationOf(ts: typeof TS, name: TS.Node): TS.Node {
  const { parent } = name;
  return (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.name === name ? parent : name;
}

/** Whether the declaration of a name says its type. */
export function isTyped(ts: typeof TS, name: TS.Node): boolean {
  const declaration = declarationOf(ts, name);
  const type = "type" in declaration ? (declaration.type as TS.TypeNode | undefined) : undefined;
  return type !== undefined && type.kind !== ts.SyntaxKind.AnyKeyword;
}

import type TS from "typescript";
import { isOfGeneratedPackage, typeShapes } from "../../../shape/from-typescript-type";
import type { ObjectShape } from "../../../shape/shape";

/**
 * Finds the parameters of a generated package's method, which declares its path, query and body parameters.
 *
 * @param count called with the number of type look-ups.
 * @returns undefined if no such package declares the method.
 */
export function generatedParameters(
  ts: typeof TS,
  checker: TS.TypeChecker,
  node: TS.Node,
  count: (lookups: number) => void,
): ObjectShape | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  count(1);
  const { declarations = [] } = checker.getSymbolAtLocation(node.expression.name) ?? {};
  for (const declaration of declarations) {
    if (!ts.isMethodDeclaration(declaration) || !isOfGeneratedPackage(declaration)) continue;
    const type = declaration.parameters[0]?.type;
    if (!type || !ts.isTypeReferenceNode(type) || !type.typeName.getText().startsWith("Params$Resource$")) continue;
    const shape = typeShapes(ts, checker).of(checker.getTypeFromTypeNode(type));
    if (shape.type === "object") return shape;
  }
  return undefined;
}

import type TS from "typescript";
import type { Range } from "../../text/range";

/** A member of an object, with its plain name. */
export type Named = readonly [name: string, member: TS.ObjectLiteralElementLike];

/** @returns the members of an object that have a plain name. */
export function membersOf(ts: typeof TS, object: TS.ObjectLiteralExpression): readonly Named[] {
  return object.properties.flatMap((member): Named[] => {
    const { name } = member;
    return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? [[name.text, member]] : [];
  });
}

export function rangeOf(node: TS.Node): Range {
  return { start: node.getStart(), end: node.end };
}

export function keyRange(member: TS.ObjectLiteralElementLike): Range {
  return rangeOf(member.name ?? member);
}

/** @returns the object literal of an argument: inline, or in a constant that is used only as an argument. */
export function writtenObject(ts: typeof TS, node: TS.Expression | undefined): TS.ObjectLiteralExpression | undefined {
  if (!node || ts.isObjectLiteralExpression(node)) return node;
  if (!ts.isIdentifier(node)) return undefined;
  for (let around: TS.Node = node.parent; ; around = around.parent) {
    // A parameter of the same name shadows outer declarations.
    if (ts.isFunctionLike(around) && around.parameters.some(({ name }) => name.getText() === node.text))
      return undefined;
    const statements = ts.isBlock(around) || ts.isSourceFile(around) ? around.statements : [];
    for (const statement of statements) {
      const declaration = ts.isVariableStatement(statement) ? declarationOf(statement, node.text) : undefined;
      if (declaration)
        return isConstant(ts, statement) && isOnlyArgument(ts, around, declaration)
          ? initialObject(ts, declaration)
          : undefined;
    }
    if (ts.isSourceFile(around)) return undefined;
  }
}

function declarationOf(statement: TS.VariableStatement, name: string): TS.VariableDeclaration | undefined {
  return statement.declarationList.declarations.find((each) => each.name.getText() === name);
}

function isConstant(ts: typeof TS, statement: TS.Statement): boolean {
  return ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
}

function initialObject(ts: typeof TS, { initializer }: TS.VariableDeclaration): TS.ObjectLiteralExpression | undefined {
  return initializer && ts.isObjectLiteralExpression(initializer) ? initializer : undefined;
}

/** Whether a constant is used only as an argument: code that reads a member of it may have put it there for itself. */
function isOnlyArgument(ts: typeof TS, scope: TS.Node, declaration: TS.VariableDeclaration): boolean {
  const name = declaration.name.getText();
  let others = 0;
  const visit = (node: TS.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && node.parent !== declaration && !isArgument(ts, node))
      others += 1;
    ts.forEachChild(node, visit);
  };
  visit(scope);
  return others === 0;
}

/** A member's name is no use of the constant. */
function isArgument(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.arguments.includes(node);
  return ts.isPropertyAccessExpression(parent)
    ? parent.name === node
    : ts.isPropertyAssignment(parent) && parent.name === node;
}

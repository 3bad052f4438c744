import type TS from "typescript";
import { unknown } from "../domain/constructors";
import type { Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import type { Program } from "../program";
import { collectNames } from "../../syntax/bindings/hoisting";
import { requiredModule } from "../../syntax/bindings/imports";
import { findWrites } from "../../syntax/writes";

/** Statements, calls and elements of pages of which no request is made. */

/** Whether a statement of a function is stepped over: nothing within it is needed. What declares names without giving them values costs nothing. */
export function isSteppedOver({ ts, need }: Program, { file, activation }: Frame, node: TS.Statement): boolean {
  if (!need || !activation.closure || need.hasWithin(file, node)) return false;
  return (
    (ts.isExpressionStatement(node) && !isSuperCall(ts, node.expression)) ||
    (ts.isVariableStatement(node) && node.declarationList.declarations.every(({ initializer }) => initializer)) ||
    ts.isIfStatement(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isTryStatement(node) ||
    ts.isSwitchStatement(node) ||
    ts.isBlock(node)
  );
}

const assignedNames = new WeakMap<TS.Node, readonly TS.Identifier[]>();

/** Steps over a statement: of the variables that it assigns, nothing is known. */
export function stepOver(program: Program, frame: Frame, node: TS.Statement): void {
  let names = assignedNames.get(node);
  if (!names) assignedNames.set(node, (names = namesAssigned(program.ts, node)));
  for (const name of names) {
    const binding = findBinding(frame.scope, name.text);
    if (binding)
      program.state.write(binding.slot, unknown("a value of which no request is made", program.place(frame, name)));
  }
}

function namesAssigned(ts: typeof TS, node: TS.Statement): readonly TS.Identifier[] {
  const names: TS.Identifier[] = [];
  if (ts.isVariableStatement(node))
    for (const { name } of node.declarationList.declarations) collectNames(ts, name, names);
  findWrites(
    ts,
    node,
    (target, method) => {
      if (method === undefined && ts.isIdentifier(target)) names.push(target);
    },
    () => true,
  );
  return names;
}

/** Whether nothing of a call is needed, nor of an element of a page. */
export function isUnneededExpression({ ts, need }: Program, { file, activation }: Frame, node: TS.Expression): boolean {
  if (!activation.closure) return false;
  const isCall =
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    (ts.isCallExpression(node) && !requiredModule(ts, node) && !isSuperCall(ts, node));
  return (
    (isCall || ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) &&
    need?.hasWithin(file, node) === false
  );
}

/** `super(…)`, which makes the fields of an object, whatever the constructor itself does. */
function isSuperCall(ts: typeof TS, node: TS.Node): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

import type TS from "typescript";
import { bindingOf } from "../syntax/bindings/bindings";
import { isWrapper, skipWrappers, withWrappers } from "../syntax/wrappers";
import { isAssigned, isAssignment } from "../syntax/bindings/assignments";
import { argument } from "./arguments";
import type { Follower } from "./follow";
import { arrayMethod, functionAround, promiseMethod } from "./functions";
import { memberOf, noteStatus } from "./patterns";
import { elementOf, unsure, type Layer, type Tracked } from "./tracked";
import { isNothing } from "../syntax/nothing";

/** Follows a value from an expression to its use in the surrounding code. */
export function use(follower: Follower, node: TS.Expression, value: Tracked): void {
  const { parent } = node;
  if (
    !passOn(follower, node, parent, value) &&
    !inLiteral(follower, node, parent, value) &&
    !inStatement(follower, node, parent, value)
  )
    follower.whole(value, node);
}

/** Follows expressions that pass on the value, a part of it, or a test of it. */
function passOn(follower: Follower, node: TS.Expression, parent: TS.Node, value: Tracked): boolean {
  const { ts } = follower;
  if (ts.isPropertyAccessExpression(parent)) member(follower, parent, parent.name.text, parent.name, value);
  else if (ts.isElementAccessExpression(parent)) {
    if (parent.expression !== node) return false;
    element(follower, parent, value);
  } else if (ts.isCallExpression(parent)) {
    if (parent.expression === node) return false;
    argument(follower, parent, node, value);
  } else if (ts.isBinaryExpression(parent)) return operand(follower, node, parent, value);
  else if (ts.isConditionalExpression(parent)) {
    const other = parent.whenTrue === node ? parent.whenFalse : parent.whenTrue;
    if (parent.condition === node) follower.touch(value, node);
    else follower.go(parent, isNothing(ts, other) ? value : unsure(value));
  } else if (ts.isTypeOfExpression(parent) || isNegation(ts, parent)) follower.touch(value, node);
  else if (isTransparent(ts, parent)) follower.go(parent, value);
  else return ts.isVoidExpression(parent) || ts.isDeleteExpression(parent);
  return true;
}

function isNegation(ts: typeof TS, node: TS.Node): boolean {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

/** Whether an expression has the value of the expression inside it. */
function isTransparent(ts: typeof TS, node: TS.Node): node is TS.Expression {
  return ts.isAwaitExpression(node) || isWrapper(ts, node);
}

/** Follows a value into an object or array literal. */
function inLiteral(follower: Follower, node: TS.Expression, parent: TS.Node, value: Tracked): boolean {
  const { ts } = follower;
  const around = (literal: TS.Expression, layer: Layer): void => {
    follower.go(literal, { ...value, layer });
  };
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
    const { name } = parent;
    if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return false;
    around(parent.parent, { kind: "member", key: name.text, next: value.layer });
  } else if (ts.isSpreadAssignment(parent)) {
    if (value.layer?.kind !== "member") return false;
    follower.go(parent.parent, value);
  } else if (ts.isSpreadElement(parent)) return inSpread(follower, parent, value);
  else if (ts.isArrayLiteralExpression(parent)) {
    const index = parent.elements.indexOf(node);
    const isFixed = !parent.elements.slice(0, index).some((each) => ts.isSpreadElement(each));
    around(parent, { kind: "index", index: isFixed ? index : undefined, next: value.layer });
  } else return false;
  return true;
}

/** Follows a value that is spread into arguments or elements. */
function inSpread(follower: Follower, spread: TS.SpreadElement, value: Tracked): boolean {
  const { ts } = follower;
  const { parent } = spread;
  if (ts.isCallExpression(parent)) argument(follower, parent, spread, value);
  else if (ts.isArrayLiteralExpression(parent) && (!value.layer || value.layer.kind === "index"))
    follower.go(parent, parent.elements.length === 1 ? value : unsure(anyElement(value)));
  else return false;
  return true;
}

function anyElement(value: Tracked): Tracked {
  return value.layer?.kind === "index" ? { ...value, layer: { ...value.layer, index: undefined } } : value;
}

/** Follows a value into statements and declarations. */
function inStatement(follower: Follower, node: TS.Expression, parent: TS.Node, value: Tracked): boolean {
  const { ts } = follower;
  if (ts.isVariableDeclaration(parent)) follower.bind(parent.name, value);
  else if (ts.isBindingElement(parent) || ts.isParameter(parent)) follower.bind(parent.name, unsure(value));
  else if (ts.isReturnStatement(parent)) {
    const code = functionAround(ts, parent);
    if (!code) return false;
    follower.leave(code, node, value);
  } else if (ts.isArrowFunction(parent)) follower.leave(parent, node, value);
  else if (ts.isForOfStatement(parent) && parent.expression === node) {
    const each = elementOf(value, undefined);
    if (!each || each === "other") return false;
    assign(follower, parent.initializer, each);
  } else if (isCondition(ts, node, parent)) follower.touch(value, node);
  else return ts.isExpressionStatement(parent) || ts.isForStatement(parent);
  return true;
}

function isCondition(ts: typeof TS, node: TS.Expression, parent: TS.Node): boolean {
  if (ts.isForStatement(parent)) return parent.condition === node;
  return ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent);
}

/** Assigns a value to a loop variable or to the left side of `=`. */
function assign(follower: Follower, target: TS.Node, value: Tracked): void {
  const { ts } = follower;
  if (ts.isVariableDeclarationList(target)) {
    for (const declaration of target.declarations) follower.bind(declaration.name, value);
  } else if (ts.isExpression(target) && ts.isIdentifier(skipWrappers(ts, target)))
    follower.name(skipWrappers(ts, target) as TS.Identifier, value);
  else follower.whole(value, target);
}

/** Follows a member read or a method call. */
function member(
  follower: Follower,
  access: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  key: string,
  name: TS.Node,
  value: Tracked,
): void {
  const { ts } = follower;
  const outer = withWrappers(ts, access);
  const call = ts.isCallExpression(outer.parent) && outer.parent.expression === outer ? outer.parent : undefined;
  if (call) {
    method(follower, { key, name, call, outer }, value);
    return;
  }
  if (ts.isDeleteExpression(outer.parent)) return;
  if (isAssigned(ts, outer)) {
    if (!value.layer) follower.write(follower.field(value, key), name);
    // A member of a layer was added by the code itself, so it is not part of the response.
    return;
  }
  if (!value.layer && key === "length") {
    follower.touch(value, name);
    follower.touch(unsure(follower.field(value, key)), name);
    return;
  }
  follow(follower, memberOf(follower, value, key, name), access, outer);
}

interface MethodCall {
  readonly key: string;
  readonly name: TS.Node;
  readonly call: TS.CallExpression;
  readonly outer: TS.Expression;
}

/** Follows a call of a method of the value. */
function method(follower: Follower, { key, name, call, outer }: MethodCall, value: Tracked): void {
  if (promiseMethod(follower, key, call, value)) return;
  const { layer } = value;
  if (!layer || layer.kind === "index") arrayMethod(follower, key, call, value);
  else if (layer.kind === "member") follow(follower, memberOf(follower, value, key, name), call, outer);
  else if (key === "clone") follower.go(call, value);
  else {
    const part = memberOf(follower, value, `${key}()`, name);
    if (part !== undefined && part !== "beside" && !part.layer) follower.bodies.add(call);
    follow(follower, part, call, outer);
  }
}

function follow(
  follower: Follower,
  part: Tracked | "beside" | undefined,
  node: TS.Expression,
  outer: TS.Expression,
): void {
  if (part === "beside") status(follower, outer);
  else if (part) follower.go(node, part);
}

/** Records `response.ok` as a condition, also if it is stored in a variable. */
function status(follower: Follower, node: TS.Expression): void {
  const { ts } = follower;
  follower.failures.add(node);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) noteStatus(follower, parent.name);
}

/** Follows `value["name"]`, `value[0]` and `value[index]`. */
function element(follower: Follower, access: TS.ElementAccessExpression, value: Tracked): void {
  const { ts } = follower;
  const key = constantKey(follower, access.argumentExpression);
  const isIndex = key === undefined ? isCounter(follower, access.argumentExpression) : /^\d+$/u.test(key);
  if (key !== undefined && !isIndex) {
    member(follower, access, key, access.argumentExpression, value);
    return;
  }
  const part =
    isIndex || value.layer?.kind === "index"
      ? elementOf(value, key === undefined ? undefined : Number(key))
      : undefined;
  if (part === "other") return;
  if (!part) follower.whole(value, access);
  else if (isAssigned(ts, withWrappers(ts, access))) follower.write(part, access);
  else follower.go(access, key === undefined && part.layer !== value.layer ? unsure(part) : part);
}

/** @returns the text of a literal, or of a constant with a literal as value. */
function constantKey({ ts }: Follower, expression: TS.Expression): string | undefined {
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return expression.text;
  const binding = ts.isIdentifier(expression) ? bindingOf(ts, expression) : undefined;
  const declaration = binding?.declarations[0]?.parent;
  const value =
    binding?.assigned === 0 &&
    binding.declarations.length === 1 &&
    declaration &&
    ts.isVariableDeclaration(declaration) &&
    ts.isIdentifier(declaration.name)
      ? declaration.initializer
      : undefined;
  return value && ts.isStringLiteralLike(value) ? value.text : undefined;
}

/** Whether an expression is certainly a number, such as a loop counter or `list.length - 1`. */
function isCounter(follower: Follower, expression: TS.Expression): boolean {
  const { ts } = follower;
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    return (
      kind === ts.SyntaxKind.MinusToken || kind === ts.SyntaxKind.PercentToken || kind === ts.SyntaxKind.AsteriskToken
    );
  }
  const declaration = ts.isIdentifier(expression) ? bindingOf(ts, expression)?.declarations[0]?.parent : undefined;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    ts.isForStatement(declaration.parent.parent) &&
    declaration.initializer !== undefined &&
    (ts.isNumericLiteral(declaration.initializer) || isCounter(follower, declaration.initializer))
  );
}

/** @returns whether the use is understood. */
function operand(follower: Follower, node: TS.Expression, parent: TS.BinaryExpression, value: Tracked): boolean {
  const { ts } = follower;
  const { kind } = parent.operatorToken;
  const isRight = parent.right === node;
  if (choosing(ts).has(kind)) chosen(follower, node, parent, value);
  else if (assigning(ts).has(kind)) {
    if (!isRight) return false;
    assign(follower, parent.left, kind === ts.SyntaxKind.EqualsToken ? value : unsure(value));
    if (!ts.isExpressionStatement(parent.parent)) follower.go(parent, unsure(value));
  } else return tested(follower, node, parent, value);
  return true;
}

/** Operators whose result may be one of their operands. */
function choosing({ SyntaxKind }: typeof TS): ReadonlySet<TS.SyntaxKind> {
  return new Set([
    SyntaxKind.BarBarToken,
    SyntaxKind.QuestionQuestionToken,
    SyntaxKind.AmpersandAmpersandToken,
    SyntaxKind.CommaToken,
  ]);
}

function assigning({ SyntaxKind }: typeof TS): ReadonlySet<TS.SyntaxKind> {
  return new Set([SyntaxKind.EqualsToken, SyntaxKind.QuestionQuestionEqualsToken, SyntaxKind.BarBarEqualsToken]);
}

/**
 * Follows `value
 * other`, `other ?? value`, `value && other` and `other, value`.
 */
function chosen(follower: Follower, node: TS.Expression, parent: TS.BinaryExpression, value: Tracked): void {
  const { SyntaxKind } = follower.ts;
  const { kind } = parent.operatorToken;
  const isRight = parent.right === node;
  if (kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken)
    follower.go(parent, isRight ? unsure(value) : value);
  else if (isRight) follower.go(parent, value);
  else if (kind === SyntaxKind.AmpersandAmpersandToken) follower.touch(value, node);
}

/** Follows `"name" in value`, `value instanceof Other` and `value === null`. @returns whether the use is understood. */
function tested(follower: Follower, node: TS.Expression, parent: TS.BinaryExpression, value: Tracked): boolean {
  const { ts } = follower;
  const { kind } = parent.operatorToken;
  const isRight = parent.right === node;
  if (kind === ts.SyntaxKind.InKeyword) {
    if (!isRight || value.layer || !ts.isStringLiteralLike(parent.left)) return false;
    follower.touch(unsure(follower.field(value, parent.left.text)), node);
    return true;
  }
  if (kind === ts.SyntaxKind.InstanceOfKeyword) {
    follower.touch(value, node);
    return !isRight;
  }
  if (isAssignment(ts, parent) || !isNothing(ts, isRight ? parent.left : parent.right)) return false;
  follower.touch(value, node);
  return true;
}

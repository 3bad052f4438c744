import type TS from "typescript";
import { isAssignment } from "../../syntax/bindings/assignments";
import type { ValueId } from "../graph";
import type { Spot } from "../values";
import { add, addVersion, evaluate, implied, spotOf, startOf, type Build } from "../versions/state";
import { assignTo, readTarget, targetOf } from "./assignments";
import { inBranches, whereHolds } from "./branches";
import { addPieces, Pieces, textOf } from "./literals";
import { item } from "../item";

/** Operators. Long chains nest to the left: they are walked without recursion. */

export function binary(build: Build, node: TS.BinaryExpression): ValueId {
  const { ts } = build;
  if (isAssignment(ts, node)) return assignment(build, node);
  const spine: TS.BinaryExpression[] = [];
  let left: TS.Expression = node;
  while (ts.isBinaryExpression(left) && !isAssignment(ts, left)) {
    spine.push(left);
    left = left.left;
  }
  let value = -1;
  for (let at = spine.length - 1; at >= 0; at -= 1) {
    const each = item(spine, at);
    if (each.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      // A chain of `+` is one template if one of its operands is a string.
      let last = at;
      while (last > 0 && spine[last - 1]?.operatorToken.kind === ts.SyntaxKind.PlusToken) last -= 1;
      value = sum(build, spine.slice(last, at + 1).reverse(), value);
      at = last;
    } else {
      value = operate(build, each, value < 0 ? evaluate(build, each.left) : value);
    }
  }
  return value;
}

/** Whether an expression is a string or template literal. */
function isText({ ts }: Build, node: TS.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** @param first the value of the leftmost operand if it has been evaluated, else −1. */
function sum(build: Build, nodes: readonly TS.BinaryExpression[], first: ValueId): ValueId {
  const lowest = item(nodes, 0);
  const last = item(nodes, nodes.length - 1);
  const operands = [lowest.left, ...nodes.map(({ right }) => right)];
  const text = operands.findIndex((each, index) => (index > 0 || first < 0) && isText(build, each));
  const start = startOf(build, lowest.left);
  let value = first;
  const place = { in: build.fn.id, start, depends: 0 };
  const numbers = text < 0 ? operands.length : Math.max(text, 0);
  for (let index = 0; index < numbers; index += 1) {
    if (index === 0 && first >= 0) continue;
    const right = evaluate(build, item(operands, index));
    if (value < 0) value = right;
    else {
      const added = item(nodes, index - 1);
      const about = { end: added.end, operator: "+", operands: [value, right] };
      value = add(build, { kind: "operation", ...place, ...about }, added);
    }
  }
  if (text < 0) return value;
  const pieces = new Pieces();
  if (value >= 0) pieces.addOperand(value, numbers === 1 ? spotOf(build, lowest.left, value).at : undefined);
  for (const each of operands.slice(text)) addPart(build, each, pieces);
  return add(build, { kind: "template", ...place, end: last.end, ...pieces.all }, last);
}

function addPart(build: Build, node: TS.Expression, pieces: Pieces): void {
  const { ts } = build;
  if (ts.isTemplateExpression(node)) addPieces(build, node, pieces);
  else if (ts.isStringLiteralLike(node)) {
    const piece = textOf(build, node);
    if (piece.text !== "" || piece.end > piece.start) pieces.add(piece);
  } else {
    const value = evaluate(build, node);
    pieces.addOperand(value, spotOf(build, node, value).at);
  }
}

function operate(build: Build, node: TS.BinaryExpression, left: ValueId): ValueId {
  const operator = build.ts.tokenToString(node.operatorToken.kind) ?? "?";
  if (operator === ",") return evaluate(build, node.right);
  const first = build.values[left];
  const place = { in: build.fn.id, start: first ? startOf(build, node) : 0, end: node.end, depends: 0 };
  if (operator !== "&&" && operator !== "||" && operator !== "??") {
    const right = evaluate(build, node.right);
    return add(build, { kind: "operation", ...place, operator, operands: [left, right] }, node);
  }
  let right = left;
  const condition = operator === "??" ? isNullish(build, left, node) : left;
  const holds = operator !== "||";
  inBranches(
    build,
    [
      () => {
        whereHolds(build, condition, holds, operator === "??" ? undefined : node.left);
        right = evaluate(build, node.right);
      },
      () => {
        whereHolds(build, condition, !holds, operator === "??" ? undefined : node.left);
      },
    ],
    node,
  );
  const spots = [spotOf(build, node.left, left).at, spotOf(build, node.right, right).at];
  const about = { operator, operands: [left, right], ...(spots.some((each) => each) && { spots }) };
  return add(build, { kind: "operation", ...place, ...about }, node);
}

/** @returns the condition that a value is nullish. */
export function isNullish(build: Build, value: ValueId, node: TS.Node): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const nothing = add(build, { kind: "literal", ...place, value: null }, node);
  return add(build, { kind: "operation", ...place, operator: "==", operands: [value, nothing] }, node);
}

function assignment(build: Build, node: TS.BinaryExpression): ValueId {
  const { ts } = build;
  const operator = ts.tokenToString(node.operatorToken.kind) ?? "=";
  const target = targetOf(build, node.left);
  if (operator === "=") {
    const value = evaluate(build, node.right);
    assignTo(build, target, value, node, node.right);
    return value;
  }
  const before = readTarget(build, target, node.left);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const kind = operator.slice(0, -1);
  if (kind !== "&&" && kind !== "||" && kind !== "??") {
    const value = kind === "+" ? added(build, before, node) : operated(build, kind, before, node);
    assignTo(build, target, value, node, undefined);
    return value;
  }
  const condition = kind === "??" ? isNullish(build, before, node) : before;
  let right = before;
  inBranches(
    build,
    [
      () => {
        whereHolds(build, condition, kind !== "||", undefined);
        right = evaluate(build, node.right);
        assignTo(build, target, right, node, node.right);
      },
      () => {
        whereHolds(build, condition, kind === "||", undefined);
      },
    ],
    node,
  );
  // The result is the member itself: a change of it changes what the object holds.
  if (target.kind === "member" && !ts.isExpressionStatement(node.parent)) return readTarget(build, target, node.left);
  return add(build, { kind: "operation", ...place, operator: kind, operands: [before, right] }, node);
}

function operated(build: Build, operator: string, before: ValueId, node: TS.BinaryExpression): ValueId {
  const right = evaluate(build, node.right);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "operation", ...place, operator, operands: [before, right] }, node);
}

/** `text += "…"` extends the template. */
function added(build: Build, before: ValueId, node: TS.BinaryExpression): ValueId {
  const known = build.values[before] as { kind: string; value?: unknown };
  const isString = known.kind === "template" || (known.kind === "literal" && typeof known.value === "string");
  let right = node.right;
  while (build.ts.isParenthesizedExpression(right)) right = right.expression;
  if (!isString && !isText(build, right)) return operated(build, "+", before, node);
  const pieces = new Pieces();
  pieces.addOperand(before);
  addPart(build, right, pieces);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "template", ...place, ...pieces.all }, node);
}

export function prefix(build: Build, node: TS.PrefixUnaryExpression): ValueId {
  const { ts } = build;
  const operator = ts.tokenToString(node.operator) ?? "?";
  if (operator === "++" || operator === "--") return step(build, node, operator).after;
  return unaryOf(build, operator, node, node.operand);
}

export function postfix(build: Build, node: TS.PostfixUnaryExpression): ValueId {
  return step(build, node, build.ts.tokenToString(node.operator) ?? "++").before;
}

function step(
  build: Build,
  node: TS.PrefixUnaryExpression | TS.PostfixUnaryExpression,
  operator: string,
): { readonly before: ValueId; readonly after: ValueId } {
  const target = targetOf(build, node.operand);
  const before = readTarget(build, target, node.operand);
  const one = implied(build, 1, node);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const about = { operator: operator.charAt(0), operands: [before, one] };
  const after = add(build, { kind: "operation", ...place, ...about }, node);
  assignTo(build, target, after, node, undefined);
  return { before, after };
}

function unaryOf(build: Build, operator: string, node: TS.Node, operand: TS.Expression): ValueId {
  const value = evaluate(build, operand);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "operation", ...place, operator, operands: [value] }, node);
}

/** `typeof x`, `void x`. */
export function unary(operator: string): (build: Build, node: TS.TypeOfExpression | TS.VoidExpression) => ValueId {
  return (build, node) => unaryOf(build, operator, node, node.expression);
}

export function awaited(build: Build, node: TS.AwaitExpression): ValueId {
  const value = evaluate(build, node.expression);
  build.fn.epoch += 1;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return addVersion(build, { kind: "await", ...place, value }, value, node);
}

export function yielded(build: Build, node: TS.YieldExpression): ValueId {
  const value = node.expression ? evaluate(build, node.expression) : implied(build, undefined, node);
  build.fn.epoch += 1;
  build.fn.yields.push(value);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return addVersion(build, { kind: "await", ...place, value }, value, node);
}

export function conditional(build: Build, node: TS.ConditionalExpression): ValueId {
  const condition = evaluate(build, node.condition);
  const sides: { value: ValueId; guard: number; at?: Spot }[] = [];
  const side = (holds: boolean, expression: TS.Expression) => (): void => {
    whereHolds(build, condition, holds, node.condition);
    const { guard } = build;
    const value = evaluate(build, expression);
    sides.push({ value, guard, ...spotOf(build, expression, value) });
  };
  inBranches(build, [side(true, node.whenTrue), side(false, node.whenFalse)], node);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const id = add(build, { kind: "join", ...place, sides }, node);
  const [first, second] = sides.map(({ value }) => item(build.roots, value));
  if (first !== undefined && first === second) build.roots[id] = first;
  return id;
}

export function deleted(build: Build, node: TS.DeleteExpression): ValueId {
  const target = targetOf(build, node.expression);
  assignTo(build, target, undefined, node, undefined);
  return implied(build, true, node);
}

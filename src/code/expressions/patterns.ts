import type TS from "typescript";
import type { ValueId } from "../graph";
import type { Key } from "../values";
import { add, evaluate, implied, startOf, type Build } from "../versions/state";
import { assign, bindingOf } from "../versions/variables";
import type { Place } from "../versions/writes";
import { inBranches, whereHolds } from "./branches";
import { computedPlace, memberOf } from "./members";

/** Destructuring: the value of each target of a pattern. */

/** Declares a name, or the names of a pattern. */
export function declarePattern(build: Build, name: TS.BindingName, value: ValueId): void {
  const { ts } = build;
  if (ts.isIdentifier(name)) {
    const binding = bindingOf(build, name);
    if (binding) assign(build, binding, value);
    return;
  }
  if (ts.isObjectBindingPattern(name)) declareMembers(build, name, value);
  else declareElements(build, name, value);
}

function declareMembers(build: Build, pattern: TS.ObjectBindingPattern, value: ValueId): void {
  const taken: Key[] = [];
  for (const element of pattern.elements) {
    if (element.dotDotDotToken) {
      declarePattern(build, element.name, restOf(build, value, { without: taken }, element));
      continue;
    }
    const place = placeOfName(build, element.propertyName ?? element.name);
    taken.push(place.key);
    const member = memberOf(build, value, place, element);
    declarePattern(build, element.name, withDefault(build, member, element.initializer, element));
  }
}

function declareElements(build: Build, pattern: TS.ArrayBindingPattern, value: ValueId): void {
  const { ts } = build;
  pattern.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    const part = element.dotDotDotToken
      ? restOf(build, value, { without: [], from: index }, element)
      : elementOf(build, value, index, element);
    declarePattern(build, element.name, withDefault(build, part, element.initializer, element));
  });
}

type Assign = (build: Build, node: TS.Expression, value: ValueId) => void;

/** Assigns to the targets of a pattern in an assignment. */
export function assignPattern(
  build: Build,
  node: TS.ObjectLiteralExpression | TS.ArrayLiteralExpression,
  value: ValueId,
  to: Assign,
): void {
  const { ts } = build;
  if (ts.isObjectLiteralExpression(node)) {
    assignMembers(build, node, value, to);
    return;
  }
  node.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    if (ts.isSpreadElement(element))
      to(build, element.expression, restOf(build, value, { without: [], from: index }, element));
    else assignDefaulted(build, element, elementOf(build, value, index, element), to);
  });
}

function assignMembers(build: Build, node: TS.ObjectLiteralExpression, value: ValueId, to: Assign): void {
  const { ts } = build;
  const taken: Key[] = [];
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      to(build, property.expression, restOf(build, value, { without: taken }, property));
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const place = placeOfName(build, property.name);
      taken.push(place.key);
      const member = memberOf(build, value, place, property);
      to(build, property.name, withDefault(build, member, property.objectAssignmentInitializer, property));
    } else if (ts.isPropertyAssignment(property)) {
      const place = placeOfName(build, property.name);
      taken.push(place.key);
      assignDefaulted(build, property.initializer, memberOf(build, value, place, property), to);
    }
  }
}

function assignDefaulted(build: Build, node: TS.Expression, value: ValueId, to: Assign): void {
  const { ts } = build;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    to(build, node.left, withDefault(build, value, node.right, node));
  else to(build, node, value);
}

/** @returns the key of a property name. */
export function placeOfName(build: Build, name: TS.PropertyName | TS.BindingName): Place {
  const { ts } = build;
  if (ts.isComputedPropertyName(name)) return computedPlace(build, name.expression);
  const key = "text" in name ? name.text : "";
  return { key, keyStart: startOf(build, name), keyEnd: name.end };
}

function elementOf(build: Build, of: ValueId, index: number, node: TS.Node): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "element", ...place, of, what: "element", index }, node);
}

function restOf(
  build: Build,
  of: ValueId,
  { without, from }: { readonly without: readonly Key[]; readonly from?: number },
  node: TS.Node,
): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const about = { of, without: [...without], ...(from !== undefined && { from }) };
  return add(build, { kind: "rest", ...place, ...about }, node);
}

/** @returns a value with its default, if there is one. */
export function withDefault(
  build: Build,
  value: ValueId,
  initializer: TS.Expression | undefined,
  node: TS.Node,
): ValueId {
  if (!initializer) return value;
  let otherwise = value;
  if (isPlain(build, initializer)) otherwise = evaluate(build, initializer);
  else {
    const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
    const operands = [value, implied(build, undefined, node)];
    const condition = add(build, { kind: "operation", ...place, operator: "===", operands }, node);
    const evaluateIt = (): void => {
      whereHolds(build, condition, true, undefined);
      otherwise = evaluate(build, initializer);
    };
    const leaveIt = (): void => {
      whereHolds(build, condition, false, undefined);
    };
    inBranches(build, [evaluateIt, leaveIt], node);
  }
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "withDefault", ...place, value, otherwise }, node);
}

/** Whether an expression has no side effects. */
function isPlain({ ts }: Build, node: TS.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
    (ts.isArrayLiteralExpression(node) && node.elements.length === 0)
  );
}

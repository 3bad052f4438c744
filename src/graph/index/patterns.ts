import type TS from "typescript";
import { loadMember } from "./components";
import { none, type Point, type Spot } from "./facts";
import { memberName, type Scope } from "./names";
import type { At, Walk } from "./walk";

/**
 * Gives a value to the names of a pattern.
 *
 * @param scope where the names are declared now; absent: they have been.
 */
export function bind(walk: Walk, name: TS.BindingName, value: number, at: At, scope: Scope | undefined): void {
  const { ts, build } = walk;
  if (ts.isIdentifier(name)) {
    if (scope) declareName(walk, name, scope);
    build.copy(at.scope.find(name.text), value);
    return;
  }
  for (const element of name.elements) {
    if (ts.isOmittedExpression(element)) continue;
    bind(walk, element.name, partOf(walk, element, value, at), at, scope);
  }
}

/** Names of parameters are told from others: they stand in the signature of a function. */
function declareName({ ts, build }: Walk, name: TS.Identifier, scope: Scope): void {
  let owner: TS.Node = name.parent;
  while (ts.isBindingElement(owner) || ts.isBindingName(owner)) owner = owner.parent;
  if (ts.isParameter(owner)) scope.declareParameter(name.text, build.slot());
  else scope.declare(name.text, build.slot());
}

function partOf(walk: Walk, element: TS.BindingElement, value: number, at: At): number {
  const { ts, build } = walk;
  const otherwise = element.initializer ? walk.visit(element.initializer, at) : none;
  if (element.dotDotDotToken) return value;
  const isObject = ts.isObjectBindingPattern(element.parent);
  const written = element.propertyName ?? (ts.isIdentifier(element.name) ? element.name : undefined);
  const part = loadMember(walk, value, isObject ? memberName(ts, written) : undefined);
  return build.merge(part, otherwise);
}

/** Copies a value to the target of an assignment. */
export function assign(walk: Walk, target: TS.Node, value: number, at: At): void {
  const { ts, build } = walk;
  if (ts.isParenthesizedExpression(target) || ts.isNonNullExpression(target) || ts.isAsExpression(target))
    assign(walk, target.expression, value, at);
  else if (ts.isIdentifier(target)) {
    const slot = at.scope.find(target.text);
    build.copy(slot, value);
    notePoint(walk, target, at, { slot, isOuter: at.scope.isOuter(target.text) });
  } else if (ts.isPropertyAccessExpression(target))
    notePoint(walk, target, at, { store: build.store(walk.visit(target.expression, at), target.name.text, value) });
  else if (ts.isElementAccessExpression(target)) {
    const key = target.argumentExpression;
    walk.visit(key, at);
    const name = ts.isStringLiteralLike(key) ? key.text : undefined;
    notePoint(walk, target, at, { store: build.store(walk.visit(target.expression, at), name, value) });
  } else if (ts.isObjectLiteralExpression(target)) assignMembers(walk, target, value, at);
  else if (ts.isArrayLiteralExpression(target))
    for (const each of target.elements) assign(walk, each, build.load(value), at);
}

/** Notes code that changes something, or waits. */
export function notePoint(
  { build }: Walk,
  { end }: Pick<TS.Node, "end">,
  { within, branch }: At,
  change: Partial<Omit<Point, keyof Spot>> = {},
): void {
  build.points.push({ within, branch, end, slot: none, store: undefined, awaited: none, isOuter: false, ...change });
}

/** Notes code that leaves a function or loop. It is told by its first word: what it returns may end where it does. */
export function noteJump(walk: Walk, node: TS.Node, at: At): void {
  notePoint(walk, { end: node.getStart(walk.file) + 1 }, at);
}

/** Notes the names that a declaration gives values to. */
export function noteDeclared(walk: Walk, name: TS.BindingName, at: At): void {
  const { ts } = walk;
  if (ts.isIdentifier(name)) notePoint(walk, name, at, { slot: at.scope.find(name.text) });
  else for (const each of name.elements) if (!ts.isOmittedExpression(each)) noteDeclared(walk, each.name, at);
}

function assignMembers(walk: Walk, target: TS.ObjectLiteralExpression, value: number, at: At): void {
  const { ts, build } = walk;
  for (const each of target.properties) {
    if (ts.isShorthandPropertyAssignment(each)) assign(walk, each.name, build.load(value, each.name.text), at);
    else if (ts.isPropertyAssignment(each))
      assign(walk, each.initializer, build.load(value, memberName(ts, each.name)), at);
    else if (ts.isSpreadAssignment(each)) assign(walk, each.expression, value, at);
  }
}

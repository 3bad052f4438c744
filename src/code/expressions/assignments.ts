import type TS from "typescript";
import type { ValueId } from "../graph";
import type { Binding } from "../names/scopes";
import { versionOf } from "../versions/environment";
import { addVersion, evaluate, spotOf, startOf, type Build } from "../versions/state";
import { assign, bindingOf, readGlobal, readName } from "../versions/variables";
import { write, type Place } from "../versions/writes";
import { holdBy } from "./holders";
import { noteModuleWrite } from "./exports";
import { memberOf, placeOf } from "./members";
import { assignPattern } from "./patterns";
import { item } from "../item";

/** The target of an assignment, with the parts of it that are evaluated before the assigned value. */
export type Target =
  | { readonly kind: "variable"; readonly binding: Binding | undefined; readonly node: TS.Identifier }
  | { readonly kind: "member"; readonly object: ValueId; readonly place: Place; readonly node: TS.Expression }
  | { readonly kind: "pattern"; readonly node: TS.ObjectLiteralExpression | TS.ArrayLiteralExpression }
  | { readonly kind: "none" };

export function targetOf(build: Build, node: TS.Expression): Target {
  const { ts } = build;
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  if (ts.isIdentifier(inner)) return { kind: "variable", binding: bindingOf(build, inner), node: inner };
  if (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) {
    const isSuper = inner.expression.kind === ts.SyntaxKind.SuperKeyword;
    const object = isSuper ? build.readThis(build, inner.expression) : evaluate(build, inner.expression);
    const place: Place = { ...placeOf(build, inner), ...(isSuper && { isSuper }) };
    return { kind: "member", object, place, node: inner };
  }
  if (ts.isObjectLiteralExpression(inner) || ts.isArrayLiteralExpression(inner))
    return { kind: "pattern", node: inner };
  evaluate(build, inner);
  return { kind: "none" };
}

/** @returns the value of a target before the assignment: `x` in `x += 1`. */
export function readTarget(build: Build, target: Target, node: TS.Expression): ValueId {
  if (target.kind === "variable") return readName(build, target.node);
  // A member of `super` is read from the base class, and written to `this`.
  if (target.kind === "member" && target.place.isSuper) return evaluate(build, target.node);
  if (target.kind === "member") return memberOf(build, versionOf(build, target.object), target.place, target.node);
  return evaluate(build, node);
}

/**
 * Assigns a value, or deletes the member if `value` is undefined.
 *
 * @param from the expression of the value, if there is one.
 */
export function assignTo(
  build: Build,
  target: Target,
  value: ValueId | undefined,
  node: TS.Node,
  from: TS.Expression | undefined,
): void {
  if (target.kind === "variable") {
    if (value === undefined) return;
    if (target.binding) assign(build, target.binding, asDeclared(build, target.binding, value));
    else writeGlobal(build, target.node, value);
  } else if (target.kind === "member") {
    const at = from && value !== undefined ? spotOf(build, from, value) : {};
    write(build, target.object, { ...target.place, ...at }, value, node);
    if (value === undefined) return;
    holdBy(build, { holder: target.object, ...target.place }, value, from);
    noteModuleWrite(build, target.object, target.place.key, value);
  } else if (target.kind === "pattern" && value !== undefined)
    assignPattern(build, target.node, value, assignExpression);
}

/** A name that the file does not declare is a member of the global object. */
function writeGlobal(build: Build, node: TS.Identifier, value: ValueId): void {
  const place = { key: node.text, keyStart: startOf(build, node), keyEnd: node.end };
  write(build, readGlobal(build, "globalThis", node), place, value, node);
}

/** @returns a value with the declared type of its variable. The type is all that is known about a value from other code. */
function asDeclared(build: Build, { index }: Binding, value: ValueId): ValueId {
  const type = build.bindingTypes.get(index);
  const { kind, start, end } = item(build.values, value);
  if (type === undefined || (kind !== "call" && kind !== "await" && kind !== "member" && kind !== "variable"))
    return value;
  const about = { value, type, how: "declared" as const };
  return addVersion(
    build,
    { kind: "typed", in: build.fn.id, start, end, depends: 0, ...about },
    value,
    build.nodes[value],
  );
}

/** Assigns a part of a value to a target in a pattern. */
function assignExpression(build: Build, node: TS.Expression, value: ValueId): void {
  assignTo(build, targetOf(build, node), value, node, undefined);
}

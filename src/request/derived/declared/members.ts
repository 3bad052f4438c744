import type TS from "typescript";
import type { FieldShape, Shape } from "../../../shape/shape";
import { walk } from "../../../syntax/walk";
import { shapeWithArguments, type Types } from "./type-arguments";

/** The type that the source gives the body, or what members lead to in it. */
export interface Declared {
  readonly type: TS.Type;
  readonly path: readonly string[];
}

/** A member of a body is read near the body. */
const manyNodes = 2000;

/** @returns the places of code at which a member of a variable is read, up to a bound. */
export function* memberReads(ts: typeof TS, scope: TS.Node, name: string): Generator<TS.Identifier> {
  const found: TS.Identifier[] = [];
  let seen = 0;
  walk(ts, scope, {}, (node, outer) => {
    seen += 1;
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name)
      found.push(node.expression);
    return seen > manyNodes ? undefined : outer;
  });
  if (seen <= manyNodes) yield* found;
}

/** @returns the members of a pattern by name, with what binds them. */
export function boundMembers(ts: typeof TS, pattern: TS.BindingName): ReadonlyMap<string, TS.Identifier> {
  const members = new Map<string, TS.Identifier>();
  if (!ts.isObjectBindingPattern(pattern)) return members;
  for (const { name, propertyName = name, dotDotDotToken } of pattern.elements)
    if (!dotDotDotToken && ts.isIdentifier(name) && ts.isIdentifier(propertyName)) members.set(propertyName.text, name);
  return members;
}

/**
 * The shape of a body, of which code may declare members alone: such a body may have others. A member that is declared to be several things is none of
 * them.
 */
export function shapeOfDeclared(types: Types, declared: readonly Declared[]): Shape | undefined {
  const whole = declared.find(({ path }) => path.length === 0);
  if (whole) return shapeWithArguments(types, whole.type);
  const names = new Set(declared.map(({ path: [name = ""] }) => name));
  const fields = new Map<string, FieldShape>();
  for (const name of names) {
    const inner = declared.flatMap(({ path: [first, ...path], type }) => (first === name ? [{ path, type }] : []));
    const wholes = new Set(inner.flatMap(({ path, type }) => (path.length === 0 ? [type] : [])));
    const shape = wholes.size > 1 ? undefined : shapeOfDeclared(types, inner);
    if (shape && shape.type !== "any") fields.set(name, { name, shape, required: false });
  }
  return fields.size > 0 ? { type: "object", fields, open: true, envelope: true } : undefined;
}

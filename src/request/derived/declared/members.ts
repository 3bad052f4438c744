import type TS from "typescript";
import type { FieldShape, Shape } from "../../../shape/shape";
import { walk } from "../../../syntax/walk";
import { shapeWithArguments, type Types } from "./type-arguments";

/** A type that the source declares for the body, or for a member of it. */
export interface Declared {
  readonly type: TS.Type;
  readonly path: readonly string[];
}

/** Bound on the nodes that are searched for reads of a body's members; they stand near the body. */
const manyNodes = 2000;

/** @returns the reads of members of a variable; none if the scope exceeds the bound. */
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

/** @returns the identifiers that a pattern binds, by the names of the members. */
export function boundMembers(ts: typeof TS, pattern: TS.BindingName): ReadonlyMap<string, TS.Identifier> {
  const members = new Map<string, TS.Identifier>();
  if (!ts.isObjectBindingPattern(pattern)) return members;
  for (const { name, propertyName = name, dotDotDotToken } of pattern.elements)
    if (!dotDotDotToken && ts.isIdentifier(name) && ts.isIdentifier(propertyName)) members.set(propertyName.text, name);
  return members;
}

/** @returns the shape of a body. If the code declares only members of it, it may have others; a member with several declared types is left out. */
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

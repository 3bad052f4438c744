import type { FieldShape, Shape } from "../shape/shape";

/** All shapes that the value at a selector's place may have, with arrays and unions resolved. `undefined`: unknown. */
export type PossibleShapes = readonly PlainShape[] | undefined;

type PlainShape = Exclude<Shape, { type: "array" | "union" | "any" }>;

/** Bounds the shapes at one place; beyond it, nothing is checked. Unions and wildcards of a recursive type could expand forever. */
const manyShapes = 500;

/** @returns the place of a value with one of these shapes. */
export function possibleShapes(shapes: Iterable<Shape>): PossibleShapes {
  const found = new Set<PlainShape>();
  const seen = new Set<Shape>();
  const pending = [...shapes];
  for (let shape = pending.pop(); shape; shape = pending.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    if (shape.type === "any" || seen.size > manyShapes) return undefined;
    if (shape.type === "array") pending.push(shape.elements);
    else if (shape.type === "union") pending.push(...shape.options);
    else found.add(shape);
  }
  return [...found];
}

/** The result of following a name from a place. */
export type Step =
  | { readonly kind: "found"; readonly place: PossibleShapes }
  /** No shape at the place has the field; `names` lists their fields. */
  | { readonly kind: "unknownField"; readonly names: readonly string[] }
  /** No shape at the place has fields. */
  | { readonly kind: "insideScalar" };

/** @returns the place that a segment leads to. It is a misfit only if no possible shape has the name. */
export function stepInto(place: PossibleShapes, name: string): Step {
  if (!place || place.length === 0) return { kind: "found", place: undefined };
  const shapes: Shape[] = [];
  const names = new Set<string>();
  let inside = false;
  for (const shape of place) {
    if (shape.type === "map") {
      inside = true;
      shapes.push(shape.values);
      // A wildcard may also match the elements of an array that contains the place.
      if (name === "*") shapes.push(shape);
    } else if (shape.type === "object") {
      inside = true;
      const field = shape.fields.get(name);
      if (name === "*") shapes.push(shape, ...[...shape.fields.values()].map((each) => each.shape));
      if (field) shapes.push(field.shape);
      else if (shape.open) return { kind: "found", place: undefined };
      else for (const each of shape.fields.keys()) names.add(each);
    }
  }
  if (shapes.length > 0) return { kind: "found", place: possibleShapes(shapes) };
  return inside ? { kind: "unknownField", names: [...names] } : { kind: "insideScalar" };
}

/** @returns the fields at a place by name. If several shapes have a name, the first counts. */
export function fieldsAt(place: PossibleShapes): ReadonlyMap<string, FieldShape> {
  const fields = new Map<string, FieldShape>();
  for (const shape of place ?? []) {
    if (shape.type !== "object") continue;
    for (const [name, field] of shape.fields) if (!fields.has(name)) fields.set(name, field);
  }
  return fields;
}

/** @returns whether a path certainly leads to a value without fields, such as a text or a number. */
export function isPlainAt(shape: Shape | undefined, path: readonly string[]): boolean {
  let place = shape && possibleShapes([shape]);
  for (const name of path) {
    const step = stepInto(place, name);
    place = step.kind === "found" ? step.place : undefined;
  }
  return place !== undefined && place.length > 0 && place.every(({ type }) => type !== "object" && type !== "map");
}

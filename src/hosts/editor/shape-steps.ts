import type { FieldShape, ObjectShape, Shape } from "../../shape/shape";

/** Ways into a shape, for editors: of several shapes that a value may have, each is followed. */

/** @returns the shapes that a value may have below a step: the name of a member, or a place in a list. */
export function shapesBelow(shapes: readonly Shape[], step: string | number): readonly Shape[] {
  return shapes.flatMap((shape): readonly Shape[] => {
    if (shape.type === "union") return shapesBelow(shape.options, step);
    if (typeof step === "number") return shape.type === "array" ? [shape.elements] : [];
    if (shape.type === "map") return [shape.values];
    const field = shape.type === "object" ? shape.fields.get(step) : undefined;
    return field ? [field.shape] : [];
  });
}

/** @returns the objects among the shapes that a value may have. */
export function objectsOf(shapes: readonly Shape[]): readonly ObjectShape[] {
  return shapes.flatMap((shape): readonly ObjectShape[] => {
    if (shape.type === "union") return objectsOf(shape.options);
    return shape.type === "object" ? [shape] : [];
  });
}

/** @returns the fields of the objects that a value may be, by name; required ones first, else in the shape's order. */
export function fieldsOf(shapes: readonly Shape[]): readonly FieldShape[] {
  const fields = new Map<string, FieldShape>();
  for (const { fields: own } of objectsOf(shapes))
    for (const field of own.values()) if (!fields.has(field.name)) fields.set(field.name, field);
  const all = [...fields.values()];
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

/** @returns the values that a shape names, as they are written in YAML. */
export function valuesOf(shapes: readonly Shape[]): readonly string[] {
  const values = shapes.flatMap((shape): readonly string[] => {
    if (shape.type === "union") return valuesOf(shape.options);
    if (shape.type === "boolean") return (shape.values ?? [true, false]).map(String);
    return shape.type === "string" || shape.type === "int64" || shape.type === "number"
      ? (shape.values ?? []).map(String)
      : [];
  });
  return [...new Set(values)];
}

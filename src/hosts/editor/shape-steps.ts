import type { FieldShape, ObjectShape, Shape } from "../../shape/shape";

/** Navigation in shapes, for editors. If a value may have several shapes, all are followed. */

/** @returns the possible shapes below a step: a member's name, or an index in a list. */
export function shapesBelow(shapes: readonly Shape[], step: string | number): readonly Shape[] {
  return shapes.flatMap((shape): readonly Shape[] => {
    if (shape.type === "union") return shapesBelow(shape.options, step);
    if (typeof step === "number") return shape.type === "array" ? [shape.elements] : [];
    if (shape.type === "map") return [shape.values];
    const field = shape.type === "object" ? shape.fields.get(step) : undefined;
    return field ? [field.shape] : [];
  });
}

/** @returns the object shapes among the possible shapes of a value. */
export function objectsOf(shapes: readonly Shape[]): readonly ObjectShape[] {
  return shapes.flatMap((shape): readonly ObjectShape[] => {
    if (shape.type === "union") return objectsOf(shape.options);
    return shape.type === "object" ? [shape] : [];
  });
}

/** @returns the fields of the possible object shapes, one for each name, required ones first. */
export function fieldsOf(shapes: readonly Shape[]): readonly FieldShape[] {
  const fields = new Map<string, FieldShape>();
  for (const { fields: own } of objectsOf(shapes))
    for (const field of own.values()) if (!fields.has(field.name)) fields.set(field.name, field);
  const all = [...fields.values()];
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

/** @returns the values that the shapes list, as written in YAML. */
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

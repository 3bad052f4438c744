import type { AnyShape, ArrayShape, FieldShape, MapShape, ObjectShape, ScalarShape, Shape } from "../../shape/shape";

export const string: ScalarShape = { type: "string" };
export const int64: ScalarShape = { type: "int64" };
export const boolean: ScalarShape = { type: "boolean" };
/** A value without a type or values in the contract. */
export const notShown: AnyShape = { type: "any" };
/** An object without fields in the contract. */
export const openObject: ObjectShape = { type: "object", fields: new Map(), open: true };
/** The server drops a member without a value. */
export const stringMap: MapShape = { type: "map", values: string, sparse: true };

/** A field without its name: what the notation's `required` and `optional` give. */
export type Field = Omit<FieldShape, "name">;

/** @returns the shape of an array of `elements`. */
export function arrayOf(elements: Shape): ArrayShape {
  return { type: "array", elements };
}

/** @returns a field that must be there. `underlyingName` is the provider's own name of it; fields of the envelope have none. */
export function required(underlyingName: string | undefined, shape: Shape, more?: Partial<Field>): Field {
  return { shape, required: true, ...(underlyingName !== undefined && { underlyingName }), ...more };
}

/** @returns a field that may be left out. */
export function optional(underlyingName: string | undefined, shape: Shape, more?: Partial<Field>): Field {
  return { ...required(underlyingName, shape, more), required: false };
}

/**
 * @param name as messages call it.
 * @returns the shape of an object with these fields, in this order, and no others.
 */
export function object(name: string, fields: Readonly<Record<string, Field>>): ObjectShape {
  return {
    type: "object",
    name,
    open: false,
    fields: new Map(Object.entries(fields).map(([key, field]) => [key, { name: key, ...field }])),
  };
}

import type { AnyShape, ArrayShape, FieldShape, MapShape, ObjectShape, ScalarShape, Shape } from "../../shape/shape";

export const string: ScalarShape = { type: "string" };
export const int64: ScalarShape = { type: "int64" };
export const boolean: ScalarShape = { type: "boolean" };
/** A value of a type that the contract does not state. */
export const notShown: AnyShape = { type: "any" };
/** An object with fields that the contract does not list. */
export const openObject: ObjectShape = { type: "object", fields: new Map(), open: true };
/** The server drops members without a value. */
export const stringMap: MapShape = { type: "map", values: string, sparse: true };

/** A field without its name, as `required` and `optional` return it. */
export type Field = Omit<FieldShape, "name">;

/** @returns the shape of an array of `elements`. */
export function arrayOf(elements: Shape): ArrayShape {
  return { type: "array", elements };
}

/** @returns a required field. `underlyingName` is the provider's name for it; fields of the envelope have none. */
export function required(underlyingName: string | undefined, shape: Shape, more?: Partial<Field>): Field {
  return { shape, required: true, ...(underlyingName !== undefined && { underlyingName }), ...more };
}

/** @returns an optional field. */
export function optional(underlyingName: string | undefined, shape: Shape, more?: Partial<Field>): Field {
  return { ...required(underlyingName, shape, more), required: false };
}

/**
 * @param name the name in messages.
 * @returns the shape of an object with exactly these fields, in this order.
 */
export function object(name: string, fields: Readonly<Record<string, Field>>): ObjectShape {
  return {
    type: "object",
    name,
    open: false,
    fields: new Map(Object.entries(fields).map(([key, field]) => [key, { name: key, ...field }])),
  };
}

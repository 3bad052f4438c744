import { withConstraints } from "./constraints/to-json-schema";
import type { FieldShape, ObjectShape, Shape } from "./shape";

export type SchemaObject = Readonly<Record<string, unknown>>;

/** A JSON Schema, draft 7. */
export type JsonSchema = boolean | SchemaObject;

/**
 * Converts a shape to a JSON Schema that matches `checkShape`: `null` counts as absent.
 *
 * Omits what JSON Schema cannot express: underlying names, the version of a field, rules.
 */
export function toJsonSchema(shape: Shape): SchemaObject {
  const { type, constraints } = shape;
  if (type === "union")
    return constraints === undefined
      ? bareSchema(shape)
      : { ...bareSchema(shape), allOf: [withConstraints({}, constraints, "value")] };
  const takesNull = type === "any" ? shape.dropsNull !== true : shape.nullable === true;
  return withConstraints(bareSchema(shape), constraints, takesNull ? "value" : "none");
}

function bareSchema(shape: Shape): SchemaObject {
  switch (shape.type) {
    case "any":
      return shape.dropsNull === true ? { not: { type: "null" } } : {};
    case "union":
      return { anyOf: shape.options.map(toJsonSchema) };
    case "object":
      return objectSchema(shape);
    case "map":
      return {
        type: typeOf("object", shape),
        additionalProperties: shape.sparse === true ? orNull(shape.values) : toJsonSchema(shape.values),
      };
    case "array":
      return { type: typeOf("array", shape), items: toJsonSchema(shape.elements) };
    case "int64":
      return {
        type: typeOf("integer", shape),
        ...valuesOf(shape.values, shape.nullable),
        format: "int64",
        minimum: -(2 ** 63),
        maximum: 2 ** 63,
      };
    default:
      return { type: typeOf(shape.type, shape), ...valuesOf(shape.values, shape.nullable) };
  }
}

function typeOf(type: string, { nullable }: { readonly nullable?: boolean }): string | string[] {
  return nullable === true ? [type, "null"] : type;
}

function valuesOf(
  values: readonly unknown[] | undefined,
  nullable: boolean | undefined,
): { readonly enum?: readonly unknown[] } {
  return values === undefined ? {} : { enum: nullable === true ? [...values, null] : values };
}

function objectSchema(shape: ObjectShape): SchemaObject {
  const fields = [...shape.fields.values()];
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: typeOf("object", shape),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    }),
    ...(required.length > 0 && { required }),
    additionalProperties: shape.open,
  };
}

function fieldSchema(field: FieldShape): JsonSchema {
  const schema = memberSchema(field);
  const description = describeField(field);
  return description === "" ? schema : { ...schema, description };
}

function memberSchema({ shape, required, subresource }: FieldShape): SchemaObject {
  if (subresource === true) return {};
  return required ? toJsonSchema(shape) : orNull(shape);
}

/** @returns the schema of an optional member, which may be null instead of absent. */
function orNull(shape: Shape): SchemaObject {
  const { type, constraints } = shape;
  if (type === "union")
    return constraints === undefined
      ? { anyOf: [...shape.options.map(toJsonSchema), { type: "null" }] }
      : { anyOf: [toJsonSchema(shape), { type: "null" }] };
  if (type === "any")
    return shape.dropsNull === true ? withConstraints({}, constraints, "absent") : toJsonSchema(shape);
  if (shape.nullable === true) return toJsonSchema(shape);
  return withConstraints(bareSchema({ ...shape, nullable: true }), constraints, "absent");
}

/** @returns a field's description for editors. */
export function describeField({ description, required, since, underlyingName, readOnly }: FieldShape): string {
  const facts = [
    description,
    required ? "Required." : undefined,
    underlyingName === undefined ? undefined : `Underlying name: ${underlyingName}.`,
    since === undefined ? undefined : `Since ${since} of the group.`,
    readOnly === true ? "Set by the server." : undefined,
  ];
  return facts.filter((fact) => fact !== undefined).join(" ");
}

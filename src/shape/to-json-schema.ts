import type { FieldShape, ObjectShape, Shape } from "./shape";

export type SchemaObject = Readonly<Record<string, unknown>>;

/** A JSON Schema of draft 7. */
export type JsonSchema = boolean | SchemaObject;

/**
 * Writes a shape as a JSON Schema that checks as `checkShape` does: `null` is the same as leaving a member out.
 *
 * It leaves out what JSON Schema cannot express: underlying names, and the version of a field.
 */
export function toJsonSchema(shape: Shape): SchemaObject {
  switch (shape.type) {
    case "any":
      return {};
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
  const schema = field.required ? toJsonSchema(field.shape) : orNull(field.shape);
  const description = describeField(field);
  return description === "" ? schema : { ...schema, description };
}

function orNull(shape: Shape): SchemaObject {
  if (shape.type === "any") return {};
  return shape.type === "union"
    ? { anyOf: [...shape.options.map(toJsonSchema), { type: "null" }] }
    : toJsonSchema({ ...shape, nullable: true });
}

/** @returns the description that an editor shows of a field. */
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

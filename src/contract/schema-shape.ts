import type { FieldShape, ScalarShape, Shape } from "../shape/shape";

/**
 * A schema as contract files hold it: the part of OpenAPI's schemas that says what a value looks like, and two words of our own. What a
 * schema does not say is not checked.
 */
export interface ContractSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly nullable?: boolean;
  readonly readOnly?: boolean;
  readonly enum?: readonly (string | number | boolean)[];
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  readonly required?: readonly string[];
  /** `true`, or a schema: members that are not among the properties are allowed. */
  readonly additionalProperties?: boolean | ContractSchema;
  readonly items?: ContractSchema;
  readonly oneOf?: readonly ContractSchema[];
  /** The provider's own name of the field. */
  readonly "x-underlying-name"?: string;
  /** The first version of the group that has the field. */
  readonly "x-since"?: string;
}

/**
 * Makes a shape of a schema.
 *
 * @param name what messages call it: `Widget`, `spec of Widget`.
 * @param owner the kind's name, for the names of the objects inside.
 */
export function shapeFromSchema(schema: ContractSchema, name: string, owner = name): Shape {
  const shape = bareShape(schema, name, owner);
  if (schema.nullable !== true || shape.type === "any") return shape;
  if (shape.type === "union")
    return {
      ...shape,
      options: shape.options.map((option) =>
        option.type === "any" || option.type === "union" ? option : { ...option, nullable: true },
      ),
    };
  return { ...shape, nullable: true };
}

function bareShape(schema: ContractSchema, name: string, owner: string): Shape {
  if (schema.oneOf !== undefined)
    return { type: "union", options: schema.oneOf.map((option) => shapeFromSchema(option, name, owner)) };
  switch (schema.type) {
    case "object":
      return objectShape(schema, name, owner);
    case "array":
      return {
        type: "array",
        elements: schema.items === undefined ? { type: "any" } : shapeFromSchema(schema.items, name, owner),
      };
    case "integer":
      return scalar("int64", schema);
    case "string":
    case "number":
    case "boolean":
      return scalar(schema.type, schema);
    default:
      return { type: "any" };
  }
}

function scalar(type: ScalarShape["type"], { enum: values }: ContractSchema): ScalarShape {
  return { type, ...(values !== undefined && { values }) };
}

function objectShape(schema: ContractSchema, name: string, owner: string): Shape {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined && typeof additionalProperties === "object") {
    return { type: "map", values: shapeFromSchema(additionalProperties, name, owner) };
  }
  const fields = Object.entries(properties ?? {}).map(([key, field]): [string, FieldShape] => [
    key,
    {
      name: key,
      shape: shapeFromSchema(field, `${key} of ${owner}`, owner),
      required: required.includes(key),
      ...(field["x-underlying-name"] !== undefined && { underlyingName: field["x-underlying-name"] }),
      ...(field["x-since"] !== undefined && { since: field["x-since"] }),
      ...(field.readOnly === true && { readOnly: true }),
      ...(field.description !== undefined && { description: field.description }),
    },
  ]);
  const open =
    properties === undefined
      ? additionalProperties !== false
      : additionalProperties !== undefined && additionalProperties !== false;
  return { type: "object", name, fields: new Map(fields), open };
}

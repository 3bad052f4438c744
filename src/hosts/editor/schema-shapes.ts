import type { JsonSchema } from "../../contract/configuration/configuration-schema";
import type { FieldShape, ObjectShape, ScalarShape, Shape } from "../../shape/shape";

/**
 * Converts one of our JSON Schemas (the configuration's or contract files') to a shape for completion. Validation uses
 * the schema itself.
 *
 * @param root the schema with the `definitions`.
 */
export function shapeOfSchema(schema: unknown, root: JsonSchema): Shape {
  if (!isSchema(schema)) return { type: "any" };
  const { $ref: reference, then: whenSo, else: otherwise, enum: values, type } = schema;
  if (typeof reference === "string") return shapeOfSchema(resolve(reference, root), root);
  if (whenSo !== undefined) return union([whenSo, otherwise].map((option) => shapeOfSchema(option, root)));
  if (Array.isArray(schema.oneOf)) return union(schema.oneOf.map((option) => shapeOfSchema(option, root)));
  if (Array.isArray(values)) return { type: "string", values: values as string[] };
  if (Array.isArray(type)) return union(type.map((each: unknown) => shapeOfSchema({ ...schema, type: each }, root)));
  switch (type) {
    case "object":
      return objectShape(schema, root);
    case "array":
      return arrayShape(schema, root);
    case "integer":
      return { type: "int64" };
    case "string":
    case "number":
    case "boolean":
      return { type };
    default:
      return schema.items === undefined ? { type: "any" } : arrayShape(schema, root);
  }
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null;
}

function resolve(reference: string, root: JsonSchema): unknown {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => (isSchema(at) ? at[step] : undefined), root);
}

function union(options: readonly Shape[]): Shape {
  return { type: "union", options };
}

/** Elements of a tuple may have the shape of any of its items. */
function arrayShape({ items }: JsonSchema, root: JsonSchema): Shape {
  return {
    type: "array",
    get elements() {
      return Array.isArray(items) ? union(items.map((each) => shapeOfSchema(each, root))) : shapeOfSchema(items, root);
    },
  };
}

function objectShape(schema: JsonSchema, root: JsonSchema): Shape {
  const { properties, additionalProperties, required } = schema;
  if (!isSchema(properties))
    return {
      type: "map",
      get values() {
        return shapeOfSchema(additionalProperties, root);
      },
    };
  const names = Array.isArray(required) ? (required as readonly unknown[]) : [];
  const fields = Object.entries(properties).map(([name, field]): [string, FieldShape] => [
    name,
    fieldOf(name, field, names.includes(name), root),
  ]);
  const shape: ObjectShape = { type: "object", fields: new Map(fields), open: additionalProperties !== false };
  if (!isSchema(additionalProperties)) return shape;
  const values = additionalProperties;
  return union([
    shape,
    {
      type: "map",
      get values() {
        return shapeOfSchema(values, root);
      },
    },
  ]);
}

/** Converts a field's schema on demand, because schemas may be recursive. */
function fieldOf(name: string, schema: unknown, required: boolean, root: JsonSchema): FieldShape {
  const { description, default: initial } = isSchema(schema) ? schema : {};
  const facts = [description, initial === undefined ? undefined : `Default: ${JSON.stringify(initial)}.`];
  const text = facts.filter((fact) => typeof fact === "string").join(" ");
  let shape: Shape | undefined;
  return {
    name,
    required,
    get shape() {
      return (shape ??= shapeOfSchema(schema, root));
    },
    ...(text !== "" && { description: text }),
  };
}

/** @returns a shape with some fields replaced: the contract knows their values, which the schema leaves open. */
export function withFields(shape: Shape, changed: Readonly<Record<string, Shape>>): Shape {
  if (shape.type !== "object") return shape;
  const fields = new Map(shape.fields);
  for (const [name, other] of Object.entries(changed)) {
    const field = fields.get(name);
    if (field)
      fields.set(name, {
        name,
        required: field.required,
        shape: other,
        ...(field.description !== undefined && { description: field.description }),
      });
  }
  return { ...shape, fields };
}

/** @returns the shape of a mapping in which each of these keys is optional. */
export function mappingOf(keys: Iterable<string>, valueOf: (key: string) => Shape): ObjectShape {
  const fields = [...keys].map((name): [string, FieldShape] => [name, { name, required: false, shape: valueOf(name) }]);
  return { type: "object", fields: new Map(fields), open: true };
}

/** @returns the shape of a string with one of these values. */
export function oneOf(values: readonly string[]): ScalarShape {
  return { type: "string", values };
}

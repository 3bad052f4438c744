import { constraintsOf, type Constraints, type Json, type Schema } from "../shape/constraints/schema";
import type { FieldShape, ObjectShape, ScalarShape, Shape } from "../shape/shape";
import { objectMetadata } from "../shape/object-metadata";

/**
 * A schema as contract files hold it: the part of OpenAPI's schemas and of Kubernetes' extensions that says which values fit, and two words of
 * our own. What a schema does not say is not checked.
 */
export interface ContractSchema extends Omit<
  Schema,
  "properties" | "additionalProperties" | "items" | "oneOf" | "anyOf"
> {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly readOnly?: boolean;
  /** What the server fills in where the field is absent. */
  readonly default?: Json;
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  /** `true`, or a schema: members that are not among the properties are allowed. */
  readonly additionalProperties?: boolean | ContractSchema;
  readonly items?: ContractSchema;
  /** Where the schema has no type and an option has one: the shapes of which the value has one. Else a constraint. */
  readonly oneOf?: readonly ContractSchema[];
  readonly anyOf?: readonly ContractSchema[];
  /** A whole number or a string: bounds are for the one, patterns and lengths for the other. */
  readonly "x-kubernetes-int-or-string"?: boolean;
  /** An object of its own, with `apiVersion`, `kind` and `metadata`. */
  readonly "x-kubernetes-embedded-resource"?: boolean;
  /** The server keeps members that are not among the properties. */
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
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
  const { shape, expressed } = bareShape(schema, name, owner);
  const constraints = constraintsOf(schema, expressed);
  const constrained = constraints === undefined ? shape : { ...shape, constraints };
  if (schema.nullable !== true || constrained.type === "any") return constrained;
  if (constrained.type === "union")
    return {
      ...constrained,
      options: constrained.options.map((option) =>
        option.type === "any" || option.type === "union" ? option : { ...option, nullable: true },
      ),
    };
  return { ...constrained, nullable: true };
}

interface Bare {
  readonly shape: Shape;
  /** Keywords that are no constraints, as the shape says the same. */
  readonly expressed: readonly string[];
}

function bareShape(schema: ContractSchema, name: string, owner: string): Bare {
  if (schema["x-kubernetes-int-or-string"] === true) return eitherShape(schema);
  const union = schema.type === undefined ? getUnion(schema) : undefined;
  if (union !== undefined) {
    const options = (schema[union] ?? []).map((option) => shapeFromSchema(option, name, owner));
    return { shape: { type: "union", options }, expressed: [union] };
  }
  const none: readonly string[] = [];
  switch (schema.type) {
    case "object":
      return { shape: objectShape(schema, name, owner), expressed: none };
    case "array": {
      const elements = schema.items === undefined ? anyShape : shapeFromSchema(schema.items, name, owner);
      return { shape: { type: "array", elements }, expressed: none };
    }
    case "integer":
      return scalar("int64", schema);
    case "string":
    case "number":
    case "boolean":
      return scalar(schema.type, schema);
    default:
      return { shape: anyShape, expressed: none };
  }
}

const anyShape: Shape = { type: "any" };

/** @returns the keyword whose options are shapes: one of them has a type. Options that only add conditions are constraints. */
function getUnion(schema: ContractSchema): "oneOf" | "anyOf" | undefined {
  return (["oneOf", "anyOf"] as const).find((keyword) => schema[keyword]?.some(isTyped) === true);
}

function isTyped(schema: ContractSchema): boolean {
  return schema.type !== undefined || schema["x-kubernetes-int-or-string"] === true || getUnion(schema) !== undefined;
}

const ofText: readonly string[] = ["pattern", "minLength", "maxLength", "format"];
const ofNumbers: readonly string[] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** A whole number or a string, each with the constraints that are for its kind. */
function eitherShape(schema: ContractSchema): Bare {
  const rest = Object.keys(schema).filter((keyword) => !ofText.includes(keyword) && !ofNumbers.includes(keyword));
  const options = (["int64", "string"] as const).map((type): Shape => {
    const others = type === "string" ? ofNumbers : ofText;
    const constraints: Constraints | undefined = constraintsOf(schema, [...rest, ...others]);
    return { type, ...(constraints !== undefined && { constraints }) };
  });
  const saysSame = ["anyOf", "oneOf"].filter((keyword) => {
    const alternatives = schema[keyword as "anyOf" | "oneOf"];
    return alternatives?.every((option) => Object.keys(option).join() === "type") === true;
  });
  return { shape: { type: "union", options }, expressed: [...ofText, ...ofNumbers, ...saysSame] };
}

/** Values of one type are told by their text; others are compared as they are. */
function scalar(type: ScalarShape["type"], { enum: values }: ContractSchema): Bare {
  const own = type === "boolean" ? "boolean" : type === "string" ? "string" : "number";
  const isPlain = values?.every((value) => typeof value === own) === true;
  const shape: ScalarShape = { type, ...(isPlain && { values: values as NonNullable<ScalarShape["values"]> }) };
  return { shape, expressed: isPlain ? ["enum"] : [] };
}

function objectShape(schema: ContractSchema, name: string, owner: string): Shape {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined && typeof additionalProperties === "object") {
    return { type: "map", values: shapeFromSchema(additionalProperties, name, owner), sparse: true };
  }
  const fields = Object.entries(properties ?? {}).map(([key, field]): [string, FieldShape] => {
    const more = {
      ...(field["x-underlying-name"] !== undefined && { underlyingName: field["x-underlying-name"] }),
      ...(field["x-since"] !== undefined && { since: field["x-since"] }),
      ...(field.readOnly === true && { readOnly: true }),
      ...(field.default !== undefined && { default: field.default }),
      ...(field.description !== undefined && { description: field.description }),
    };
    const shape = shapeFromSchema(field, `${key} of ${owner}`, owner);
    return [key, { name: key, shape, required: required.includes(key) && field.default === undefined, ...more }];
  });
  // What has to be there need not be described.
  if (additionalProperties !== false)
    for (const key of required)
      if (properties === undefined || !Object.hasOwn(properties, key))
        fields.push([key, { name: key, shape: anyShape, required: true }]);
  const isListed = properties !== undefined;
  const isOpen =
    schema["x-kubernetes-preserve-unknown-fields"] === true ||
    (isListed ? additionalProperties !== undefined && additionalProperties !== false : additionalProperties !== false);
  const shape: ObjectShape = { type: "object", name, fields: new Map(fields), open: isOpen };
  return schema["x-kubernetes-embedded-resource"] === true ? embedded(shape) : shape;
}

/** An object in itself has the members that every object has. */
function embedded(shape: ObjectShape): ObjectShape {
  const own = shape.fields.get("metadata");
  const text: Shape = { type: "string", constraints: { minLength: 1 } };
  const fields = new Map(shape.fields);
  for (const name of ["apiVersion", "kind"])
    fields.set(name, { name, shape: { ...text, ...fields.get(name)?.shape }, required: true });
  fields.set("metadata", { ...own, name: "metadata", required: false, shape: objectMetadata("inner", own?.shape) });
  return { ...shape, fields };
}

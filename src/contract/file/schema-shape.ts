import { constraintsOf, type Constraints, type Json, type Schema } from "../../shape/constraints/schema";
import type { FieldShape, ObjectShape, ScalarShape, Shape, UnionShape } from "../../shape/shape";
import { objectMetadata } from "../../shape/object-metadata";

/**
 * A schema in a contract file: the parts of OpenAPI schemas and Kubernetes extensions that constrain values, and our own `x-underlying-name`, `x-since` and
 * `x-subresource`. Whatever a schema does not mention is not checked.
 */
export interface ContractSchema extends Omit<
  Schema,
  "properties" | "additionalProperties" | "items" | "oneOf" | "anyOf"
> {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly readOnly?: boolean;
  readonly deprecated?: boolean;
  /** The value that the server fills in for an absent field. */
  readonly default?: Json;
  /** A single allowed value in place of `enum`, for comparisons of versions; not written to contract files. */
  readonly const?: Json;
  /** Sent in requests only. */
  readonly writeOnly?: boolean;
  /** `#/schemas/Name`: refers to a schema. Sibling keywords apply too. */
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  /** `true` or a schema: other members are allowed. */
  readonly additionalProperties?: boolean | ContractSchema;
  readonly items?: ContractSchema;
  /** Options with shapes, if the schema has no type and one of the options has one. Other combinations are constraints. */
  readonly oneOf?: readonly ContractSchema[];
  readonly anyOf?: readonly ContractSchema[];
  /** Selects an option of `oneOf` by a member: maps its values to indexes of options. */
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, number>>;
    readonly implicit?: readonly string[];
  };
  /** An integer or a string. Bounds apply to integers; patterns and lengths apply to strings. */
  readonly "x-kubernetes-int-or-string"?: boolean;
  /** A complete object, with `apiVersion`, `kind` and `metadata`. */
  readonly "x-kubernetes-embedded-resource"?: boolean;
  /** The server keeps members that are not listed as properties. */
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** The provider's own name of the field. */
  readonly "x-underlying-name"?: string;
  /** The version of the group that introduced the field. */
  readonly "x-since"?: string;
  /** Written through a separate endpoint (`/status`). The server drops it when the object itself is created or changed. */
  readonly "x-subresource"?: boolean;
}

/** How to read a schema that contains references. */
export interface SchemaReading {
  /** @returns the shape of a named schema. */
  resolve(reference: string): Shape;
  /** Requests need no read-only members, and responses contain no write-only ones. Absent: the same reading for both. */
  readonly direction?: "request" | "response";
}

/**
 * Creates a shape from a schema.
 *
 * @param name the name in messages: `Widget`, `spec of Widget`.
 * @param owner the kind's name, for the names of nested objects.
 * @param reading if absent, references lead to unknown shapes.
 */
export function shapeFromSchema(schema: ContractSchema, name: string, owner = name, reading?: SchemaReading): Shape {
  const { shape, expressed } = bareShape(schema, { name, owner, reading });
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
  /** Keywords that the shape expresses, so they are not constraints. */
  readonly expressed: readonly string[];
}

interface Place {
  readonly name: string;
  readonly owner: string;
  readonly reading: SchemaReading | undefined;
}

function bareShape(schema: ContractSchema, place: Place): Bare {
  const { name, owner, reading } = place;
  const none: readonly string[] = [];
  if (schema.$ref !== undefined) {
    const shape = reading === undefined ? anyShape : withRequired(reading.resolve(schema.$ref), schema.required);
    return { shape, expressed: none };
  }
  if (schema["x-kubernetes-int-or-string"] === true) return eitherShape(schema);
  const union = schema.type === undefined ? getUnion(schema) : undefined;
  if (union !== undefined) {
    const options = (schema[union] ?? []).map((option) => shapeFromSchema(option, name, owner, reading));
    return { shape: { type: "union", options, ...readDiscriminator(schema, union) }, expressed: [union] };
  }
  switch (schema.type) {
    case "object":
      return { shape: objectShape(schema, place), expressed: none };
    case "array":
      return { shape: arrayShape(schema, place), expressed: none };
    case "integer":
      return scalar("int64", schema);
    case "string":
    case "number":
    case "boolean":
      return scalar(schema.type, schema);
    default:
      return { shape: keepsUnknown(schema) && schema.nullable !== true ? storedShape : anyShape, expressed: none };
  }
}

const anyShape: Shape = { type: "any" };
/** Stored as sent, except that the API server drops `null`. */
const storedShape: Shape = { type: "any", dropsNull: true };

function keepsUnknown(schema: ContractSchema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/**
 * @returns the keyword that lists the shapes of a union. At least one option has a type; options without types are
 * constraints.
 */
function getUnion(schema: ContractSchema): "oneOf" | "anyOf" | undefined {
  return (["oneOf", "anyOf"] as const).find((keyword) => schema[keyword]?.some(isTyped) === true);
}

function readDiscriminator(
  { discriminator }: ContractSchema,
  union: "oneOf" | "anyOf",
): Pick<UnionShape, "discriminator"> {
  if (discriminator === undefined || union !== "oneOf") return {};
  const { propertyName: property, mapping, implicit } = discriminator;
  const tags = new Map(Object.entries(mapping));
  return { discriminator: { property, tags, ...(implicit && { implicit: new Set(implicit) }) } };
}

function isTyped(schema: ContractSchema): boolean {
  return (
    schema.type !== undefined ||
    schema.$ref !== undefined ||
    schema["x-kubernetes-int-or-string"] === true ||
    getUnion(schema) !== undefined
  );
}

const ofText: readonly string[] = ["pattern", "minLength", "maxLength", "format"];
const ofNumbers: readonly string[] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** An integer or a string, each with the constraints for its type. */
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

/** A shape compares enum values by their text, so all must have the scalar's type. Other enums are constraints. */
function scalar(type: ScalarShape["type"], { enum: values }: ContractSchema): Bare {
  const own = type === "boolean" ? "boolean" : type === "string" ? "string" : "number";
  const isPlain = values?.every((value) => typeof value === own) === true;
  const shape: ScalarShape = { type, ...(isPlain && { values: values as NonNullable<ScalarShape["values"]> }) };
  return { shape, expressed: isPlain ? ["enum"] : [] };
}

/** Adds the members that a reference requires beyond its schema. */
function withRequired(shape: Shape, required: readonly string[] | undefined): Shape {
  if (required === undefined || shape.type !== "object") return shape;
  const fields = [...shape.fields].map(([key, field]): [string, FieldShape] => [
    key,
    required.includes(key) ? mapField(field, { required: true }) : field,
  ]);
  return { ...shape, fields: new Map(fields) };
}

/** @returns a copy of a field. Copies descriptors, so that a lazy shape stays lazy. */
export function mapField(field: FieldShape, change: Partial<Omit<FieldShape, "shape">>): FieldShape {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(field),
      ...Object.getOwnPropertyDescriptors(change),
    },
  ) as FieldShape;
}

function arrayShape({ items }: ContractSchema, { name, owner, reading }: Place): Shape {
  if (items === undefined) return { type: "array", elements: { type: "any" } };
  const elements = later(() => shapeFromSchema(items, name, owner, reading), reading);
  return {
    type: "array",
    get elements() {
      return elements();
    },
  };
}

/** A schema may contain itself, so a shape with references is converted when its fields are read. */
function later(make: () => Shape, reading: SchemaReading | undefined): () => Shape {
  let shape = reading === undefined ? make() : undefined;
  return () => (shape ??= make());
}

function objectShape(schema: ContractSchema, { name, owner, reading }: Place): Shape {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined && typeof additionalProperties === "object") {
    const values = later(() => shapeFromSchema(additionalProperties, name, owner, reading), reading);
    return {
      type: "map",
      get values() {
        return values();
      },
      sparse: true,
    };
  }
  const { direction } = reading ?? {};
  const present = Object.entries(properties ?? {}).filter(
    ([, { writeOnly }]) => writeOnly !== true || direction !== "response",
  );
  const fields = present.map(([key, field]): [string, FieldShape] => {
    const shape = later(() => shapeFromSchema(field, `${key} of ${owner}`, owner, reading), reading);
    const isRequired = required.includes(key) && field.default === undefined;
    const described: FieldShape = {
      name: key,
      get shape() {
        return shape();
      },
      required: isRequired && !(direction === "request" && field.readOnly === true),
      ...(field["x-underlying-name"] !== undefined && { underlyingName: field["x-underlying-name"] }),
      ...(field["x-since"] !== undefined && { since: field["x-since"] }),
      ...(field["x-subresource"] === true && { subresource: true }),
      ...(field.readOnly === true && { readOnly: true }),
      ...(field.deprecated === true && { deprecated: true }),
      ...(field.default !== undefined && { default: field.default }),
      ...(field.description !== undefined && { description: field.description }),
    };
    return [key, described];
  });
  // Required members may be missing from `properties`.
  if (additionalProperties !== false)
    for (const key of required)
      if (properties === undefined || !Object.hasOwn(properties, key))
        fields.push([key, { name: key, shape: anyShape, required: true }]);
  const isListed = properties !== undefined;
  const isOpen =
    keepsUnknown(schema) ||
    (isListed ? additionalProperties !== undefined && additionalProperties !== false : additionalProperties !== false);
  const shape: ObjectShape = { type: "object", name, fields: new Map(fields), open: isOpen };
  return schema["x-kubernetes-embedded-resource"] === true ? embedded(shape) : shape;
}

/** Adds the members of every Kubernetes object to an embedded one. */
function embedded(shape: ObjectShape): ObjectShape {
  const own = shape.fields.get("metadata");
  const text: Shape = { type: "string", constraints: { minLength: 1 } };
  const fields = new Map(shape.fields);
  for (const name of ["apiVersion", "kind"])
    fields.set(name, { name, shape: { ...text, ...fields.get(name)?.shape }, required: true });
  fields.set("metadata", { ...own, name: "metadata", required: false, shape: objectMetadata("inner", own?.shape) });
  return { ...shape, fields };
}

import { constraintsOf, type Constraints, type Json, type Schema } from "../../shape/constraints/schema";
import type { FieldShape, ObjectShape, ScalarShape, Shape, UnionShape } from "../../shape/shape";
import { objectMetadata } from "../../shape/object-metadata";

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
  readonly deprecated?: boolean;
  /** What the server fills in where the field is absent. */
  readonly default?: Json;
  /** The one value that `enum` has, where it is no list: for comparisons of versions, not kept in contract files. */
  readonly const?: Json;
  /** Part of requests alone. */
  readonly writeOnly?: boolean;
  /** `#/schemas/Name`: the schema of that name, with what stands beside. */
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  /** `true`, or a schema: members that are not among the properties are allowed. */
  readonly additionalProperties?: boolean | ContractSchema;
  readonly items?: ContractSchema;
  /** The shapes of the options, where the schema has no type and an option has one. Other combinations are constraints. */
  readonly oneOf?: readonly ContractSchema[];
  readonly anyOf?: readonly ContractSchema[];
  /** What tells the options of `oneOf` apart: a member, and by each of its values the place of an option. */
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, number>>;
    readonly implicit?: readonly string[];
  };
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
  /** The server takes it at an endpoint of its own (`/status`), and drops it of the object that is created or changed. */
  readonly "x-subresource"?: boolean;
}

/** How a schema is read that refers to others. */
export interface SchemaReading {
  /** Leads to the shape of a named schema. */
  resolve(reference: string): Shape;
  /** A request need not carry what is read-only, and a response has nothing that is write-only. Absent: the same for both. */
  readonly direction?: "request" | "response";
}

/**
 * Makes a shape of a schema.
 *
 * @param name what messages call it: `Widget`, `spec of Widget`.
 * @param owner the kind's name, for the names of the objects inside.
 * @param reading absent: references lead to nothing that is known.
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
  /** Keywords that are no constraints, as the shape says the same. */
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
/** What an API server stores as it is, but for nulls that say nothing. */
const storedShape: Shape = { type: "any", dropsNull: true };

function keepsUnknown(schema: ContractSchema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** @returns the keyword with options that are shapes, at least one of them with a type. Options without types are constraints. */
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

/** What a schema is used for may require more of it. */
function withRequired(shape: Shape, required: readonly string[] | undefined): Shape {
  if (required === undefined || shape.type !== "object") return shape;
  const fields = [...shape.fields].map(([key, field]): [string, FieldShape] => [
    key,
    required.includes(key) ? mapField(field, { required: true }) : field,
  ]);
  return { ...shape, fields: new Map(fields) };
}

/** A copy of a field that keeps its shape lazy. */
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

/** A schema may lead to itself: a shape with references is converted when its fields are read. */
function later(make: () => Shape, reading: SchemaReading | undefined): () => Shape {
  let made = reading === undefined ? make() : undefined;
  return () => (made ??= make());
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
  // What has to be there need not be described.
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

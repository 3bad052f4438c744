import type { Constraints, Json, Schema } from "./schema";

type SchemaObject = Readonly<Record<string, unknown>>;

/** Keywords that mean the same in a JSON Schema of draft 7. */
const same: readonly (keyof Constraints)[] = [
  "const",
  "enum",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "uniqueItems",
];

/** Formats for which no reader of JSON Schema is stricter than the servers are. */
const formats: ReadonlySet<string> = new Set(["date", "date-time", "ipv4", "ipv6"]);

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * Writes constraints as a JSON Schema of draft 7. What that cannot say is left out: rules, the keys of list maps, patterns in the syntax of RE2
 * alone.
 */
function constraintsToJsonSchema(constraints: Constraints): SchemaObject {
  const { pattern, allOf, anyOf, oneOf, not, propertyNames } = constraints;
  const kept = same.flatMap((keyword) => (constraints[keyword] === undefined ? [] : [[keyword, constraints[keyword]]]));
  return {
    ...formatOf(constraints),
    ...Object.fromEntries(kept as [string, Json][]),
    ...exclusive(constraints),
    ...(pattern !== undefined && isPattern(pattern) && { pattern }),
    ...(constraints["x-kubernetes-list-type"] === "set" && { uniqueItems: true }),
    ...(propertyNames && { propertyNames: constraintsToJsonSchema(propertyNames) }),
    ...(allOf && { allOf: allOf.map(conditionToJsonSchema) }),
    ...(anyOf && { anyOf: anyOf.map(conditionToJsonSchema) }),
    ...(oneOf && isWhole(oneOf) && { oneOf: oneOf.map(conditionToJsonSchema) }),
    ...(not && isWhole(not) && { not: conditionToJsonSchema(not) }),
  };
}

/**
 * Adds constraints to the schema of a shape.
 *
 * @param nulls what a null is, which the schema lets through: no value, a value (the values that are listed count for it, combinations do not), or
 * an absent member, for which nothing counts.
 */
export function withConstraints(
  schema: SchemaObject,
  constraints: Constraints | undefined,
  nulls: "none" | "value" | "absent",
): SchemaObject {
  if (constraints === undefined) return schema;
  const { enum: values, const: only, allOf, anyOf, oneOf, not } = constraints;
  const isCombined = [allOf, anyOf, oneOf, not].some((each) => each !== undefined);
  const isListed = values !== undefined || only !== undefined;
  const all = constraintsToJsonSchema(constraints);
  if (nulls === "none" || !(isCombined || (isListed && nulls === "absent"))) return { ...schema, ...all };
  // The fields of the shape stay where editors look for them.
  const listed =
    nulls === "value" ? { ...(values && { enum: values }), ...(only !== undefined && { const: only }) } : {};
  return { ...schema, ...listed, if: { type: "null" }, else: all };
}

/** A schema that stands in a combination. A member that is null counts as absent there. */
function conditionToJsonSchema(schema: Schema): SchemaObject {
  const { type, nullable, properties, required, additionalProperties: others, items } = schema;
  const members = Object.entries(properties ?? {}).map(([key, inner]) => [key, conditionToJsonSchema(inner)] as const);
  const written: SchemaObject = {
    ...constraintsToJsonSchema(schema),
    ...(type !== undefined && { type: nullable === true ? [type, "null"] : type }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required && { required, ...(type === undefined && { type: "object" }) }),
    ...(others !== undefined && {
      additionalProperties: typeof others === "boolean" ? others : conditionToJsonSchema(others),
    }),
    ...(items && { items: conditionToJsonSchema(items) }),
  };
  if (required === undefined) return written;
  const present = Object.fromEntries(required.map((key) => [key, { not: { type: "null" } }]));
  return { allOf: [written, { properties: present }] };
}

/** Under a negation, a schema with fewer keywords is stricter. */
function isWhole(part: unknown): boolean {
  if (Array.isArray(part)) return part.every(isWhole);
  if (typeof part !== "object" || part === null) return true;
  const { format, pattern, "x-kubernetes-list-type": list } = part as Constraints;
  const isKept =
    (format === undefined || format === "int32" || formats.has(format)) &&
    (pattern === undefined || isPattern(pattern)) &&
    list !== "map";
  return isKept && Object.values(part).every(isWhole);
}

function formatOf({ format }: Constraints): SchemaObject {
  if (format === "int32") return int32;
  return format !== undefined && formats.has(format) ? { format } : {};
}

/** OpenAPI 3.0 marks a bound as excluded; JSON Schema has another keyword for it. */
function exclusive({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Constraints): SchemaObject {
  const least = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const most = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  return {
    ...(typeof least === "number" && { exclusiveMinimum: least }),
    ...(typeof most === "number" && { exclusiveMaximum: most }),
  };
}

/** Whether JavaScript, which reads JSON Schemas, understands a pattern. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

import type { Constraints, Json, Schema } from "./schema";

type SchemaObject = Readonly<Record<string, unknown>>;

/** Keywords with the same meaning in JSON Schema draft 7. */
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

/** Formats for which no validator of JSON Schema is stricter than the servers. */
const formats: ReadonlySet<string> = new Set(["date", "date-time", "ipv4", "ipv6"]);

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** Converts constraints to JSON Schema draft 7. Omits what it cannot express: rules, the keys of list maps, and patterns that only RE2 understands. */
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
 * @param nulls the meaning of a null that the schema accepts. `none`: it accepts none. `value`: a value, to which enums apply but combinations do not.
 * `absent`: an absent member, to which no constraint applies.
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
  // Keeps the shape's fields at the top level, where editors look for them.
  const listed =
    nulls === "value" ? { ...(values && { enum: values }), ...(only !== undefined && { const: only }) } : {};
  return { ...schema, ...listed, if: { type: "null" }, else: all };
}

/** Converts a schema inside a combination, where a null member counts as absent. */
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

/** Whether the conversion keeps all keywords. Under a negation, a schema with fewer keywords would be stricter. */
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

/** OpenAPI 3.0 flags a bound as exclusive; JSON Schema has a separate keyword. */
function exclusive({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Constraints): SchemaObject {
  const least = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const most = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  return {
    ...(typeof least === "number" && { exclusiveMinimum: least }),
    ...(typeof most === "number" && { exclusiveMaximum: most }),
  };
}

/** Whether JavaScript supports a pattern: it is what evaluates JSON Schemas. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

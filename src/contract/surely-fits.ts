import type { JsonSchema } from "./configuration-schema";

/** Keywords that say nothing about what fits. */
const annotations = new Set(["$schema", "title", "description", "default", "examples", "definitions"]);

/**
 * A quick look: whether a value fits a JSON Schema beyond doubt. Nearly every configuration does, and a full validator takes longer to load and
 * compile than all the rest of the configuration to read.
 *
 * @returns true only where a validator would find nothing; false, also at a keyword that is not known here, says nothing.
 */
export function surelyFitsSchema(value: unknown, schema: unknown, root: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isRecord(schema)) return false;
  return Object.entries(schema).every(
    ([keyword, argument]) => annotations.has(keyword) || holds(keyword, argument, value, schema, root),
  );
}

function holds(keyword: string, argument: unknown, value: unknown, schema: JsonSchema, root: JsonSchema): boolean {
  const fits = (inner: unknown, innerSchema: unknown): boolean => surelyFitsSchema(inner, innerSchema, root);
  switch (keyword) {
    case "type":
      return [argument].flat().some((type) => isOfType(value, type));
    case "enum":
      return Array.isArray(argument) && typeof value !== "object" && argument.includes(value);
    case "minLength":
      return typeof value !== "string" || (value.length > 0 && argument === 1);
    case "minItems":
      return !Array.isArray(value) || value.length >= Number(argument);
    case "minimum":
      return typeof value !== "number" || value >= Number(argument);
    case "pattern":
      return typeof value !== "string" || new RegExp(String(argument), "u").test(value);
    case "required":
      return !isRecord(value) || (argument as readonly string[]).every((key) => Object.hasOwn(value, key));
    case "properties":
      return (
        !isRecord(value) ||
        Object.entries(argument as JsonSchema).every(
          ([key, inner]) => !Object.hasOwn(value, key) || fits(value[key], inner),
        )
      );
    case "additionalProperties": {
      const known = isRecord(schema.properties) ? schema.properties : {};
      return (
        !isRecord(value) ||
        Object.entries(value).every(([key, inner]) => Object.hasOwn(known, key) || fits(inner, argument))
      );
    }
    case "items": {
      if (!Array.isArray(value)) return true;
      if (!Array.isArray(argument)) return value.every((item) => fits(item, argument));
      return value.every((item, index) =>
        fits(item, index < argument.length ? argument[index] : (schema.additionalItems ?? true)),
      );
    }
    case "additionalItems":
    case "then":
    case "else":
      // Checked with `items` and `if`.
      return Array.isArray(schema.items) || "if" in schema;
    case "if":
      return holdsIf(argument, value, schema, root);
    case "$ref": {
      const name = /^#\/definitions\/(\w+)$/.exec(String(argument))?.[1];
      return name !== undefined && isRecord(root.definitions) && fits(value, root.definitions[name]);
    }
    default:
      return false;
  }
}

/** Only these conditions can be decided here: that something does not surely fit is no proof that it does not. */
function holdsIf(condition: unknown, value: unknown, schema: JsonSchema, root: JsonSchema): boolean {
  if (!isRecord(condition) || Object.keys(condition).length !== 1) return false;
  const { type, required } = condition;
  if (typeof type !== "string" && !Array.isArray(required)) return false;
  const met = Array.isArray(required)
    ? !isRecord(value) || required.every((key: unknown) => Object.hasOwn(value, String(key)))
    : isOfType(value, type);
  return surelyFitsSchema(value, (met ? schema.then : schema.else) ?? true, root);
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "object":
      return isRecord(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    default:
      return typeof value === type && (type !== "number" || Number.isFinite(value));
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import type { JsonSchema } from "../configuration/configuration-schema";
import { isObject } from "../../value/plain-object";

/** Keywords that do not constrain values. */
const annotations = new Set(["$schema", "title", "description", "default", "examples", "definitions"]);

/**
 * A fast check for configurations that certainly fit, which nearly all do. Loading and compiling a full validator takes longer than reading the configuration.
 *
 * @returns true only if a validator would find no error. False proves nothing; unknown keywords yield false.
 */
export function surelyFitsSchema(value: unknown, schema: unknown, root: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return false;
  return Object.entries(schema).every(
    ([keyword, argument]) =>
      annotations.has(keyword) || (keywords.get(keyword)?.({ argument, value, schema, root }) ?? false),
  );
}

/** The input of a keyword's check. */
interface Asked {
  readonly argument: unknown;
  readonly value: unknown;
  /** The schema that contains the keyword, and the root schema with its definitions. */
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

const checkedElsewhere = ({ schema }: Asked): boolean => Array.isArray(schema.items) || "if" in schema;

/** Checks by keyword. A keyword that is missing here is undecided. */
const keywords: ReadonlyMap<string, (asked: Asked) => boolean> = new Map([
  ["type", ({ argument, value }) => [argument].flat().some((type) => isOfType(value, type))],
  ["enum", ({ argument, value }) => Array.isArray(argument) && typeof value !== "object" && argument.includes(value)],
  ["minLength", ({ argument, value }) => typeof value !== "string" || (value.length > 0 && argument === 1)],
  ["minItems", ({ argument, value }) => !Array.isArray(value) || value.length >= Number(argument)],
  ["minimum", ({ argument, value }) => typeof value !== "number" || value >= Number(argument)],
  ["pattern", ({ argument, value }) => typeof value !== "string" || new RegExp(String(argument), "u").test(value)],
  [
    "required",
    ({ argument, value }) =>
      !isObject(value) || (argument as readonly string[]).every((key) => Object.hasOwn(value, key)),
  ],
  ["properties", holdsProperties],
  ["additionalProperties", holdsOtherProperties],
  ["items", holdsItems],
  ["additionalItems", checkedElsewhere],
  ["then", checkedElsewhere],
  ["else", checkedElsewhere],
  ["if", ({ argument, value, schema, root }) => holdsIf(argument, value, schema, root)],
  ["$ref", holdsReference],
]);

function holdsProperties({ argument, value, root }: Asked): boolean {
  if (!isObject(value)) return true;
  return Object.entries(argument as JsonSchema).every(
    ([key, inner]) => !Object.hasOwn(value, key) || surelyFitsSchema(value[key], inner, root),
  );
}

function holdsOtherProperties({ argument, value, schema, root }: Asked): boolean {
  if (!isObject(value)) return true;
  const known = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(value).every(
    ([key, inner]) => Object.hasOwn(known, key) || surelyFitsSchema(inner, argument, root),
  );
}

function holdsItems({ argument, value, schema, root }: Asked): boolean {
  if (!Array.isArray(value)) return true;
  const others = Array.isArray(argument) ? (schema.additionalItems ?? true) : argument;
  const first: readonly unknown[] = Array.isArray(argument) ? argument : [];
  return value.every((item, index) => surelyFitsSchema(item, index < first.length ? first[index] : others, root));
}

function holdsReference({ argument, value, root }: Asked): boolean {
  const name = /^#\/definitions\/(\w+)$/.exec(String(argument))?.[1];
  return name !== undefined && isObject(root.definitions) && surelyFitsSchema(value, root.definitions[name], root);
}

/**
 * Decides only conditions that are a single `type` or `required`. `surelyFitsSchema` cannot show that another condition
 * fails.
 */
function holdsIf(condition: unknown, value: unknown, schema: JsonSchema, root: JsonSchema): boolean {
  if (!isObject(condition) || Object.keys(condition).length !== 1) return false;
  const { type, required } = condition;
  if (typeof type !== "string" && !Array.isArray(required)) return false;
  const met = Array.isArray(required)
    ? !isObject(value) || required.every((key: unknown) => Object.hasOwn(value, String(key)))
    : isOfType(value, type);
  return surelyFitsSchema(value, (met ? schema.then : schema.else) ?? true, root);
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "object":
      return isObject(value);
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

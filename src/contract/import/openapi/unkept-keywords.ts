import { isObject } from "../../../value/plain-object";
import { schemasIn, type Unkept, unkeptPattern } from "../unkept";
import { keepConstraints } from "./keep-constraints";
import type { JsonObject } from "./pointers";
import { sharedSchemas } from "./heirs";
import { isCondition } from "./schemas";

const inside: ReadonlySet<string> = new Set(["additionalProperties", "allOf", "anyOf", "items", "oneOf", "properties"]);

/** @returns the schemas of a document that may become part of its contract. */
export function* schemasOf(document: JsonObject): Generator<JsonObject> {
  const seen = new Set<object>();
  const { components, paths, [sharedSchemas]: spread } = document;
  const named = isObject(components) && isObject(components.schemas) ? Object.values(components.schemas) : [];
  for (const schema of [...named, ...(isObject(spread) ? Object.values(spread) : [])])
    yield* schemasIn(schema, inside, seen);
  const shared = isObject(components) ? { ...components, schemas: undefined } : undefined;
  for (const schema of schemasAt([paths, shared])) yield* schemasIn(schema, inside, seen);
}

/** Finds the schemas of parameters, header fields and media types. Skips examples, which are data. */
function* schemasAt(parts: unknown[]): Generator {
  const pending = [...parts];
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...(next as unknown[]));
    if (!isObject(next)) continue;
    for (const [key, value] of Object.entries(next)) {
      if (key === "schema") yield value;
      else if (key !== "example" && key !== "examples") pending.push(value);
    }
  }
}

const always = (words: string) => (): string => words;

const constraint = (keyword: string) => (argument: unknown) =>
  Object.keys(keepConstraints({ [keyword]: argument })).length > 0
    ? undefined
    : `${keyword} ${JSON.stringify(argument)}`;

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";

/** Conditions on which members come together are not checked. */
const combination = (keyword: string) => (argument: unknown) =>
  Array.isArray(argument) && argument.length > 0 && argument.every(isOnlyCondition)
    ? `${keyword} of conditions`
    : undefined;

function isOnlyCondition(option: unknown): boolean {
  return isObject(option) && isCondition(option) && !("$ref" in option) && !("allOf" in option);
}

/**
 * Keywords of OpenAPI 3.0 and 3.1 with arguments that a contract cannot express. All others are kept or do not constrain values. `format` is only a hint; three
 * formats are checked.
 */
export const unkeptKeywords: Unkept = {
  $dynamicRef: always("$dynamicRef"),
  anyOf: combination("anyOf"),
  const: (argument) => (isScalar(argument) ? undefined : "const of an object or a list"),
  contains: always("contains"),
  dependencies: always("dependencies"),
  dependentRequired: always("dependentRequired"),
  dependentSchemas: always("dependentSchemas"),
  enum: (argument) => (Array.isArray(argument) && argument.every(isScalar) ? undefined : "enum with objects or lists"),
  exclusiveMaximum: (argument) => (argument === false ? undefined : constraint("exclusiveMaximum")(argument)),
  exclusiveMinimum: (argument) => (argument === false ? undefined : constraint("exclusiveMinimum")(argument)),
  if: always("if"),
  items: (argument) => (Array.isArray(argument) || argument === false ? "items by place" : undefined),
  maxItems: constraint("maxItems"),
  maxLength: constraint("maxLength"),
  maxProperties: constraint("maxProperties"),
  maximum: constraint("maximum"),
  minItems: constraint("minItems"),
  minLength: constraint("minLength"),
  minProperties: constraint("minProperties"),
  minimum: constraint("minimum"),
  multipleOf: constraint("multipleOf"),
  not: always("not"),
  oneOf: combination("oneOf"),
  pattern: unkeptPattern,
  patternProperties: always("patternProperties"),
  prefixItems: always("prefixItems"),
  propertyNames: always("propertyNames"),
  required: (argument, { properties, allOf }) =>
    Array.isArray(argument) &&
    allOf === undefined &&
    isObject(properties) &&
    argument.some((name) => typeof name === "string" && !Object.hasOwn(properties, name))
      ? "required members that are not described"
      : undefined,
  unevaluatedItems: (argument) => (argument === true ? undefined : "unevaluatedItems"),
  unevaluatedProperties: (argument) => (argument === true ? undefined : "unevaluatedProperties"),
};

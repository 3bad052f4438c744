import { isObject } from "../../../value/plain-object";
import type { JsonObject } from "./pointers";

/** Keywords that do not constrain values. */
const annotations = new Set([
  "description",
  "title",
  "example",
  "examples",
  "deprecated",
  "externalDocs",
  "xml",
  "default",
  "$comment",
]);

/** @returns whether a schema constrains values itself, apart from `allOf`, `anyOf` and `oneOf`. */
export function saysAnything(schema: JsonObject): boolean {
  return Object.keys(schema).some(
    (key) =>
      !annotations.has(key) && !key.startsWith("x-") && !["allOf", "anyOf", "oneOf", "discriminator"].includes(key),
  );
}

/**
 * Merges the schemas of an `allOf`.
 *
 * @param schemas without references.
 */
export function mergeAll(schemas: readonly JsonObject[]): JsonObject {
  const merged: Record<string, unknown> = {};
  for (const schema of schemas) {
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties" && isObject(value))
        merged.properties = mergeProperties(merged.properties, value, "allOf");
      else if (key === "required" && Array.isArray(value)) {
        const before = Array.isArray(merged.required) ? (merged.required as unknown[]) : [];
        merged.required = [...new Set([...before, ...(value as unknown[])])];
      } else if (key === "nullable") merged.nullable = value === true && merged.nullable !== false;
      else merged[key] ??= value;
    }
    if (schema.nullable !== true && saysAnything(schema)) merged.nullable = false;
  }
  return merged;
}

/**
 * Merges the object schemas of a union: any member of an option is allowed, and members that all options require are required.
 *
 * @param schemas without references.
 */
export function mergeAny(schemas: readonly JsonObject[]): JsonObject {
  let properties: Record<string, unknown> = {};
  for (const schema of schemas)
    if (isObject(schema.properties)) properties = mergeProperties(properties, schema.properties, "anyOf");
  const lists = schemas.map(({ required }) => (Array.isArray(required) ? (required as unknown[]) : []));
  const required = (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  const isOpen = schemas.some(
    ({ properties: own, additionalProperties }) =>
      own === undefined || (additionalProperties !== undefined && additionalProperties !== false),
  );
  return {
    type: "object",
    properties,
    required,
    ...(isOpen && { additionalProperties: true }),
    ...(schemas.some(({ nullable }) => nullable === true) && { nullable: true }),
  };
}

function mergeProperties(before: unknown, more: JsonObject, word: "allOf" | "anyOf"): Record<string, unknown> {
  const merged: Record<string, unknown> = isObject(before) ? { ...before } : {};
  for (const [name, schema] of Object.entries(more)) {
    const same = Object.hasOwn(merged, name) ? merged[name] : undefined;
    const isSame = same === undefined || JSON.stringify(same) === JSON.stringify(schema);
    Object.defineProperty(merged, name, {
      value: isSame ? schema : { [word]: [same, schema] },
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return merged;
}

import type { ContractSchema } from "../schema-shape";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Words that say nothing of what a value looks like, or that the contract says in its own way. */
const silent = new Set([
  "$schema",
  "additionalProperties",
  "default",
  "description",
  "enum",
  "example",
  "externalDocs",
  "id",
  "items",
  "nullable",
  "properties",
  "required",
  "title",
  "type",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-preserve-unknown-fields",
]);

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean"]);

/** Schemas are no deeper than this; what is below is not checked. */
const greatestDepth = 64;

export interface ConvertedSchema {
  readonly schema: ContractSchema;
  /** How often each validation that a contract cannot hold was left out, by its keyword. */
  readonly skipped: ReadonlyMap<string, number>;
  /** The number of schemas in it: how full the definition is. */
  readonly size: number;
}

/**
 * Converts a structural schema of a custom resource definition (OpenAPI v3) to what a contract file holds.
 *
 * Never fails: what is not understood is not checked. Validations beyond the look of a value (patterns, bounds, formats, CEL, logical
 * combinations) are left out and counted.
 *
 * @param keepsUnknown the server keeps fields that the schema does not have, at any depth.
 */
export function convertSchema(source: unknown, keepsUnknown = false): ConvertedSchema {
  const skipped = new Map<string, number>();
  let size = 0;

  function convert(from: unknown, depth: number): ContractSchema {
    if (!isObject(from) || depth > greatestDepth) return {};
    size += 1;
    const isEither = from["x-kubernetes-int-or-string"] === true;
    for (const keyword of Object.keys(from))
      if (!silent.has(keyword) && !(isEither && saysEither(keyword, from[keyword])))
        skipped.set(keyword, (skipped.get(keyword) ?? 0) + 1);
    const nullable = from.nullable === true ? { nullable: true } : {};
    if (isEither)
      return {
        oneOf: [
          { type: "integer", ...nullable },
          { type: "string", ...nullable },
        ],
      };
    const type = types.has(from.type) ? (from.type as NonNullable<ContractSchema["type"]>) : undefined;
    const values = scalarsOf(from.enum);
    if (from.enum !== undefined && values === undefined) skipped.set("enum", (skipped.get("enum") ?? 0) + 1);
    if (type === "object" || (type === undefined && isObject(from.properties)))
      return { ...convertObject(from, depth), ...nullable };
    if (type === "array")
      return { type, ...(from.items !== undefined && { items: convert(from.items, depth + 1) }), ...nullable };
    return type === undefined ? {} : { type, ...(values !== undefined && { enum: values }), ...nullable };
  }

  function convertObject(from: Readonly<Record<string, unknown>>, depth: number): ContractSchema {
    const converted: Mutable<ContractSchema> = { type: "object" };
    const properties = isObject(from.properties) ? { ...from.properties } : {};
    const open = keepsUnknown || from["x-kubernetes-preserve-unknown-fields"] === true;
    if (from["x-kubernetes-embedded-resource"] === true) {
      for (const name of ["apiVersion", "kind"]) properties[name] ??= { type: "string" };
      properties.metadata ??= { type: "object" };
    }
    const names = Object.keys(properties);
    if (names.length > 0) {
      converted.properties = Object.fromEntries(names.map((name) => [name, convert(properties[name], depth + 1)]));
      // The server fills in what has a default before it looks.
      const required = stringsOf(from.required).filter((name) => name in properties && !hasDefault(properties[name]));
      if (required.length > 0) converted.required = required;
    }
    const { additionalProperties } = from;
    if (isObject(additionalProperties)) converted.additionalProperties = convert(additionalProperties, depth + 1);
    else if (open || additionalProperties === true) converted.additionalProperties = true;
    return converted;
  }

  const schema = convert(source, 0);
  return { schema, skipped, size };
}

/** Whether a keyword says no more than that a value is a whole number or a string. */
function saysEither(keyword: string, options: unknown): boolean {
  if (keyword !== "anyOf" || !Array.isArray(options)) return false;
  return options.every(
    (option) =>
      isObject(option) &&
      Object.keys(option).join() === "type" &&
      (option.type === "integer" || option.type === "string"),
  );
}

/** @returns whether a value is a mapping. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasDefault(schema: unknown): boolean {
  return isObject(schema) && schema.default !== undefined;
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** @returns the values of an enumeration of scalars. */
function scalarsOf(value: unknown): (string | number | boolean)[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const scalars = value.filter(
    (each) => typeof each === "string" || typeof each === "number" || typeof each === "boolean",
  );
  return scalars.length === value.filter((each) => each !== null).length ? scalars : undefined;
}

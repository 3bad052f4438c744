import type { ContractSchema } from "../../file/schema-shape";
import type { Constraints } from "../../../shape/constraints/schema";
import { keepConstraints } from "../openapi/keep-constraints";
import { isObject } from "../../../value/plain-object";
import { schemasIn, type Unkept, unkeptPattern } from "../unkept";
import type { JsonObject } from "../openapi/pointers";

const greatestDepth = 64;

/** Number formats that JSON encodes as texts, because values may exceed its exact range. The server accepts numbers too. */
const longNumbers: ReadonlySet<unknown> = new Set(["int64", "uint64"]);

/** Converts a schema of a discovery document to a contract schema. Unsupported parts are not checked. */
export function convertDiscoverySchema(
  source: unknown,
  nameOf: (reference: string) => string,
  depth = 0,
): ContractSchema {
  if (!isObject(source) || depth > greatestDepth) return {};
  const convert = (inner: unknown): ContractSchema => convertDiscoverySchema(inner, nameOf, depth + 1);
  const flags = {
    ...(source.readOnly === true && { readOnly: true }),
    ...(source.deprecated === true && { deprecated: true }),
  };
  if (typeof source.$ref === "string") return { $ref: `#/schemas/${nameOf(source.$ref)}`, ...flags };
  switch (source.type) {
    case "object":
      return { ...convertObject(source, convert), ...flags };
    case "array":
      return { type: "array", ...(source.items !== undefined && { items: convert(source.items) }), ...flags };
    case "string":
      if (longNumbers.has(source.format))
        return { oneOf: [{ type: "string" }, { type: "integer", ...boundsOf(source) }], ...flags };
      return { type: "string", ...patternOf(source), ...valuesOf(source), ...flags };
    case "integer":
    case "number":
      return { type: source.type, ...boundsOf(source), ...flags };
    case "boolean":
      return { type: source.type, ...flags };
    default:
      return flags;
  }
}

function convertObject(source: JsonObject, convert: (inner: unknown) => ContractSchema): ContractSchema {
  const properties = isObject(source.properties) ? source.properties : {};
  const names = Object.keys(properties);
  const { additionalProperties } = source;
  return {
    type: "object",
    ...(names.length > 0 && {
      properties: Object.fromEntries(names.map((name) => [name, convert(properties[name])])),
    }),
    ...(isObject(additionalProperties) && {
      additionalProperties: names.length > 0 ? true : convert(additionalProperties),
    }),
  };
}

function valuesOf({ enum: values }: JsonObject): Pick<ContractSchema, "enum"> {
  const texts = Array.isArray(values) ? values.filter((each) => typeof each === "string") : [];
  return texts.length > 0 ? { enum: texts } : {};
}

/** Discovery documents write bounds as texts. Bounds that a JSON number cannot represent exactly are omitted. */
function boundsOf({ minimum, maximum }: JsonObject): Pick<Constraints, "minimum" | "maximum"> {
  return keepConstraints({ minimum: toBound(minimum), maximum: toBound(maximum) });
}

function toBound(bound: unknown): unknown {
  if (typeof bound !== "string" || !/^-?\d+(?:\.\d+)?$/u.test(bound)) return bound;
  const number = Number(bound);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Keeps `pattern` only. `format` is too strict: a time of day may lack its offset if another field names the time zone. */
function patternOf({ pattern }: JsonObject): Pick<Constraints, "pattern"> {
  return keepConstraints({ pattern });
}

const inside: ReadonlySet<string> = new Set(["additionalProperties", "items", "properties"]);

/** @returns the schemas of a discovery document, including those of parameters. */
export function* discoverySchemasOf(document: JsonObject): Generator<JsonObject> {
  const seen = new Set<object>();
  const named = isObject(document.schemas) ? Object.values(document.schemas) : [];
  for (const schema of [...named, ...parametersOf(document)]) yield* schemasIn(schema, inside, seen);
}

function* parametersOf({ parameters, methods, resources }: JsonObject): Generator {
  if (isObject(parameters)) yield* Object.values(parameters);
  for (const part of [methods, resources])
    for (const each of isObject(part) ? Object.values(part).filter(isObject) : []) yield* parametersOf(each);
}

const bound = (keyword: string) => (argument: unknown) =>
  Object.keys(keepConstraints({ [keyword]: toBound(argument) })).length > 0
    ? undefined
    : `${keyword} ${String(argument)}`;

/** Keywords of discovery documents with arguments that a contract cannot express. `format` is only a hint, except for long numbers. */
export const unkeptInDiscovery: Unkept = {
  enum: (argument) =>
    Array.isArray(argument) && argument.every((each) => typeof each === "string") ? undefined : "enum without texts",
  maximum: bound("maximum"),
  minimum: bound("minimum"),
  pattern: unkeptPattern,
  variant: () => "variant",
};

import { isObject } from "../../../value/plain-object";
import { findPointer, type JsonObject } from "./pointers";

/** Keys that contain data, not schemas. */
const data = new Set(["example", "examples", "default", "enum", "const"]);

/** Keys that map the description's own names to schemas. */
const maps = new Set(["properties", "patternProperties", "schemas", "definitions", "$defs"]);

/**
 * Replaces a reference in place of a schema's `properties` by its target. The format allows references only to schemas, but published descriptions contain
 * these. A broken reference leaves the properties unknown.
 */
export function withReferredProperties(document: JsonObject): JsonObject {
  const pending: { readonly value: unknown; readonly isMap: boolean }[] = [{ value: document, isMap: false }];
  const found: Record<string, unknown>[] = [];
  const seen = new Set<unknown>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, isMap } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if (!isMap && data.has(key)) continue;
      const isInnerMap = !isMap && maps.has(key);
      if (isInnerMap && key === "properties" && referenceOf(inner) !== undefined)
        found.push(value as Record<string, unknown>);
      else pending.push({ value: inner, isMap: isInnerMap });
    }
  }
  if (found.length === 0) return document;
  for (const schema of found) {
    const properties = lead(document, schema.properties);
    if (properties) schema.properties = properties;
    else {
      delete schema.properties;
      schema.additionalProperties = true;
    }
  }
  return document;
}

function lead(document: JsonObject, given: unknown): JsonObject | undefined {
  const passed = new Set<string>();
  for (let at = given; ;) {
    const reference = referenceOf(at);
    if (reference === undefined) return isObject(at) ? propertiesOf(at) : undefined;
    if (passed.has(reference)) return undefined;
    passed.add(reference);
    at = findPointer(document, reference);
  }
}

/** The target is a map of properties, or a schema with properties, which has a textual `type`. */
function propertiesOf(found: JsonObject): JsonObject | undefined {
  if (typeof found.type !== "string") return found;
  return isObject(found.properties) && referenceOf(found.properties) === undefined ? found.properties : undefined;
}

/** A property named `$ref` has a schema as its value, not a text. */
function referenceOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.$ref === "string" ? value.$ref : undefined;
}

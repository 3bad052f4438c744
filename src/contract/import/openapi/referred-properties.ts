import { isObject } from "../../../value/plain-object";
import { findPointer, type JsonObject } from "./pointers";

/** What stands below these keys is data. */
const data = new Set(["example", "examples", "default", "enum", "const"]);

/** Keywords that hold names of the description's own. */
const maps = new Set(["properties", "patternProperties", "schemas", "definitions", "$defs"]);

/**
 * Puts what it leads to in the place of a reference that stands for all `properties` of a schema. The format has references to schemas alone, and people
 * write these all the same. One that leads nowhere leaves the properties unknown.
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

/** The path leads to properties, or to a schema with them, of type text. */
function propertiesOf(found: JsonObject): JsonObject | undefined {
  if (typeof found.type !== "string") return found;
  return isObject(found.properties) && referenceOf(found.properties) === undefined ? found.properties : undefined;
}

/** A property that is called `$ref` has a schema, and no text. */
function referenceOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.$ref === "string" ? value.$ref : undefined;
}

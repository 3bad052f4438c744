import { findPointer, stepsOf, type JsonObject } from "../../../contract/import/openapi/pointers";
import { sharedSchemas } from "../../../contract/import/openapi/heirs";
import { isObject } from "../../../value/plain-object";
import { mappingsIn } from "./mapped-references";
import { objectsIn } from "./objects-in";

const schemaKeys = new Set(["schema", "items", "additionalProperties", "not"]);
const schemaParents = new Set(["properties", "patternProperties", "oneOf", "anyOf", "allOf", "mapping"]);

/**
 * Moves schemas that a bundled document refers to into a common place. A schema is then identified by its reference,
 * not by where it first occurred.
 *
 * @param document is modified.
 */
export function shareSchemas(document: JsonObject): JsonObject {
  const references = [...referencesIn(document)];
  const mappings = [...mappingsIn(document)];
  const pointers = new Set(references.map(({ $ref }) => $ref).filter(isSchemaPlace));
  const shared: Record<string, unknown> = {};
  const share = (holder: Record<string, unknown>, key: string, word: string): string => {
    const name = `${word}_${Object.keys(shared).length + 1}`;
    const reference = `#/${sharedSchemas}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    shared[name] = holder[key];
    holder[key] = { $ref: reference };
    return reference;
  };
  const moved = new Map<string, string>();
  // Longer pointers first: moving an inner schema leaves the pointers to outer ones valid.
  for (const pointer of [...pointers].sort((a, b) => b.length - a.length)) {
    const steps = stepsOf(pointer);
    const holder = findPointer(document, pointer.slice(0, pointer.lastIndexOf("/"))) as Record<string, unknown>;
    if (!isObject(findPointer(document, pointer))) continue;
    const word = steps.findLast((step) => !/^\d+$/u.test(step)) ?? "schema";
    moved.set(pointer, share(holder, steps.at(-1) ?? "", word));
  }
  // Inline schemas in mappings; no other place refers to them.
  for (const mapping of mappings)
    for (const [tag, schema] of Object.entries(mapping))
      if (isObject(schema) && !("$ref" in schema)) share(mapping, tag, tag);
  for (const each of references) each.$ref = moved.get(each.$ref) ?? each.$ref;
  return Object.keys(shared).length > 0 ? { ...document, [sharedSchemas]: shared } : document;
}

function isSchemaPlace(pointer: string): boolean {
  if (!pointer.startsWith("#/") || pointer.startsWith("#/components/schemas/")) return false;
  const [parent = "", last = ""] = stepsOf(pointer).slice(-2);
  return schemaKeys.has(last) || schemaParents.has(parent);
}

function* referencesIn(document: JsonObject): Generator<{ $ref: string }> {
  for (const each of objectsIn(document)) if (typeof each.$ref === "string") yield each as { $ref: string };
}

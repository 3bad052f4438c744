import { dirname, resolve } from "node:path";
import { findPointer } from "../../../contract/import/openapi/pointers";
import { isObjectOrList, objectsIn } from "./objects-in";

/**
 * Reads a file of the description.
 *
 * @throws if the file may not be read.
 */
export type ReadDocument = (path: string) => unknown;

/**
 * Turns the references in discriminators' mappings from plain texts into `$ref` objects, which the bundler follows.
 * Texts that do not lead to a schema are kept.
 *
 * @param document is modified.
 * @param path of its file.
 */
export function withMappedReferences(document: unknown, path: string, read: ReadDocument): unknown {
  for (const mapping of mappingsIn(document))
    for (const [tag, target] of Object.entries(mapping))
      if (isReference(target) && leadsToSchema(target, document, path, read)) mapping[tag] = { $ref: target };
  return document;
}

/** Whether a mapping refers to another file. */
export function mapsToFiles(document: unknown): boolean {
  for (const mapping of mappingsIn(document))
    if (Object.values(mapping).some((target) => isReference(target) && !target.startsWith("#"))) return true;
  return false;
}

/** Yields the mappings of all discriminators in a document. */
export function* mappingsIn(document: unknown): Generator<Record<string, unknown>> {
  for (const { propertyName, mapping } of objectsIn(document))
    if (typeof propertyName === "string" && isObjectOrList(mapping)) yield mapping;
}

/** Whether a target is a reference; otherwise it is the name of a schema. */
function isReference(target: unknown): target is string {
  return typeof target === "string" && (target.includes("#") || /\.(?:ya?ml|json)$/iu.test(target));
}

function leadsToSchema(reference: string, document: unknown, path: string, read: ReadDocument): boolean {
  const [file = "", fragment = ""] = reference.split("#", 2);
  try {
    const target = file === "" ? document : read(resolve(dirname(path), decodeURIComponent(file)));
    return isObjectOrList(target) && isObjectOrList(findPointer(target, `#${fragment}`));
  } catch {
    return false;
  }
}

import type { ContractFileKind } from "../../file/contract-file";
import { isObject } from "../../../value/plain-object";
import type { JsonObject } from "./pointers";
import type { SchemaConverter } from "./schemas";

const word = "x-kubernetes-group-version-kind";

/**
 * The kinds of a Kubernetes API server, which its description marks.
 *
 * Lists, and what is only sent to endpoints, have no `metadata` of an object; they are no kinds that a manifest holds.
 */
export function* readKinds(document: JsonObject, converter: SchemaConverter): Generator<ContractFileKind> {
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isObject(schema) || !Array.isArray(schema[word]) || !isObject(schema.properties)) continue;
    const marks = schema[word] as readonly unknown[];
    const [mark] = marks;
    const isManifest = marks.length === 1 && isOfObject(schema.properties.metadata);
    if (!isManifest || !isObject(mark)) continue;
    const { group, version, kind } = mark;
    if (typeof group !== "string" || typeof version !== "string" || typeof kind !== "string") continue;
    const reference = { $ref: `#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` };
    const source = filledIn.get(`${kind}.${group}`);
    const described = source === undefined ? reference : without(schema, source);
    yield { kind, group, versions: [version], schema: converter.convert(described) };
  }
}

/** Fields that the description requires, and that the server takes for empty where they are absent. */
const filledIn: ReadonlyMap<string, string> = new Map([["EndpointSlice.discovery.k8s.io", "endpoints"]]);

function without(schema: JsonObject, field: string): JsonObject {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return { ...schema, required: required.filter((name) => name !== field) };
}

function isOfObject(metadata: unknown): boolean {
  return JSON.stringify(metadata ?? "").includes("ObjectMeta");
}

import type { ContractFileKind } from "../../file/contract-file";
import { isObject } from "../../../value/plain-object";
import { markStatus } from "../subresources";
import type { JsonObject } from "./pointers";
import type { SchemaConverter } from "./schemas";

const word = "x-kubernetes-group-version-kind";

/**
 * Reads the kinds that a Kubernetes API server marks in its description.
 *
 * Skips lists and the bodies of special endpoints: they have no object `metadata`, and manifests do not contain them.
 */
export function* readKinds(document: JsonObject, converter: SchemaConverter): Generator<ContractFileKind> {
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const withStatus = new Set(findKindsWithStatus(document));
  for (const [name, schema] of Object.entries(schemas)) {
    const mark = isObject(schema) ? markOf(schema) : undefined;
    if (mark === undefined || !isObject(schema)) continue;
    const { group, version, kind } = mark;
    const source = filledIn.get(`${kind}.${group}`);
    const hasStatus = withStatus.has(keyOf(mark));
    const reference = { $ref: `#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` };
    const converted = converter.convert(source === undefined && !hasStatus ? reference : without(schema, source));
    yield { kind, group, versions: [version], schema: hasStatus ? markStatus(converted) : converted };
  }
}

interface Mark {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** @returns the kind that a schema describes; `undefined` if it is not an object with metadata. */
function markOf({ [word]: marks, properties }: JsonObject): Mark | undefined {
  if (!Array.isArray(marks) || marks.length !== 1 || !isObject(properties) || !isOfObject(properties.metadata))
    return undefined;
  const [mark] = marks as readonly unknown[];
  if (!isObject(mark)) return undefined;
  const { group, version, kind } = mark;
  if (typeof group !== "string" || typeof version !== "string" || typeof kind !== "string") return undefined;
  return { group, version, kind };
}

function keyOf({ group, version, kind }: Mark | JsonObject): string {
  return JSON.stringify([group, version, kind]);
}

/** Finds the kinds whose status has its own endpoint. */
function* findKindsWithStatus({ paths }: JsonObject): Generator<string> {
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    const mark = path.endsWith("/status") && isObject(item) && isObject(item.put) ? item.put[word] : undefined;
    if (isObject(mark)) yield keyOf(mark);
  }
}

/** Fields that the description requires but the server defaults to empty. */
const filledIn: ReadonlyMap<string, string> = new Map([["EndpointSlice.discovery.k8s.io", "endpoints"]]);

function without(schema: JsonObject, field: string | undefined): JsonObject {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return { ...schema, required: required.filter((name) => name !== field) };
}

function isOfObject(metadata: unknown): boolean {
  return JSON.stringify(metadata ?? "").includes("ObjectMeta");
}

import type { ContractFile, ContractFileKind } from "../file/contract-file";
import type { ContractSchema } from "../file/schema-shape";
import { convertSchema, type ConvertedSchema } from "./crd-schema";
import { isObject } from "../../value/plain-object";
import { markStatus } from "./subresources";
import { asCustomResources } from "./xrd";
import { noteUnchecked } from "./unkept";

/** A document that may be a custom resource definition. */
export interface CrdDocument {
  /** The file's name, for notes. */
  readonly file: string;
  readonly value: unknown;
}

export interface CrdImport {
  readonly contract: ContractFile;
  /** Messages for the user: omitted definitions, and validations that a contract cannot express. */
  readonly notes: readonly string[];
}

interface Definition {
  readonly file: string;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly { readonly name: string; readonly converted: ConvertedSchema }[];
}

/**
 * Creates a contract from custom resource definitions, and from Crossplane's definitions of composite resources and claims.
 *
 * Other documents are ignored. If a kind is defined twice, the more detailed definition counts, with a note. Versions with equal schemas become one kind.
 * Versions that are not served are omitted.
 */
export function importCrds(documents: readonly CrdDocument[]): CrdImport {
  const notes: string[] = [];
  const definitions = new Map<string, Definition>();
  for (const { file, value } of documents.flatMap(unwrapList).flatMap(unwrapComposite)) {
    const definition = readDefinition(file, value, notes);
    if (definition === undefined) continue;
    const key = `${definition.kind}.${definition.group}`;
    definitions.set(key, choose(key, definitions.get(key), definition, notes));
  }
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, definition]) => definition);
  const groups = new Map<string, string[]>();
  for (const { group, versions } of sorted) {
    const names = groups.get(group) ?? [];
    groups.set(group, [...new Set([...names, ...versions.map((version) => version.name)])]);
  }
  return {
    contract: {
      groups: Object.fromEntries([...groups].map(([name, versions]) => [name, { versions }])),
      kinds: sorted.flatMap(toKinds),
    },
    notes: [...notes, ...skippedNotes(sorted)],
  };
}

function unwrapList({ file, value }: CrdDocument): CrdDocument[] {
  if (!isObject(value) || !Array.isArray(value.items) || !String(value.kind).endsWith("List")) return [{ file, value }];
  return value.items.map((item: unknown) => ({ file, value: item }));
}

function unwrapComposite({ file, value }: CrdDocument): CrdDocument[] {
  return asCustomResources(value).map((each) => ({ file, value: each }));
}

function readDefinition(file: string, value: unknown, notes: string[]): Definition | undefined {
  if (!isObject(value) || value.kind !== "CustomResourceDefinition" || !isObject(value.spec)) return undefined;
  const { spec } = value;
  const group = spec.group;
  const kind = isObject(spec.names) ? spec.names.kind : undefined;
  if (typeof group !== "string" || typeof kind !== "string") {
    notes.push(`${file}: a definition without spec.group or spec.names.kind is left out`);
    return undefined;
  }
  // Before v1, a definition had one schema for all versions.
  const common = isObject(spec.validation) ? spec.validation.openAPIV3Schema : undefined;
  const keepsUnknown = spec.preserveUnknownFields ?? String(value.apiVersion).endsWith("/v1beta1");
  const listed: readonly unknown[] = Array.isArray(spec.versions)
    ? spec.versions
    : [{ name: spec.version, served: true }];
  const versions = listed.flatMap((version) => {
    if (!isObject(version) || typeof version.name !== "string" || version.served === false) return [];
    const schema = (isObject(version.schema) ? version.schema.openAPIV3Schema : undefined) ?? common;
    const { schema: own, ...more } = convertSchema(schema, keepsUnknown === true);
    return [
      { name: version.name, converted: { ...more, schema: asObject(own, version.subresources ?? spec.subresources) } },
    ];
  });
  if (versions.length === 0) {
    notes.push(`${file}: ${kind}.${group} serves no version and is left out`);
    return undefined;
  }
  return { file, group, kind, versions };
}

/** The server checks the envelope whether or not the schema contains it. It drops a status that has its own endpoint. */
function asObject(schema: ContractSchema, subresources: unknown): ContractSchema {
  const object = { ...schema, "x-kubernetes-embedded-resource": true };
  return isObject(subresources) && subresources.status !== undefined ? markStatus(object) : object;
}

function choose(key: string, before: Definition | undefined, next: Definition, notes: string[]): Definition {
  if (before === undefined) return next;
  // Repositories often contain copies of a definition, for example for an installer and for a chart.
  if (keyOf(toKinds(next)) === keyOf(toKinds(before)))
    return JSON.stringify(next.versions).length > JSON.stringify(before.versions).length ? next : before;
  const [kept, left] = sizeOf(next) > sizeOf(before) ? [next, before] : [before, next];
  notes.push(
    `${key} is defined in ${kept.file} (${sizeOf(kept)} fields) and ${left.file} (${sizeOf(left)} fields): the former counts`,
  );
  return kept;
}

/** @returns a key that ignores descriptions, which installers often omit. */
function keyOf(schemas: unknown): string {
  return JSON.stringify(schemas, (key, value: unknown) =>
    key === "description" && typeof value === "string" ? undefined : value,
  );
}

function sizeOf({ versions }: Definition): number {
  return versions.reduce((sum, { converted }) => sum + converted.size, 0);
}

function toKinds({ kind, group, versions }: Definition): ContractFileKind[] {
  const bySchema = new Map<string, { names: string[]; schema: ContractSchema }>();
  for (const { name, converted } of versions) {
    const key = keyOf(converted.schema);
    const same = bySchema.get(key);
    if (same === undefined) bySchema.set(key, { names: [name], schema: converted.schema });
    else same.names.push(name);
  }
  return [...bySchema.values()].map(({ names, schema }) => ({ kind, group, versions: names, schema }));
}

/** Bounds the items listed in a note. */
const mostNamed = 8;

/** @returns a note for each kind with omitted validations. */
function skippedNotes(definitions: readonly Definition[]): string[] {
  return definitions.flatMap(({ kind, group, versions }) => {
    const skipped = [...new Set(versions.flatMap(({ converted }) => converted.skipped))];
    return skipped.length === 0 ? [] : [noteUnchecked(`${kind}.${group}`, skipped, mostNamed)];
  });
}

import { isObject } from "../../value/plain-object";

/** Crossplane's definitions of composite resources. Each defines a kind, and optionally a second one for claims. */

type Data = Readonly<Record<string, unknown>>;

const anything = {};

/** Fields that Crossplane adds to the `spec` of every composite resource. */
const ofComposites = [
  "claimRef",
  "compositionRef",
  "compositionRevisionRef",
  "compositionRevisionSelector",
  "compositionSelector",
  "compositionUpdatePolicy",
  "crossplane",
  "environmentConfigRefs",
  "publishConnectionDetailsTo",
  "resourceRefs",
  "writeConnectionSecretToRef",
];

/** Fields that Crossplane adds to the `spec` of every claim. */
const ofClaims = [
  "compositeDeletePolicy",
  "compositionRef",
  "compositionRevisionRef",
  "compositionRevisionSelector",
  "compositionSelector",
  "compositionUpdatePolicy",
  "publishConnectionDetailsTo",
  "resourceRef",
  "writeConnectionSecretToRef",
];

const ofStatus = ["claimConditionTypes", "conditions", "connectionDetails", "crossplane"];

/**
 * Converts a definition of composite resources to the custom resource definitions that Crossplane generates from it.
 *
 * @returns any other document unchanged.
 */
export function asCustomResources(document: unknown): readonly unknown[] {
  if (!isObject(document) || document.kind !== "CompositeResourceDefinition" || !isObject(document.spec))
    return [document];
  const { spec } = document;
  const composite = define(spec, spec.names, ofComposites);
  return isObject(spec.claimNames) ? [composite, define(spec, spec.claimNames, ofClaims)] : [composite];
}

function define(spec: Data, names: unknown, added: readonly string[]): unknown {
  const versions: readonly unknown[] = Array.isArray(spec.versions) ? spec.versions : [];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: { group: spec.group, names, versions: versions.map((version) => withAdded(version, added)) },
  };
}

function withAdded(version: unknown, added: readonly string[]): unknown {
  const schema = isObject(version) && isObject(version.schema) ? version.schema.openAPIV3Schema : undefined;
  if (!isObject(version) || !isObject(schema)) return version;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const openAPIV3Schema = {
    ...schema,
    properties: {
      ...properties,
      spec: withFields(properties.spec, added),
      status: withFields(properties.status, ofStatus),
    },
  };
  return { ...version, schema: { openAPIV3Schema }, subresources: { status: {} } };
}

function withFields(schema: unknown, names: readonly string[]): unknown {
  const own: Data = isObject(schema) ? schema : { type: "object" };
  const properties = isObject(own.properties) ? own.properties : {};
  return { ...own, properties: { ...Object.fromEntries(names.map((name) => [name, anything])), ...properties } };
}

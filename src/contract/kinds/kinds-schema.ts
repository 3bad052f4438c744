import type { ObjectShape } from "../../shape/shape";
import { toJsonSchema, type JsonSchema, type SchemaObject } from "../../shape/to-json-schema";
import type { Contract, Group, Kind } from "../contract";
import { listShape } from "./kinds";

/**
 * @returns one JSON Schema for all manifests of a contract, for editors. `kind` and `apiVersion` select the schema;
 * documents of other kinds or groups are valid.
 *
 * Without a configured group name, a document belongs to the service if it has the group's version and a field that the
 * kind's resources require. Recognition of manifests uses the same test.
 *
 * @param only restricts the schema to this kind or list.
 */
export function kindsSchema(contract: Contract, only?: string): JsonSchema {
  const kinds = contract.kinds.filter(
    (kind) => only === undefined || kind.name === only || `${kind.name}List` === only,
  );
  const cases = kinds.flatMap((kind) => {
    const group = contract.groups.find((each) => each.key === kind.group);
    return group === undefined ? [] : casesOf(kind, group, definitionName(kind, kinds));
  });
  const names = [...new Set(cases.map(({ kind }) => kind))];
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: names.length === 1 ? names[0] : "Kinds of the contract",
    type: ["object", "null"],
    properties: { apiVersion: { type: "string" }, kind: { type: "string", examples: names } },
    allOf: [
      ...cases.map(({ when, definition }) => ({ if: when, then: { $ref: `#/definitions/${definition}` } })),
      {
        if: constants({ apiVersion: { const: "v1" }, kind: { const: "List" } }),
        then: { properties: { items: { type: "array", items: { $ref: "#" } } } },
      },
    ],
    definitions: Object.fromEntries(cases.map(({ definition, schema }) => [definition, schema])),
  };
}

interface Case {
  readonly kind: string;
  readonly definition: string;
  readonly when: JsonSchema;
  readonly schema: JsonSchema;
}

function casesOf(kind: Kind, group: Group, definition: string): Case[] {
  const list = `${kind.name}List`;
  const version = versionSchema(group, kind.apiVersions ?? group.apiVersions);
  const own = constants({ apiVersion: version, kind: { const: kind.name } });
  const ofList = constants({ apiVersion: version, kind: { const: list } });
  const sign = group.name === undefined ? signOf(kind.shape) : undefined;
  return [
    {
      kind: kind.name,
      definition,
      when: sign === undefined ? own : { allOf: [own, sign] },
      schema: toJsonSchema(kind.shape),
    },
    {
      kind: list,
      definition: `${definition}List`,
      when:
        sign === undefined
          ? ofList
          : { allOf: [ofList, { required: ["items"], properties: { items: { type: "array", contains: sign } } }] },
      schema: toJsonSchema(listShape(kind)),
    },
  ];
}

/** @returns a unique name for the kind's definition. */
function definitionName({ name, group, apiVersions }: Kind, kinds: readonly Kind[]): string {
  if (kinds.filter((other) => other.name === name).length === 1) return name;
  return [group, ...(apiVersions ?? []), name].join(".");
}

function constants(properties: Readonly<Record<string, JsonSchema>>): SchemaObject {
  return { type: "object", required: Object.keys(properties), properties };
}

function versionSchema(group: Group, versions: readonly string[]): JsonSchema {
  if (group.name !== undefined)
    return { enum: versions.map((version) => (group.name === "" ? version : `${group.name ?? ""}/${version}`)) };
  return {
    type: "string",
    pattern: `^([^/]+/)?(${versions.map((version) => version.replace(/[^\w]/g, "\\$&")).join("|")})$`,
  };
}

/** @returns a schema that demands one of the kind's required fields in `spec.resource`. */
function signOf(shape: ObjectShape): JsonSchema | undefined {
  const spec = shape.fields.get("spec")?.shape;
  const resource = spec?.type === "object" ? spec.fields.get("resource")?.shape : undefined;
  if (resource?.type !== "object") return undefined;
  const required = [...resource.fields.values()].filter((field) => field.required);
  const names = required.flatMap(({ name, underlyingName }) => [
    name,
    ...(underlyingName === undefined ? [] : [underlyingName]),
  ]);
  return constants({
    spec: constants({ resource: { type: "object", anyOf: [...new Set(names)].map((name) => ({ required: [name] })) } }),
  });
}

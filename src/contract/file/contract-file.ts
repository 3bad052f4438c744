import type { ConfigurationProblem } from "../configuration/configuration";
import type { JsonSchema } from "../configuration/configuration-schema";
import { contractFileSchema } from "./contract-file-schema";
import type { Access, Contract, Group, Kind, PermissionEntry, Resource } from "../contract";
import type { ObjectShape, Shape } from "../../shape/shape";
import { stripByteOrderMark } from "../../text/lines";
import { type DataFile, parseDataFile, quoteKey, readDataText } from "./data-file";
import {
  endpointKey,
  toDescription,
  type DescribedEndpoint,
  type DescribedService,
  type EndpointSource,
} from "../description/description-file";
import { readDescriptionLines } from "../description/description-lines";
import { mergeDescriptions } from "../description/endpoint";
import { SchemaTable } from "../description/schema-table";
import { sliceKinds } from "../kinds/kind-slices";
import { object, openObject, optional, required, string } from "../kinds/kind-notation";
import { namePlaceOf, objectMetadata } from "../../shape/object-metadata";
import { explainPublished } from "../import/published-forms";
import { expandCategory } from "../permissions/notation";
import { checkSchema } from "./schema-problems";
import { shapeFromSchema, type ContractSchema } from "./schema-shape";

/** The content of a contract file, as `restraint import` writes it. */
export interface ContractFile {
  readonly groups?: Readonly<Record<string, { readonly versions: readonly string[] }>>;
  readonly kinds?: readonly ContractFileKind[];
  readonly permissions?: readonly ContractFileBlock[];
  readonly resources?: readonly ContractFileResource[];
  readonly service?: DescribedService;
  readonly endpoints?: Readonly<Record<string, DescribedEndpoint>>;
  readonly schemas?: Readonly<Record<string, ContractSchema>>;
}

/** The answer of a path's endpoints. */
export interface ContractFileResource {
  readonly path: string;
  /** Absent: GET, PATCH and PUT, which answer with the resource itself. */
  readonly methods?: readonly string[];
  readonly schema: ContractSchema;
}

/** A kind, or one of its shapes if its versions differ. */
export interface ContractFileKind {
  readonly kind: string;
  /** The group's name, which is also its key. */
  readonly group: string;
  /** The versions with this schema; absent: all of the group. */
  readonly versions?: readonly string[];
  readonly schema: ContractSchema;
}

/** Lines of the permission map, in the notation of `permissions/notation.ts`. */
export interface ContractFileBlock {
  readonly scope: string;
  readonly category: string;
  /** The permission's name in application manifests. */
  readonly id?: string;
  readonly access: Access;
  readonly prefix?: string;
  /** Absent: both types of the built-in map; empty: unknown. */
  readonly tokens?: readonly string[];
  readonly endpoints: readonly string[];
}

const nothing: Contract = { permissions: [], kinds: [], groups: [] };

export interface ReadContract {
  /** Whether the file cannot be opened. The problem is then reported where the file is named. */
  readonly missing: boolean;
  /** Empty if the file is invalid, because half a contract would cause false reports. */
  readonly contract: Contract;
  /** May grow: problems in a kind of a large file are added when the kind is first used. */
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads a contract file. In a large one, schemas of kinds are read on demand. Never throws. */
export function readContractFile(file: string): ReadContract {
  const text = readDataText(file);
  if (typeof text !== "string") return readContract(text);
  const read = readLines(file, text) ?? readSliced(file, text) ?? readContract(parseDataFile(file, text));
  const published = read.problems.length > 0 ? explainPublished(text, file) : undefined;
  return published === undefined ? read : { ...read, problems: [published] };
}

/** Reads a file that has one endpoint or schema per line. */
function readLines(file: string, text: string): ReadContract | undefined {
  const lines = readDescriptionLines(stripByteOrderMark(text).text);
  if (lines === undefined) return undefined;
  const problems: ConfigurationProblem[] = [];
  const find = (texts: ReadonlyMap<string, string>, key: string, schema: JsonSchema): object | undefined => {
    const source = texts.get(key);
    if (source === undefined) return undefined;
    const data = parseDataFile(file, source);
    if (data.value !== undefined && checkSchema(data, schema, { echo: false }).length === 0)
      return data.value as object;
    // Only a parse of the whole file yields the position.
    problems.push(...(problems.length > 0 ? [] : readContract(parseDataFile(file, text)).problems));
    return undefined;
  };
  const sections: Sections = {
    endpoints: {
      keys: [...lines.endpoints.keys()],
      find: (key) => find(lines.endpoints, key, schemaOfEndpoint) ?? {},
    },
    schemaOf: (name) => find(lines.schemas, name, schemaOfKind),
  };
  const skeleton = readContract(parseDataFile(file, lines.skeleton), sections);
  return skeleton.problems.length > 0 ? readContract(parseDataFile(file, text)) : { ...skeleton, problems };
}

/** The parts of a contract file that may be read on demand. */
interface Sections {
  readonly endpoints: EndpointSource;
  readonly schemaOf: (name: string) => ContractSchema | undefined;
}

/** @returns the problems in the text of a contract file that is being edited. Never throws. */
export function checkContractText(path: string, text: string): readonly ConfigurationProblem[] {
  return readContract(parseDataFile(path, text)).problems;
}

/** @returns the file without the schemas of its kinds; `undefined` if the text has to be read at once. */
function readSliced(file: string, text: string): ReadContract | undefined {
  const slices = sliceKinds(stripByteOrderMark(text).text);
  const skeleton = slices && parseDataFile(file, slices.skeleton);
  const read = skeleton && readContract(skeleton);
  if (!slices || !read || read.problems.length > 0 || read.contract.kinds.length !== slices.count) return undefined;
  const problems: ConfigurationProblem[] = [];
  let whole: ReadContract | undefined;
  // Only the whole file yields positions, and resolves aliases between kinds.
  const readWhole = (): ReadContract => {
    if (whole) return whole;
    whole = readContract(parseDataFile(file, text));
    problems.push(...whole.problems);
    return whole;
  };
  const kinds = read.contract.kinds.map((kind, index): Kind => {
    const source = slices.schemas.get(index);
    if (source === undefined) return kind;
    let shape: ObjectShape | undefined;
    return {
      ...kind,
      get shape() {
        return (shape ??=
          readShape(kind, parseDataFile(file, source)) ?? readWhole().contract.kinds[index]?.shape ?? openObject);
      },
    };
  });
  return { missing: false, contract: { ...read.contract, kinds }, problems };
}

const schemaOfEndpoint: JsonSchema = {
  $ref: "#/definitions/endpoint",
  definitions: contractFileSchema.definitions,
};
const schemaOfKind: JsonSchema = { $ref: "#/definitions/schema", definitions: contractFileSchema.definitions };

/** @returns `undefined` if the schema is invalid by itself. */
function readShape({ name, group }: Kind, data: DataFile): ObjectShape | undefined {
  if (data.value === undefined || checkSchema(data, schemaOfKind, { echo: false }).length > 0) return undefined;
  return shapeOfKind({ kind: name, group, schema: data.value as ContractSchema });
}

function readContract(data: DataFile, sections?: Sections): ReadContract {
  if (data.value === undefined) return { missing: data.missing, contract: nothing, problems: data.problems };
  if (data.value === null)
    return { missing: false, contract: nothing, problems: [data.problemAt([], "The contract file is empty.")] };
  const misfits = checkSchema(data, contractFileSchema, { echo: false });
  if (misfits.length > 0) return { missing: false, contract: nothing, problems: misfits.map(({ problem }) => problem) };
  const content = data.value as ContractFile;
  const problems = (content.kinds ?? []).flatMap(({ group }, index) =>
    content.groups !== undefined && Object.hasOwn(content.groups, group)
      ? []
      : [
          data.problemAt(
            ["kinds", index, "group"],
            `The file has no group ${quoteKey(group)}; add it under \`groups\`.`,
          ),
        ],
  );
  for (const key of sections?.endpoints.keys ?? Object.keys(content.endpoints ?? {})) {
    if (!endpointKey.test(key))
      problems.push(
        data.problemAt(["endpoints", key], "Write a method and a path: `GET /widgets/{id}`.", { at: "key" }),
      );
  }
  return problems.length > 0
    ? { missing: false, contract: nothing, problems }
    : { missing: false, contract: toContract(content, sections), problems };
}

/** Creates a contract from the content of a contract file. */
export function toContract(content: ContractFile, sections = sectionsOf(content)): Contract {
  const { groups = {}, kinds = [], permissions = [], resources = [], service = {}, endpoints } = content;
  const table = new SchemaTable(sections.schemaOf);
  return {
    ...(endpoints !== undefined && { description: toDescription(service, sections.endpoints, table) }),
    groups: Object.entries(groups).map(([name, { versions }]): Group => ({ key: name, name, apiVersions: versions })),
    kinds: kinds.map((kind) => toKind(kind, table)),
    permissions: permissions.flatMap(toEntries),
    resources: resources.flatMap((resource) => toResources(resource, table)),
  };
}

function sectionsOf({ endpoints = {}, schemas = {} }: ContractFile): Sections {
  return {
    endpoints: { keys: Object.keys(endpoints), find: (key) => endpoints[key] ?? {} },
    schemaOf: (name) => (Object.hasOwn(schemas, name) ? schemas[name] : undefined),
  };
}

/** Merges contracts in order. Groups with the same name become one. */
export function mergeContracts(contracts: readonly Contract[]): Contract {
  const groups = new Map<string, Group>();
  for (const group of contracts.flatMap((contract) => contract.groups)) {
    const same = groups.get(group.key);
    groups.set(
      group.key,
      same === undefined
        ? group
        : { ...same, ...group, apiVersions: [...new Set([...same.apiVersions, ...group.apiVersions])] },
    );
  }
  const description = mergeDescriptions(contracts.flatMap((contract) => contract.description ?? []));
  return {
    ...(description && { description }),
    permissions: contracts.flatMap((contract) => contract.permissions),
    kinds: contracts.flatMap((contract) => contract.kinds),
    groups: [...groups.values()],
    resources: contracts.flatMap((contract) => contract.resources ?? []),
  };
}

/** Methods that answer with the resource of their path (conventions 4). */
const answering = ["GET", "PATCH", "PUT"];

function toResources({ path: at, methods = answering, schema }: ContractFileResource, table: SchemaTable): Resource[] {
  const shape = table.shapeOf(schema, `the response of ${at}`, "both");
  return methods.map((method) => ({ method, path: at, shape }));
}

function toEntries({
  scope,
  category,
  id,
  access,
  prefix = "",
  tokens,
  endpoints,
}: ContractFileBlock): PermissionEntry[] {
  const entries = expandCategory(scope, category, {
    access,
    prefix,
    lines: endpoints.join("\n"),
    ...(tokens !== undefined && { tokens }),
  });
  return id === undefined ? entries : entries.map((entry) => ({ ...entry, id }));
}

function toKind({ kind, group, versions, schema }: ContractFileKind, table: SchemaTable): Kind {
  const base = { name: kind, group, ...(versions !== undefined && { apiVersions: versions }) };
  if (schema.$ref === undefined) return { ...base, shape: shapeOfKind({ kind, group, schema }) };
  let shape: ObjectShape | undefined;
  return {
    ...base,
    get shape() {
      return (shape ??= withEnvelope({ kind, group, schema }, table.shapeOf(schema, kind, "both")));
    },
  };
}

function shapeOfKind(source: ContractFileKind): ObjectShape {
  return withEnvelope(source, shapeFromSchema({ ...source.schema, type: "object" }, source.kind));
}

function withEnvelope(source: ContractFileKind, shape: Shape): ObjectShape {
  const { kind } = source;
  const own = shape.type === "object" ? shape : openObject;
  // The envelope of every object, whether or not its schema mentions it.
  const envelope = object(kind, {
    apiVersion: required(undefined, string),
    kind: required(undefined, string),
    metadata: optional(undefined, metadataOf(source, own)),
  });
  const fields = new Map([...own.fields, ...envelope.fields]);
  return { ...own, name: kind, fields };
}

/** Definitions of custom resources mark the whole object as a Kubernetes object. */
function metadataOf({ kind, group, schema }: ContractFileKind, shape: ObjectShape): ObjectShape {
  // Kinds from the description of an API server are shared schemas.
  if (schema.$ref !== undefined) return objectMetadata(namePlaceOf(kind, group), shape.fields.get("metadata")?.shape);
  if (schema["x-kubernetes-embedded-resource"] !== true) return openObject;
  const own = schema.properties?.metadata;
  return objectMetadata("root", own && shapeFromSchema(own, `metadata of ${shape.name ?? ""}`));
}

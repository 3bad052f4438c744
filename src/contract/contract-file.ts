import type { ConfigurationProblem } from "./configuration";
import type { JsonSchema } from "./configuration-schema";
import type { Access, Contract, Group, Kind, PermissionEntry, Resource } from "./contract";
import { quoteKey, readDataFile } from "./data-file";
import { object, openObject, optional, required, string } from "./kind-notation";
import { expandCategory } from "./permissions/notation";
import { checkSchema } from "./schema-problems";
import { shapeFromSchema, type ContractSchema } from "./schema-shape";

/** A contract file's content: what `restraint import` writes. */
export interface ContractFile {
  readonly groups?: Readonly<Record<string, { readonly versions: readonly string[] }>>;
  readonly kinds?: readonly ContractFileKind[];
  readonly permissions?: readonly ContractFileBlock[];
  readonly resources?: readonly ContractFileResource[];
}

/** What the endpoints of a path answer. */
export interface ContractFileResource {
  readonly path: string;
  /** Absent: those that answer with the resource itself, which are GET, PATCH and PUT. */
  readonly methods?: readonly string[];
  readonly schema: ContractSchema;
}

/** A kind, or one shape of it where its versions differ. */
export interface ContractFileKind {
  readonly kind: string;
  /** The group's name; it is the group's key too. */
  readonly group: string;
  /** The versions that have this schema; absent: all of the group's. */
  readonly versions?: readonly string[];
  readonly schema: ContractSchema;
}

/** Lines of the permission map in the notation of `permissions/notation.ts`. */
export interface ContractFileBlock {
  readonly scope: string;
  readonly category: string;
  /** What an application's manifest calls the permission. */
  readonly id?: string;
  readonly access: Access;
  readonly prefix?: string;
  /** Absent: both of the built-in map; empty: not known. */
  readonly tokens?: readonly string[];
  readonly endpoints: readonly string[];
}

const text: JsonSchema = { type: "string", minLength: 1 };
const marks = "( (\\*|\\(U\\)|twice))*";
const path = `(/[^\\s,;]*|\\(itself\\))${marks}`;

/** The schema of contract files, as they are checked and published. */
export const contractFileSchema: JsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Contract of a service, for Restraint",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    groups: {
      type: "object",
      description: "Groups of kinds by name.",
      additionalProperties: {
        type: "object",
        required: ["versions"],
        additionalProperties: false,
        properties: { versions: { type: "array", items: text, minItems: 1 } },
      },
    },
    kinds: {
      type: "array",
      items: {
        type: "object",
        required: ["kind", "group", "schema"],
        additionalProperties: false,
        properties: {
          kind: text,
          group: text,
          versions: { type: "array", items: text, minItems: 1 },
          schema: { $ref: "#/definitions/schema" },
        },
      },
    },
    resources: {
      type: "array",
      description: "What endpoints answer, for `fields`.",
      items: {
        type: "object",
        required: ["path", "schema"],
        additionalProperties: false,
        properties: {
          path: {
            ...text,
            pattern: "^/[^\\s?#]*$",
            description: "Below the service's base, with parameters: /files/{id}.",
          },
          methods: {
            type: "array",
            items: { ...text, pattern: "^[A-Z]+$" },
            minItems: 1,
            default: ["GET", "PATCH", "PUT"],
          },
          schema: { $ref: "#/definitions/schema" },
        },
      },
    },
    permissions: {
      type: "array",
      items: {
        type: "object",
        required: ["scope", "category", "access", "endpoints"],
        additionalProperties: false,
        properties: {
          scope: { ...text, pattern: "^[a-z][a-z0-9_]*$", description: "Lower case: repository." },
          category: text,
          id: { ...text, description: "What an application's manifest calls the permission." },
          access: { enum: ["read", "write", "admin"] },
          prefix: {
            ...text,
            pattern: "^/\\S*[^/]$",
            description: "A path that begins with a slash and does not end with one.",
          },
          tokens: { type: "array", items: text },
          endpoints: {
            type: "array",
            items: {
              ...text,
              pattern: `^[A-Z]+(, [A-Z]+)* ${path}(, ${path})*$`,
              description: "Write methods, then paths: `GET, PUT /items, /items/{id} *`.",
            },
          },
        },
      },
    },
  },
  definitions: {
    schema: {
      type: "object",
      additionalProperties: false,
      properties: {
        type: { enum: ["object", "array", "string", "integer", "number", "boolean"] },
        description: { type: "string" },
        nullable: { type: "boolean" },
        readOnly: { type: "boolean" },
        enum: { type: "array", items: { type: ["string", "number", "boolean"] } },
        properties: { type: "object", additionalProperties: { $ref: "#/definitions/schema" } },
        required: { type: "array", items: text },
        additionalProperties: {
          if: { type: "object" },
          then: { $ref: "#/definitions/schema" },
          else: { type: "boolean" },
        },
        items: { $ref: "#/definitions/schema" },
        oneOf: { type: "array", minItems: 1, items: { $ref: "#/definitions/schema" } },
        "x-underlying-name": text,
        "x-since": text,
      },
    },
  },
};

const nothing: Contract = { permissions: [], kinds: [], groups: [] };

export interface ReadContract {
  /** The file cannot be opened: the problem is where it is named. */
  readonly missing: boolean;
  /** Empty where the file is not sound: half a contract would give wrong findings. */
  readonly contract: Contract;
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads a contract file. Never throws. */
export function readContractFile(file: string): ReadContract {
  const data = readDataFile(file);
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
  return problems.length > 0
    ? { missing: false, contract: nothing, problems }
    : { missing: false, contract: toContract(content), problems };
}

/** Makes a contract of a contract file's content. */
export function toContract({ groups = {}, kinds = [], permissions = [], resources = [] }: ContractFile): Contract {
  return {
    groups: Object.entries(groups).map(([name, { versions }]): Group => ({ key: name, name, apiVersions: versions })),
    kinds: kinds.map(toKind),
    permissions: permissions.flatMap(toEntries),
    resources: resources.flatMap(toResources),
  };
}

/** Joins contracts in order. Groups of one name become one. */
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
  return {
    permissions: contracts.flatMap((contract) => contract.permissions),
    kinds: contracts.flatMap((contract) => contract.kinds),
    groups: [...groups.values()],
    resources: contracts.flatMap((contract) => contract.resources ?? []),
  };
}

/** The methods that answer with the resource of their path (conventions 4). */
const answering = ["GET", "PATCH", "PUT"];

function toResources({ path: at, methods = answering, schema }: ContractFileResource): Resource[] {
  const shape = shapeFromSchema(schema, `the response of ${at}`);
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

function toKind({ kind, group, versions, schema }: ContractFileKind): Kind {
  const shape = shapeFromSchema({ ...schema, type: "object" }, kind);
  const own = shape.type === "object" ? shape : openObject;
  // What every object has, whether or not its schema says so.
  const envelope = object(kind, {
    apiVersion: required(undefined, string),
    kind: required(undefined, string),
    metadata: optional(undefined, openObject),
  });
  const fields = new Map([...own.fields, ...envelope.fields]);
  return {
    name: kind,
    group,
    ...(versions !== undefined && { apiVersions: versions }),
    shape: { ...own, name: kind, fields },
  };
}

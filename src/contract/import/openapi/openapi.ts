import type { ContractFile, ContractFileKind } from "../../file/contract-file";
import { conventionNames, type Convention } from "../../description/endpoint";
import type { DescribedEndpoint } from "../../description/description-file";
import type { ContractSchema } from "../../file/schema-shape";
import { isObject } from "../../../value/plain-object";
import { noteUnkept } from "../unkept";
import { readKinds } from "./kubernetes-kinds";
import { readOperations, securityScheme } from "./operations";
import { follow, type JsonObject } from "./pointers";
import { withReferredProperties } from "./referred-properties";
import { SchemaNames } from "./schema-names";
import { SchemaConverter } from "./schemas";
import { schemasOf, unkeptKeywords } from "./unkept-keywords";

/** An OpenAPI document without references to other files. */
export interface OpenapiDocument {
  readonly file: string;
  readonly value: JsonObject;
}

export interface OpenapiOptions {
  /** Token types by the name of the security scheme that they satisfy. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly conventions?: readonly Convention[];
  /** Whether to include data used only to compare versions: defaults, statuses, authorizations. */
  readonly isWhole?: boolean;
}

export interface DescriptionImport {
  readonly contract: ContractFile;
  /** Messages for the user. */
  readonly notes: readonly string[];
}

/** Creates one contract from the documents of a service. */
export function importOpenapi(
  documents: readonly OpenapiDocument[],
  { tokens = {}, conventions = [], isWhole = false }: OpenapiOptions = {},
): DescriptionImport {
  const parts = new Parts(tokens, isWhole);
  for (const document of documents) parts.add(document);
  const inForce = conventionNames.filter(
    (each) => conventions.includes(each) || documents.every(({ value }) => shows(each, value)),
  );
  return { contract: parts.toContract(inForce), notes: [...parts.notes, ...parts.notesOnBases()] };
}

/** Accumulates the content of the documents. */
class Parts {
  readonly #names = new SchemaNames();
  readonly #endpoints = new Map<string, DescribedEndpoint>();
  readonly #kinds: ContractFileKind[] = [];
  readonly #servers = new Set<string>();
  readonly notes: string[] = [];

  constructor(
    readonly tokens: Readonly<Record<string, string>>,
    readonly isWhole: boolean,
  ) {}

  add({ file, value: given }: OpenapiDocument): void {
    const value = withReferredProperties(given);
    const converter = new SchemaConverter(value, this.#names, this.isWhole);
    let repeated = 0;
    for (const [key, endpoint] of readOperations({
      document: value,
      converter,
      tokens: this.tokens,
      isWhole: this.isWhole,
    })) {
      if (this.#endpoints.has(key)) repeated += 1;
      else this.#endpoints.set(key, endpoint);
    }
    this.#kinds.push(...readKinds(value, converter));
    converter.finish();
    this.notes.push(...noteUnkept(file, schemasOf(value), unkeptKeywords));
    if (repeated > 0) this.notes.push(`${file}: ${repeated} endpoints are in an earlier file, which counts`);
    for (const server of serversOf(value)) this.#servers.add(server);
    for (const name of Object.keys(this.tokens))
      if (securityScheme(value, name) === undefined) this.notes.push(`${file}: there is no security scheme ${name}`);
  }

  /**
   * Notes servers with a path that every endpoint repeats. Calls match with one or two copies of it, but the user
   * should know.
   */
  notesOnBases(): readonly string[] {
    const paths = [...this.#endpoints.keys()].map((key) => key.slice(key.indexOf(" ") + 1));
    return [...this.#servers].flatMap((server) => {
      const prefix = URL.canParse(server) ? new URL(server).pathname.replace(/\/$/u, "") : "";
      const isDoubled = prefix !== "" && paths.length > 0 && paths.every((path) => path.startsWith(`${prefix}/`));
      return isDoubled
        ? [`the server ${server} ends with ${prefix}, and all paths begin with it: it is taken to stand there once`]
        : [];
    });
  }

  toContract(conventions: readonly Convention[]): ContractFile {
    const kinds = uniqueKinds(this.#kinds);
    const service = {
      ...(this.#servers.size > 0 && { servers: [...this.#servers] }),
      ...(conventions.length > 0 && { conventions }),
    };
    return {
      ...(kinds.length > 0 && { groups: groupsOf(kinds), kinds }),
      ...(this.#endpoints.size > 0 && { service, endpoints: sorted(this.#endpoints) }),
      ...(this.#names.schemas.size > 0 && { schemas: sorted<ContractSchema>(this.#names.schemas) }),
    };
  }
}

function sorted<T>(entries: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Descriptions of one server repeat kinds: `Scale` of `autoscaling/v1` is also in that of `apps/v1`. */
function uniqueKinds(kinds: readonly ContractFileKind[]): ContractFileKind[] {
  return [
    ...new Map(kinds.map((kind) => [`${kind.kind}.${kind.versions?.join() ?? ""}.${kind.group}`, kind])).values(),
  ];
}

function groupsOf(kinds: readonly ContractFileKind[]): NonNullable<ContractFile["groups"]> {
  const groups = new Map<string, Set<string>>();
  for (const { group, versions = [] } of kinds) {
    const known = groups.get(group) ?? new Set();
    groups.set(group, known);
    for (const version of versions) known.add(version);
  }
  return Object.fromEntries([...groups].map(([name, versions]) => [name, { versions: [...versions] }]));
}

/** Bounds the URLs that a server's variables expand to. */
const mostServers = 20;

function serversOf({ servers }: JsonObject): readonly string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server: unknown) => (isObject(server) ? urlsOf(server) : []));
}

/** @returns the URLs of a server, one for each combination of its variables' values. */
function urlsOf({ url, variables }: JsonObject): readonly string[] {
  if (typeof url !== "string") return [];
  let urls = [url];
  for (const [name, variable] of Object.entries(isObject(variables) ? variables : {})) {
    if (!isObject(variable)) continue;
    const values = Array.isArray(variable.enum)
      ? variable.enum.map(String)
      : [typeof variable.default === "string" ? variable.default : ""];
    urls = urls.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, value))).slice(0, mostServers);
  }
  return urls.map((each) => each.replace(/\/+$/u, "")).filter(isBase);
}

/** A base without a host is a path, such as `/api`, on the server that serves the code. */
function isBase(url: string): boolean {
  if (/[{}?#\s]/u.test(url)) return false;
  return url.startsWith("/") || (/^https?:\/\//u.test(url) && URL.canParse(url));
}

/** Whether a document shows that its service shares a convention with the built-in one. */
function shows(convention: Convention, document: JsonObject): boolean {
  if (convention === "bearer") return isBearer(document);
  return convention === "fields" && describesPartialResponses(document);
}

/** Whether all security schemes send a token after `Bearer`. */
function isBearer(document: JsonObject): boolean {
  const components = isObject(document.components) ? document.components : {};
  const names = isObject(components.securitySchemes) ? Object.keys(components.securitySchemes) : [];
  return (
    names.length > 0 &&
    names.every((name) => {
      const { type, scheme } = securityScheme(document, name) ?? {};
      return (
        type === "oauth2" || type === "openIdConnect" || (type === "http" && String(scheme).toLowerCase() === "bearer")
      );
    })
  );
}

const partialResponse =
  /partial response|selector|fields? (?:to|that should) (?:return|include|be (?:returned|included))/iu;

/** Services use `fields` in many ways, so only its description shows that it is the known selector language. */
function describesPartialResponses(document: JsonObject): boolean {
  const components = isObject(document.components) ? document.components : {};
  const shared = isObject(components.parameters) ? Object.values(components.parameters) : [];
  const own = Object.values(isObject(document.paths) ? document.paths : {}).flatMap((item) => {
    const operations = follow(document, item) ?? {};
    return [operations, ...Object.values(operations).filter(isObject)].flatMap(({ parameters }) =>
      Array.isArray(parameters) ? (parameters as unknown[]) : [],
    );
  });
  const found = [...shared, ...own].flatMap((each) => {
    const parameter = follow(document, each);
    return parameter?.in === "query" && parameter.name === "fields" ? [parameter] : [];
  });
  return (
    found.length > 0 &&
    found.every(({ description, schema }) => {
      const type = follow(document, schema);
      return type?.type === "string" && type.enum === undefined && partialResponse.test(String(description));
    })
  );
}

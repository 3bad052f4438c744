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
  /** Security scheme -> the type of token that satisfies it. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly conventions?: readonly Convention[];
  /** Take what is for comparisons of versions alone, too: defaults, statuses, ways of authorization. */
  readonly isWhole?: boolean;
}

export interface DescriptionImport {
  readonly contract: ContractFile;
  /** What a person should know. */
  readonly notes: readonly string[];
}

/** Makes one contract of the documents of a service. */
export function importOpenapi(
  documents: readonly OpenapiDocument[],
  { tokens = {}, conventions = [], isWhole = false }: OpenapiOptions = {},
): DescriptionImport {
  const parts = new Parts(tokens, isWhole);
  for (const document of documents) parts.add(document);
  const inForce = conventionNames.filter(
    (each) => conventions.includes(each) || documents.every(({ value }) => says(each, value)),
  );
  return { contract: parts.toContract(inForce), notes: [...parts.notes, ...parts.notesOnBases()] };
}

/** What the documents have said so far. */
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

  /** Calls are understood with the prefix once or twice; a person should know that the description has it twice. */
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

/** Descriptions of one server repeat kinds: `autoscaling/v1` has `Scale`, and so has `apps/v1`. */
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

/** More values of the variables of a server's URL are not written out. */
const mostServers = 20;

function serversOf({ servers }: JsonObject): readonly string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server: unknown) => (isObject(server) ? urlsOf(server) : []));
}

/** @returns the URLs of a server: one for each of the values that its variables are said to have. */
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

/** A server without a host stands below a path, or is wherever the code is. */
function isBase(url: string): boolean {
  if (/[{}?#\s]/u.test(url)) return false;
  return url.startsWith("/") || (/^https?:\/\//u.test(url) && URL.canParse(url));
}

/** Whether a document says that its service has a convention in common with that of the built-in contract. */
function says(convention: Convention, document: JsonObject): boolean {
  if (convention === "bearer") return isBearer(document);
  return convention === "fields" && describesPartialResponses(document);
}

/** Every scheme is a token after `Bearer`. */
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

/** A parameter `fields` has as many languages as there are services: only its own words tell that it is the known one. */
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

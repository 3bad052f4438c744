import type { Convention } from "../../description/endpoint";
import { rootsOf, type DescribedEndpoint, type DescribedParameter } from "../../description/description-file";
import type { ContractSchema } from "../../file/schema-shape";
import { isObject } from "../../../value/plain-object";
import type { DescriptionImport } from "../openapi/openapi";
import { saysMoreThanText } from "../openapi/operations";
import type { JsonObject } from "../openapi/pointers";
import { noteUnkept } from "../unkept";
import { convertDiscoverySchema, discoverySchemasOf, unkeptInDiscovery } from "./discovery-schemas";

export interface DiscoveryDocument {
  readonly file: string;
  readonly value: JsonObject;
}

/** Conventions that all services of this format share with the built-in one. */
const conventions: readonly Convention[] = ["fields", "gzip", "bearer"];

/** Creates one contract from Google's discovery documents. Paths include the service's common path. */
export function importDiscovery(documents: readonly DiscoveryDocument[]): DescriptionImport {
  const endpoints = new Map<string, DescribedEndpoint>();
  const schemas = new Map<string, ContractSchema>();
  const servers = new Set<string>();
  const notes: string[] = [];
  for (const { file, value } of documents) {
    // Two services may have schemas with the same name.
    const prefix = documents.length === 1 ? "" : `${String(value.name)}.`;
    const nameOf = (name: string): string => `${prefix}${name}`;
    let repeated = 0;
    for (const [key, endpoint] of readMethods(value, nameOf)) {
      if (endpoints.has(key)) repeated += 1;
      else endpoints.set(key, endpoint);
    }
    notes.push(...noteUnkept(file, discoverySchemasOf(value), unkeptInDiscovery));
    if (repeated > 0) notes.push(`${file}: ${repeated} endpoints are in an earlier file, which counts`);
    for (const [name, schema] of Object.entries(isObject(value.schemas) ? value.schemas : {}))
      schemas.set(nameOf(name), convertDiscoverySchema(schema, nameOf));
    for (const server of serversOf(value)) servers.add(server);
  }
  return {
    contract: {
      ...(endpoints.size > 0 && {
        service: { servers: [...servers], roots: rootsOf([...endpoints.keys()]), conventions },
        endpoints: Object.fromEntries([...endpoints].sort(([a], [b]) => (a < b ? -1 : 1))),
      }),
      ...(schemas.size > 0 && { schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) }),
    },
    notes,
  };
}

/** @returns the server of a document. Most Google services also answer at the shared host. */
function serversOf({ rootUrl }: JsonObject): readonly string[] {
  const root = typeof rootUrl === "string" ? rootUrl.replace(/\/+$/u, "") : "";
  return /^https?:\/\/[^/]/u.test(root) ? [root] : [];
}

function* readMethods(
  document: JsonObject,
  nameOf: (name: string) => string,
): Generator<readonly [string, DescribedEndpoint]> {
  yield* readBatch(document);
  const pending: JsonObject[] = [document];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isObject(next.resources)) pending.push(...Object.values(next.resources).filter(isObject));
    for (const method of isObject(next.methods) ? Object.values(next.methods).filter(isObject) : [])
      yield* readMethod(document, method, nameOf);
  }
}

function* readMethod(
  document: JsonObject,
  method: JsonObject,
  nameOf: (name: string) => string,
): Generator<readonly [string, DescribedEndpoint]> {
  const verb = typeof method.httpMethod === "string" ? method.httpMethod.toUpperCase() : "GET";
  const path = pathOf(document, method);
  if (path === undefined || !/^[A-Z]+$/u.test(verb)) return;
  const query = {
    ...readParameters(document.parameters),
    ...readParameters(method.parameters),
  };
  const parameters = readPathParameters(method.parameters, path);
  const scopes = Array.isArray(method.scopes) ? method.scopes.filter((each) => typeof each === "string") : [];
  const response = reference(method.response, nameOf);
  const request = reference(method.request, nameOf);
  const required = requiredIn(document, method);
  const summary = firstSentence(method.description);
  const base = {
    ...(summary !== "" && { summary }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(parameters).length > 0 && { path: parameters }),
    ...(response && { response }),
    ...(scopes.length > 0 && { scopes }),
    ...(method.deprecated === true && { deprecated: true }),
  };
  const body = request && { schema: { ...request, ...(required.length > 0 && { required }) } };
  yield [`${verb} ${path}`, { ...base, ...(body && { body }) }];
  const upload = uploadPath(method);
  // An upload's content is undescribed, and it may omit the resource.
  if (upload !== undefined) yield [`${verb} ${upload}`, { ...base, openQuery: true, body: { types: ["*/*"] } }];
}

/** Keeps only the first sentence: discovery descriptions are long, and contract files are committed to repositories. */
function firstSentence(description: unknown): string {
  const text = typeof description === "string" ? description.trim().replace(/\s+/gu, " ") : "";
  return /^.*?[.](?= [A-Z]|$)/u.exec(text)?.[0] ?? text;
}

/** A batch of requests, whose content is undescribed. */
function* readBatch({ batchPath }: JsonObject): Generator<readonly [string, DescribedEndpoint]> {
  if (typeof batchPath !== "string" || !/^[^\s?#{}]+$/u.test(batchPath)) return;
  yield [`POST /${batchPath.replace(/^\/+/u, "")}`, { openQuery: true, body: { types: ["*/*"] } }];
}

/** Prefers the flat path, which lists each segment. In `path`, one parameter may span several. */
function pathOf({ servicePath = "" }: JsonObject, { flatPath, path }: JsonObject): string | undefined {
  const own = typeof flatPath === "string" ? flatPath : path;
  if (typeof own !== "string") return undefined;
  const whole = `/${String(servicePath)}${own}`.replace(/\/{2,}/gu, "/");
  return /^\/[^\s?#]*$/u.test(whole) ? whole : undefined;
}

function uploadPath({ mediaUpload }: JsonObject): string | undefined {
  const protocols = isObject(mediaUpload) && isObject(mediaUpload.protocols) ? mediaUpload.protocols : {};
  const path = isObject(protocols.simple) ? protocols.simple.path : undefined;
  return typeof path === "string" && /^\/[^\s?#]*$/u.test(path) ? path : undefined;
}

function readParameters(given: unknown): Record<string, DescribedParameter> {
  const parameters = Object.entries(isObject(given) ? given : {}).flatMap(([name, parameter]) => {
    if (!isObject(parameter) || parameter.location !== "query") return [];
    const plain = convertDiscoverySchema(parameter, String);
    const schema: ContractSchema = parameter.repeated === true ? { type: "array", items: plain } : plain;
    const described: DescribedParameter = {
      ...(parameter.required === true && parameter.default === undefined && { required: true }),
      ...(parameter.deprecated === true && { deprecated: true }),
      ...(Object.keys(schema).length > 0 && { schema }),
    };
    return [[name, described] as const];
  });
  return Object.fromEntries(parameters);
}

/**
 * @returns path parameters that do not accept every text. The flat path contains no parameter that spans segments: its
 * own segments express the pattern.
 */
function readPathParameters(given: unknown, path: string): Record<string, ContractSchema> {
  const parameters = Object.entries(isObject(given) ? given : {}).flatMap(([name, parameter]) => {
    if (!isObject(parameter) || parameter.location !== "path" || !path.includes(`{${name}}`)) return [];
    const schema = convertDiscoverySchema(parameter, String);
    return saysMoreThanText(schema) ? [[name, schema] as const] : [];
  });
  return Object.fromEntries(parameters);
}

function reference(given: unknown, nameOf: (name: string) => string): ContractSchema | undefined {
  return isObject(given) && typeof given.$ref === "string" ? { $ref: `#/schemas/${nameOf(given.$ref)}` } : undefined;
}

/**
 * @returns the fields that this method requires, by their annotations. A PATCH may omit them, because the resource has
 * them already.
 */
function requiredIn({ schemas }: JsonObject, { id, request, httpMethod }: JsonObject): readonly string[] {
  const name = isObject(request) && typeof request.$ref === "string" ? request.$ref : undefined;
  const schema = name !== undefined && isObject(schemas) ? schemas[name] : undefined;
  if (!isObject(schema) || !isObject(schema.properties) || httpMethod === "PATCH") return [];
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const annotations = isObject(property) && isObject(property.annotations) ? property.annotations : {};
    return Array.isArray(annotations.required) && annotations.required.includes(id) ? [field] : [];
  });
}

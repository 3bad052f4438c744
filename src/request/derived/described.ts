import type { Facts } from "../../contract/configuration/configuration";
import type { Contract, PermissionEntry } from "../../contract/contract";
import type { Convention, Description, Endpoint, Scope } from "../../contract/description/endpoint";
import { mapField } from "../../contract/file/schema-shape";
import { findEndpoints, type EndpointList, type EndpointMatch } from "../../contract/permissions/endpoints";
import type { FieldShape, ObjectShape, Shape } from "../../shape/shape";
import { HOLE } from "../../value/located-text";
import type { StringValue } from "../../value/value";
import { basePathOf } from "../base-urls";
import { flatten, slice, textPart } from "../drafts/strings";
import type { Request } from "../request";
import { pathsOf, withoutBase } from "./endpoint";
import { effectiveMethod } from "./method";
import { isService } from "./predicates";

/** The part of an imported description that applies to a request. */
export interface Described {
  /** The endpoint of the request; absent if there is none, or if several may match. */
  readonly endpoint?: Endpoint;
  /** Whether the description has no such endpoint; undefined if the method or path is too uncertain. */
  readonly isUnlisted?: boolean;
  /** The paths looked up, below the service's base. */
  readonly paths: readonly StringValue[];
  /** The endpoints of the description. */
  readonly list: EndpointList;
  readonly conventions: ReadonlySet<Convention>;
}

/** RFC 7396: an array replaces the whole array, and `null` deletes. */
const mergePatch = "application/merge-patch+json";

interface Table {
  readonly list: EndpointList;
  readonly endpoints: ReadonlyMap<PermissionEntry, Endpoint>;
  readonly basePaths: readonly string[];
  /** The base path that all described paths share; empty if none. */
  readonly commonBase: string;
}

const tables = new WeakMap<Description, Table>();

function tableOf(description: Description): Table {
  let table = tables.get(description);
  if (!table) tables.set(description, (table = toTable(description)));
  return table;
}

/**
 * @returns the part of the contract's description that applies to a request; undefined without a description, and for
 * requests to other services.
 */
export function findDescribed(request: Request, { description }: Contract, facts: Facts): Described | undefined {
  if (description === undefined || !isService(request) || isOutside(request, description)) return undefined;
  const table = tableOf(description);
  const { list } = table;
  const conventions = new Set([...description.conventions, ...(facts.service?.conventions ?? [])]);
  const method = effectiveMethod(request);
  const paths = pathsOf(request);
  if (method === undefined || paths.length === 0) return { paths, list, conventions };
  for (const each of readings(paths, table)) {
    const match = findEndpoints(list, method, each, facts.aliases);
    if (match.certainty === "none") continue;
    const endpoint = endpointOf(match, table);
    if (endpoint?.body?.types.includes(mergePatch)) conventions.add("merge-patch");
    return { ...(endpoint && { endpoint }), isUnlisted: false, paths: each, list, conventions };
  }
  return { ...(!isBesideDescriptions(method, paths) && { isUnlisted: true }), paths, list, conventions };
}

function endpointOf({ entries }: EndpointMatch, { endpoints }: Table): Endpoint | undefined {
  const [entry, ...others] = new Set(entries.map((found) => endpoints.get(found)));
  return others.length === 0 ? entry : undefined;
}

/** Whether a request goes to another service on the same host. */
function isOutside({ target: { origin, path } }: Request, { scopes = [] }: Description): boolean {
  if (scopes.length === 0 || !origin || !path) return false;
  const url = flatten(origin.parts).replace(/\/+$/u, "") + flatten(path.parts);
  const own = scopes.filter(({ server }) => url.startsWith(`${server.replace(/\/+$/u, "")}/`));
  const isBelow = ({ server, roots }: Scope): boolean => {
    const below = url.slice(server.replace(/\/+$/u, "").length);
    return roots.some((root) => `${below}/`.startsWith(`${root}/`) || mayBegin(below, root));
  };
  return own.length > 0 && !own.some(isBelow);
}

/** Whether a path with a hole may begin with a root. */
function mayBegin(path: string, root: string): boolean {
  const hole = path.indexOf(HOLE);
  return hole >= 0 && hole < root.length && root.startsWith(path.slice(0, hole));
}

/**
 * Whether descriptions usually omit the target: servers answer HEAD and OPTIONS without describing them, and may have
 * an undescribed GraphQL endpoint.
 */
function isBesideDescriptions(method: string, paths: readonly StringValue[]): boolean {
  return method === "HEAD" || method === "OPTIONS" || paths.some(({ parts }) => /\/graphql\/?$/iu.test(flatten(parts)));
}

/**
 * Yields the paths as the description may write them: unchanged, without a server's base, with the base that all
 * described paths share, or without a base path.
 */
function* readings(paths: readonly StringValue[], { basePaths, commonBase }: Table): Generator<readonly StringValue[]> {
  yield paths;
  for (const base of basePaths) {
    const isBelow = paths.every(({ parts }) => flatten(parts).startsWith(`${base}/`));
    if (isBelow) yield paths.map((path) => ({ ...path, parts: slice(path.parts, base.length) }));
  }
  if (commonBase !== "" && paths.every(({ parts }) => !flatten(parts).startsWith(`${commonBase}/`)))
    yield paths.map((path) => ({ ...path, parts: [textPart(commonBase, path.range), ...path.parts] }));
  if (paths.some((path) => withoutBase(path).parts.length < path.parts.length)) yield paths.map(withoutBase);
}

function toTable({ endpoints, servers }: Description): Table {
  const entries = endpoints.map((endpoint): [PermissionEntry, Endpoint] => {
    const { method, path } = endpoint;
    return [{ scope: "", category: "", access: "read", method, path, tokens: [], additional: false }, endpoint];
  });
  const basePaths = servers.map((server) => server.replace(/^[a-z]+:\/\/[^/]*/iu, "").replace(/\/+$/u, ""));
  const [commonBase = "", ...otherBases] = new Set(endpoints.map(({ path }) => basePathOf(path)));
  return {
    commonBase: otherBases.length === 0 ? commonBase : "",
    list: { permissions: entries.map(([entry]) => entry), complete: true },
    endpoints: new Map(entries),
    basePaths: [...new Set(basePaths)].filter((path) => path !== ""),
  };
}

/** @returns the shape that the description requires of a request's body. */
export function describedResource({ endpoint }: Described): Shape | undefined {
  const shape = endpoint?.body?.shape;
  if (endpoint?.method !== "PATCH" || shape?.type !== "object") return shape;
  const { response } = endpoint;
  return response?.type === "object" ? withRequiredOf(shape, response) : shape;
}

/** Marks fields as required if the resource requires them: a PATCH may omit them, but cannot delete them. */
function withRequiredOf(body: ObjectShape, resource: ObjectShape): ObjectShape {
  const fields = [...body.fields].map(([name, field]): [string, FieldShape] => {
    const known = resource.fields.get(name);
    const isRequired = known?.required === true && known.readOnly !== true;
    return [name, isRequired && !field.required ? mapField(field, { required: true }) : field];
  });
  return { ...body, fields: new Map(fields) };
}

import type { PermissionEntry } from "../../contract/contract";
import type { Facts } from "../../contract/configuration/configuration";
import { findEndpoints, type EndpointList } from "../../contract/permissions/endpoints";
import { publicServices } from "../../contract/services";
import type { EndpointFacts, PublicService, Taken } from "../../contract/services/service";
import type { StringPart, StringValue } from "../../value/value";
import { flatten, slice } from "../drafts/strings";
import type { Request } from "../request";
import { pathsOf } from "./endpoint";
import { effectiveMethod } from "./method";

/** The documented facts of a public service about a request's endpoint. */
export interface Documented extends EndpointFacts {
  /** The service's name in messages. */
  readonly service: string;
  /** The endpoint's path in the table. */
  readonly path: string;
}

/** @returns the public service of a request, if a table has facts about it and the configuration does not exclude it. */
export function findPublicService({ target }: Request, facts: Facts): PublicService | undefined {
  const host = hostOf(target.origin ? flatten(target.origin.parts) : "");
  const service = publicServices.find(({ name, hosts }) =>
    host === undefined
      ? target.others?.name === name || (target.service === "yes" && isAllOf(hosts, facts))
      : hosts.includes(host),
  );
  return service && facts.publicServices?.[service.name] !== false ? service : undefined;
}

/** Whether all configured base URLs belong to one public service: a request without a visible host then goes there. */
function isAllOf(hosts: readonly string[], { service }: Facts): boolean {
  const listed = (service?.baseUrls ?? []).map(hostOf);
  return listed.length > 0 && listed.every((host) => host !== undefined && hosts.includes(host));
}

function hostOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#\uFFFC]+)/iu.exec(url)?.[1]?.toLowerCase();
}

/** @returns the facts about the endpoint to which a request surely goes. */
export function findDocumented(request: Request, facts: Facts): Documented | undefined {
  const service = findPublicService(request, facts);
  const method = effectiveMethod(request);
  if (!service || method === undefined) return undefined;
  const { endpoint } = request.described ?? {};
  const known = endpoint && factsOf(service, `${endpoint.method} ${endpoint.path}`);
  if (endpoint && known) return { ...known, service: service.name, path: endpoint.path };
  const paths = pathsOf(request).map((path) => wholePath(request, path, service));
  const found = paths.length === 0 ? undefined : lookUp(service, method, paths);
  const own = found && factsOf(service, `${method} ${found.path}`);
  return own && { ...own, service: service.name, path: found.path };
}

/** @returns the names that a request's endpoint accepts, if known for a public service without a fuller description. */
export function findTaken(request: Request, facts: Facts): Taken | undefined {
  const service = findPublicService(request, facts);
  const method = effectiveMethod(request);
  if (!service?.names || method === undefined || request.described?.endpoint) return undefined;
  const paths = pathsOf(request).map((path) => wholePath(request, path, service));
  if (paths.length === 0) return undefined;
  const match = findEndpoints({ permissions: entriesOf(service.names) }, method, paths, {});
  const [entry, ...others] = match.certainty === "certain" && match.listed ? match.entries : [];
  const names = entry && others.length === 0 ? service.names[`${method} ${entry.path}`] : undefined;
  return entry && names !== undefined ? { path: entry.path, names: new Set(names.split(" ")) } : undefined;
}

function factsOf({ endpoints }: PublicService, key: string): EndpointFacts | undefined {
  return Object.hasOwn(endpoints, key) ? endpoints[key] : undefined;
}

const lists = new WeakMap<object, EndpointList["permissions"]>();

/** @param endpoints facts by method and path. */
function entriesOf(endpoints: Readonly<Record<string, unknown>>): EndpointList["permissions"] {
  let entries = lists.get(endpoints);
  if (!entries) {
    entries = Object.keys(endpoints).map((key): PermissionEntry => {
      const [method = "", path = ""] = key.split(" ");
      return { scope: "", category: "", access: "read", method, path, tokens: [], additional: false };
    });
    lists.set(endpoints, entries);
  }
  return entries;
}

function lookUp(service: PublicService, method: string, paths: readonly StringValue[]): PermissionEntry | undefined {
  const permissions = entriesOf(service.endpoints);
  const match = findEndpoints({ permissions }, method, paths, {});
  const [entry] = match.certainty === "certain" && match.listed ? match.entries : [];
  if (entry) return entry;
  // A verb after the name of a resource identifies the endpoint, even if the name contains slashes.
  const endsWithVerb = paths.every(({ parts }) => /\uFFFC:[A-Za-z]+$/u.test(flatten(parts)));
  if (!endsWithVerb) return undefined;
  const whole = findEndpoints({ permissions, complete: true }, method, paths, {});
  return whole.certainty === "certain" ? whole.entries[0] : undefined;
}

/** Whether facts about a whole service apply to a request: some services limit them to certain paths. */
export function isOfWholeService(request: Request, { below, apart = [] }: PublicService): boolean {
  if (below === undefined) return true;
  const paths = pathsOf(request).map((path) => flatten(partsBehindHost(request, path)));
  return (
    paths.length > 0 && paths.every((path) => path.startsWith(below) && !apart.some((each) => mayLead(path, each)))
  );
}

/** Whether a path with holes may begin with a text. */
function mayLead(path: string, text: string): boolean {
  const [known = "", ...others] = path.split("\uFFFC");
  return known.startsWith(text) || (others.length > 0 && text.startsWith(known));
}

function partsBehindHost({ target: { origin } }: Request, path: StringValue): readonly StringPart[] {
  const text = origin ? flatten(origin.parts) : "";
  const start = /^https?:\/\/[^/]*/iu.exec(text)?.[0].length ?? text.length;
  const below: readonly StringPart[] = origin ? slice(origin.parts, start) : [];
  return [...(flatten(below) === "/" ? [] : below), ...path.parts];
}

/** @returns the path below the host, without a prefix that the table omits. */
function wholePath(request: Request, path: StringValue, { prefixes = [] }: PublicService): StringValue {
  const parts = partsBehindHost(request, path);
  const whole = flatten(parts);
  const prefix = prefixes.find((each) => whole.startsWith(`${each}/`)) ?? "";
  return { ...path, parts: slice(parts, prefix.length) };
}

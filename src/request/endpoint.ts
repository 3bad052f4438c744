import { locatesService, type Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import { findEndpoints, type EndpointMatch } from "../contract/permissions/endpoints";
import type { StringValue } from "../value/value";
import { effectiveMethod } from "./method";
import type { Request } from "./request";
import { flatten, slice } from "./strings";

/** What the permission map says of a request, and by which method and path it was looked up. */
export interface RequestEndpoint extends EndpointMatch {
  readonly method: string;
  /** Below the service's base. */
  readonly path: StringValue;
}

/** Segments that a base URL ends with; no map begins with one. */
const basePath = /^(?:\/(?:api|rest|v\d+(?:\.\d+)*))+(?=\/)/;

/**
 * Looks a request up in the permission map (permissions 4).
 *
 * Where no service is configured, the path may begin with the service's base path; `/api/v3` is then left out if the map does not list the whole.
 *
 * @returns `undefined` where the method or the path is not known.
 */
export function findRequestEndpoints(request: Request, contract: Contract, facts: Facts): RequestEndpoint | undefined {
  const method = effectiveMethod(request);
  const { path } = request.target;
  if (method === undefined || path === undefined) return undefined;
  const match = findEndpoints(contract, method, path, facts.aliases);
  const base = locatesService(facts) ? undefined : basePath.exec(flatten(path.parts))?.[0];
  if (match.certainty !== "none" || base === undefined) return { ...match, method, path };
  const below: StringValue = { ...path, parts: slice(path.parts, base.length) };
  const found = findEndpoints(contract, method, below, facts.aliases);
  return found.certainty === "none" ? { ...match, method, path } : { ...found, method, path: below };
}

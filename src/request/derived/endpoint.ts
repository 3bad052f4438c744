import { locatesService, type Facts } from "../../contract/configuration/configuration";
import type { Contract } from "../../contract/contract";
import { findEndpoints, type EndpointMatch } from "../../contract/permissions/endpoints";
import type { StringValue } from "../../value/value";
import { basePathOf } from "../base-urls";
import { effectiveMethod } from "./method";
import type { Request } from "../request";
import { flatten, slice } from "../drafts/strings";

/** The permission map's entries for a request, with the method and path used for the look-up. */
export interface RequestEndpoint extends EndpointMatch {
  readonly method: string;
  /** Below the service's base: one path, or all alternatives. */
  readonly paths: readonly StringValue[];
}

/**
 * Looks a request up in the permission map (permissions 4).
 *
 * Without a configured base, and on another service's host, the path may begin with a base path such as `/api/v3`. The
 * base path is removed if the map does not list the whole path.
 *
 * @returns undefined if the method or the path is unknown.
 */
export function findRequestEndpoints(request: Request, contract: Contract, facts: Facts): RequestEndpoint | undefined {
  const method = effectiveMethod(request);
  const paths = pathsOf(request);
  if (method === undefined || paths.length === 0) return undefined;
  const match = findEndpoints(contract, method, paths, facts.aliases);
  const isBelowBase = locatesService(facts) && request.target.service !== "no";
  if (match.certainty !== "none" || isBelowBase) return { ...match, method, paths };
  const below = paths.map(withoutBase);
  const found = findEndpoints(contract, method, below, facts.aliases);
  return found.certainty === "none" ? { ...match, method, paths } : { ...found, method, paths: below };
}

/** @returns the path of a request, or all alternatives; empty if unknown. */
export function pathsOf({ target: { path, paths = [] } }: Request): readonly StringValue[] {
  return path ? [path] : paths;
}

/** @returns a path without leading segments that belong to a base URL. */
export function withoutBase(path: StringValue): StringValue {
  return { ...path, parts: slice(path.parts, basePathOf(flatten(path.parts)).length) };
}

import type { StringValue } from "../value/value";
import type { Contract, PermissionEntry } from "./contract";

/** What the permission map says of one method and path. */
export interface EndpointMatch {
  /** Every entry of the map that the request may be: those whose path fits whatever the holes turn out to be, and those that need a hole to have a certain value. */
  readonly entries: readonly PermissionEntry[];
  /** `certain`: the request is one to `entries[0].path` and no other; `possible`: it depends on what the holes turn out to be; `none`: the map does not list it. */
  readonly certainty: "certain" | "possible" | "none";
}

/**
 * Looks up a request in the contract's permission map.
 *
 * @param path below the service's base, starting with `/`; its holes stand for path parameters.
 * @param aliases neutral path segment -> the one the code uses.
 */
export function findEndpoints(contract: Contract, method: string, path: StringValue | string, aliases: Readonly<Record<string, string>>): EndpointMatch {
  void contract;
  void method;
  void path;
  void aliases;
  return { entries: [], certainty: "none" };
}

import { locatesService, type Facts } from "../../contract/configuration/configuration";
import { conventions } from "../../contract/conventions";
import type { Convention } from "../../contract/description/endpoint";
import type { Request } from "../request";
import { getHeader } from "./headers";

/** Conventions that a request reveals by using them: a selector, an override header. */
const shownByUse: ReadonlySet<Convention> = new Set(["fields", "method-override"]);

/** Conventions expected only of a service that the configuration locates. */
const ofLocatedServices: ReadonlySet<Convention> = new Set(["bearer", "put-replaces"]);

/**
 * Whether a request's service surely has a convention of the built-in service.
 *
 * For a service that the configuration locates, its description or the configuration decides. Without a configured
 * service, the program's own service counts as the built-in one.
 */
export function hasConvention({ described }: Request, convention: Convention, facts: Facts): boolean {
  if (described) return described.conventions.has(convention);
  const stated = facts.service?.conventions;
  if (stated) return stated.includes(convention);
  return locatesService(facts) ? shownByUse.has(convention) : !ofLocatedServices.has(convention);
}

/**
 * Whether a request may go to a service with all conventions of the built-in one. That service requires authorization,
 * so a request that surely has none goes elsewhere.
 */
export function mayBeBuiltIn(request: Request, facts: Facts): boolean {
  return locatesService(facts) || getHeader(request, conventions.authorization.header).presence !== "absent";
}

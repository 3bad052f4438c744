import { locatesService, type Facts } from "../../contract/configuration/configuration";
import { conventions } from "../../contract/conventions";
import type { Convention } from "../../contract/description/endpoint";
import type { Request } from "../request";
import { getHeader } from "./headers";

/** What a request shows by itself where it makes use of it: a selector, an override header. */
const shownByUse: ReadonlySet<Convention> = new Set(["fields", "method-override"]);

/** What is asked of requests to a service that is configured alone. */
const ofLocatedServices: ReadonlySet<Convention> = new Set(["bearer", "put-replaces"]);

/**
 * Whether the service of a request surely has a convention of the built-in one.
 *
 * Of a service that the configuration locates, its description says so, or the configuration itself. Where no service is configured, the
 * program's own counts as the built-in one.
 */
export function hasConvention({ described }: Request, convention: Convention, facts: Facts): boolean {
  if (described) return described.conventions.has(convention);
  const stated = facts.service?.conventions;
  if (stated) return stated.includes(convention);
  return locatesService(facts) ? shownByUse.has(convention) : !ofLocatedServices.has(convention);
}

/** Whether a request may go to a service with all habits of the built-in one. That one serves nobody who is not authorised: who surely is not asks another. */
export function mayBeBuiltIn(request: Request, facts: Facts): boolean {
  return locatesService(facts) || getHeader(request, conventions.authorization.header).presence !== "absent";
}

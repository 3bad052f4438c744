import type { StringPart } from "../value/value";
import { HOLE } from "../value/located-text";
import { mayBeOtherEnvironment, type ServiceBases } from "./base-urls";
import { flatten } from "./drafts/strings";
import { findPublicApi, type OtherService } from "./public-apis";
import type { Target } from "./request";

/** What an address reveals about its host. */
export type Place =
  /** It begins with one of the configured bases. */
  | "configured base"
  /** A path on a client with an unknown base. */
  | "client"
  /** A path alone: `fetch("/x")`. */
  | "relative"
  /** A host that the source names completely. */
  | "host"
  /** `https://${host}/x`. */
  | "unknown host"
  /** `${base}/x`, with a base that the configuration does not list. */
  | "unknown base"
  /** An unknown base that is read from the environment. */
  | "environment"
  /** Nothing is known of the address. */
  | "nowhere";

export interface Whereabouts {
  readonly place: Place;
  /** The known part of scheme and host, if the address has them. The name may begin with a hole: `https://${tenant}.example.com`. */
  readonly origin?: readonly StringPart[];
}

/** Whether a request goes to the configured service, and to which other one, if that is known. */
export type Ownership = Pick<Target, "service" | "others">;

/**
 * Decides to which service a request goes; docs/configuration.md has the same as a table.
 *
 * @param signs another service that the client or the header fields reveal. They decide if no service is configured; else they name the service of a request
 *   that does not go to the configured one.
 */
export function decideOwnership(
  { place, origin }: Whereabouts,
  bases: ServiceBases | undefined,
  signs: OtherService | undefined,
): Ownership {
  const known = origin && findPublicApi(hostOf(origin));
  if (bases) {
    const service = known && place !== "configured base" ? "no" : configured(place, bases);
    const others = service === "no" ? (known ?? signs) : undefined;
    return others ? { service, others } : { service };
  }
  const others = known ?? signs;
  return others ? { service: "no", others } : { service: "yes" };
}

function configured(place: Place, { hasHost }: ServiceBases): Target["service"] {
  switch (place) {
    case "configured base":
    case "client":
      return "yes";
    case "host":
    case "relative":
      return "no";
    case "unknown base":
      // If the service has a host of its own, a base that is not written with that host may be any service's.
      return hasHost ? "unknown" : "yes";
    case "unknown host":
    case "environment":
    case "nowhere":
      return "unknown";
  }
}

function hostOf(parts: readonly StringPart[]): string {
  return /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/iu.exec(flatten(parts))?.[1] ?? HOLE;
}

/**
 * @returns the place of an address that begins with something unknown.
 * @param isClientsOwn whether that is the base of a client, set out of sight.
 */
export function placeOfBase(parts: readonly StringPart[], isClientsOwn: boolean): Place {
  if (isClientsOwn) return "client";
  return mayBeOtherEnvironment(parts) ? "environment" : "unknown base";
}

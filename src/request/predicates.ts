import type { ObjectValue, Value } from "../value/value";
import { asText } from "./known";
import { effectiveMethod } from "./method";
import type { Request } from "./request";

/** Whether the request is surely one to the configured service, so that the contract applies to it. */
export function isService(request: Request): boolean {
  return request.target.service === "yes";
}

/** Hosts that clients document as their own default: they are services of others, with rules of their own. */
const publicHost = /^https:\/\/(?:(?:api|uploads)\.github\.com|[\w.-]+\.googleapis\.com)$/;

/**
 * Whether the request surely goes to a public service that is not the one of the contract. Without a configured service such a request counts for
 * what the contract's map shares with it (paths, permissions); how it authorises is that service's own matter.
 */
export function goesToPublicHost(request: Request): boolean {
  return publicHost.test(asText(request.target.origin) ?? "");
}

/** Whether the service surely treats the request as a PATCH: sent as one, or POST with an override. */
export function isPatch(request: Request): boolean {
  return effectiveMethod(request) === "PATCH";
}

/** Whether the request is surely a PUT. */
export function isPut(request: Request): boolean {
  return effectiveMethod(request) === "PUT";
}

/** The body that is written as JSON, where the client or the call surely does so; each possible one of a conditional. */
export function jsonBodies(request: Request): readonly Value[] {
  const body = request.body;
  if (body?.encoding !== "json") return [];
  return body.value.kind === "alternatives" ? body.value.options : [body.value];
}

export function isObject(value: Value | undefined): value is ObjectValue {
  return value?.kind === "object";
}

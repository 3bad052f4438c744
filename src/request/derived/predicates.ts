import type { ObjectValue, Value } from "../../value/value";
import { effectiveMethod } from "./method";
import type { Request } from "../request";

/** Whether a request surely goes to the configured service, so that the contract applies to it. */
export function isService(request: Request): boolean {
  return request.target.service === "yes";
}

/** Whether the request's service surely accepts selectors: it is the configured one, or is known to do so. */
export function takesSelectors(request: Request): boolean {
  return isService(request) || request.target.others?.selects === true;
}

/** Whether the permission map lists the endpoints of the request's service: the configured one, or GitHub. */
export function isMapped(request: Request): boolean {
  return isService(request) || request.target.others?.mapped === true;
}

/** Whether the service surely treats the request as a PATCH: it is sent as one, or as a POST with an override. */
export function isPatch(request: Request): boolean {
  return effectiveMethod(request) === "PATCH";
}

/** Whether the request is surely a PUT. */
export function isPut(request: Request): boolean {
  return effectiveMethod(request) === "PUT";
}

/**
 * @returns the body, with all alternatives, if the client or the call surely sends it as JSON and no hook may replace
 * it.
 */
export function jsonBodies(request: Request): readonly Value[] {
  const body = request.body;
  if (body?.encoding !== "json" || body.hooked) return [];
  return body.value.kind === "alternatives" ? body.value.options : [body.value];
}

export function isObject(value: Value | undefined): value is ObjectValue {
  return value?.kind === "object";
}

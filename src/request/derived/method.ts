import { conventions } from "../../contract/conventions";
import { getHeader } from "./headers";
import { asText, optionsOf } from "../drafts/known";
import type { Request } from "../request";

/**
 * Finds the method on which the service acts: `PATCH` for a POST with `X-HTTP-Method-Override: PATCH` (conventions
 * 4.3.12), otherwise the sent method.
 *
 * An override in the unlisted part of open headers counts as absent. An override on some paths only leaves the method
 * unknown.
 *
 * @returns the method, in upper case unless the client sends it unchanged; undefined if unknown.
 */
export function effectiveMethod(request: Request): string | undefined {
  const method = sentMethod(request);
  if (method !== conventions.override.carrier) return method;
  const override = getHeader(request, conventions.override.header);
  if (override.presence === "absent" || override.presence === "unknown") return method;
  if (override.presence === "maybe" || !override.value) return undefined;
  const value = asText(override.value);
  if (value === undefined) return undefined;
  return value.trim() === conventions.override.method ? conventions.override.method : method;
}

/** @returns the method on the wire; undefined if unknown or one of several. */
export function sentMethod(request: Request): string | undefined {
  const [method, ...others] = new Set(optionsOf(request.method).map(asText));
  return others.length === 0 ? method : undefined;
}

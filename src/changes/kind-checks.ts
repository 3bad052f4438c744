import type { Check } from "./checks";

/** Prefix of ids that are renamed for documents of a kind: the body is then the object. */
const bodyPrefix = /^request-body-/u;
const isOfEndpoints = /^request-body-(?:added|removed|became-required|became-optional|media-type)/u;

/** @returns the id of a change in a kind, derived from that of the same change in a request body. */
export function kindCheckId(id: string): string {
  return id.replace(bodyPrefix, "object-").replace(/(?<=^|-)request-/u, "");
}

/** @returns the checks of kinds, which are those of requests in other words. */
export function kindChecksOf(checks: Readonly<Record<string, Check>>): Readonly<Record<string, Check>> {
  return Object.fromEntries(
    Object.entries(checks)
      .filter(([id]) => /(?:^|-)request-/u.test(id) && /property|^request-body-/u.test(id) && !isOfEndpoints.test(id))
      .map(([id, { effect, text }]) => [
        kindCheckId(id),
        { effect, text: text.replace(" of the body", "").replace(/\bbody\b/u, "object") },
      ]),
  );
}

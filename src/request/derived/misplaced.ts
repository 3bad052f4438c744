import type { Misuse } from "../misuses/misuse";
import type { Request } from "../request";

type Part = "headers" | "body";

/**
 * Whether a part of the request is written where the client ignores it. `client-options` reports that problem, so
 * nothing in the part counts as missing.
 */
export function isMisplaced({ misuses = [] }: Request, part: Part): boolean {
  return misuses.some((misuse) => (part === "headers" ? hidesHeaders(misuse) : hidesBody(misuse)));
}

function hidesHeaders(misuse: Misuse): boolean {
  if (misuse.kind === "option") return misuse.instead === "`headers`";
  return ["headerAsOption", "extraArgument", "optionsAsBody"].includes(misuse.kind);
}

function hidesBody(misuse: Misuse): boolean {
  if (misuse.kind === "option") return /`(?:body|data|json)\b/u.test(misuse.instead);
  return misuse.kind === "bodyAsOptions";
}

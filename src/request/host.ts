import type { StringPart, Value } from "../value/value";
import { optionsOf } from "./known";
import type { Request } from "./request";
import { flatten, HOLE, partsOf } from "./strings";

/** Hosts that clients document as their own default: they are services of others, with rules of their own. */
const publicHost = /^https?:\/\/(?:(?:api|uploads)\.github\.com|[\w.-]+\.googleapis\.com)(?![\w.-])/i;

/** A setting whose name says no more than that it is the address of the program's one service: `API_URL`, `VITE_BACKEND_HOST`. */
const neutralSetting =
  /^(?:process\.env|import\.meta\.env)\.(?:(?:API|APP|BACKEND|BASE|CLIENT|DEFAULT|DOMAIN|ENDPOINT|EXPO|GATSBY|HOST|HOSTNAME|HTTP|HTTPS|NEXT|NUXT|ORIGIN|PREFIX|PUBLIC|REACT|REST|ROOT|SERVER|SERVICE|URI|URL|V\d+|VITE|VUE|WEB)(?:_|$))+$/i;

/**
 * What the source tells, where no service is configured, of the host to which a request goes.
 *
 * - `service`: it is written down, or set by the deployment under a name that tells of no other service, or the path is a relative one;
 * - `public`: it may be that of a public service, which has rules of its own for what the contract says of credentials;
 * - `open`: it is handed in, imported from where it cannot be seen, or set under a name that may well be another service's.
 */
export type HostKnowledge = "service" | "public" | "open";

/** @returns what is known of a request's host; of several possible ones the least certain. */
export function hostOf(request: Request): HostKnowledge {
  const { origin, path } = request.target;
  if (!origin) return path ? "service" : "open";
  return leastCertain(possibleStarts(origin.parts).map(hostOfParts));
}

function leastCertain(all: readonly HostKnowledge[]): HostKnowledge {
  return all.includes("public") ? "public" : all.includes("open") ? "open" : "service";
}

/** The first part may be any of several texts, which then hold the host. */
function possibleStarts(parts: readonly StringPart[], depth = 0): readonly (readonly StringPart[])[] {
  const [first, ...rest] = parts;
  if (first?.kind !== "hole" || depth > 3) return [parts];
  const options = optionsOf(first.value);
  if (options.length === 1 && first.value.kind !== "string") return [parts];
  return options.flatMap((option) => (option.kind === "string" ? possibleStarts([...partsOf(option), ...rest], depth + 1) : [[{ kind: "hole" as const, value: option }, ...rest]]));
}

function hostOfParts(parts: readonly StringPart[]): HostKnowledge {
  const text = flatten(parts);
  if (publicHost.test(text)) return "public";
  const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? HOLE;
  if (!host.includes(HOLE)) return "service";
  return parts.every((part) => part.kind === "text" || isNeutral(part.value)) ? "service" : "open";
}

function isNeutral(value: Value): boolean {
  return value.origin?.trail.some((name) => neutralSetting.test(name)) ?? false;
}

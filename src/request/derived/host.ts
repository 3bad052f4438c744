import { locatesService, type Facts } from "../../contract/configuration/configuration";
import type { StringPart, Value } from "../../value/value";
import { optionsOf } from "../drafts/known";
import type { Request } from "../request";
import { flatten, partsOf } from "../drafts/strings";
import { HOLE } from "../../value/located-text";

/**
 * Hosts that belong to no public service: the local machine or network, addresses, and names reserved for examples and
 * tests.
 */
const ownHost =
  /^(?:[^@]*@)?(?:localhost|\[[\da-f:.]+\]|\d+(?:\.\d+){3}|[\w-]+|(?:[\w-]+\.)*(?:example\.(?:com|net|org)|example|internal|invalid|local|localhost|test))(?::\d*)?$/i;

/** Names of settings that hold the address of the only service: `API_URL`, `VITE_BACKEND_HOST`. */
const neutralSetting =
  /^(?:process\.env|import\.meta\.env)\.(?:(?:API|APP|BACKEND|BASE|CLIENT|DEFAULT|DOMAIN|ENDPOINT|EXPO|GATSBY|HOST|HOSTNAME|HTTP|HTTPS|NEXT|NUXT|ORIGIN|PREFIX|PUBLIC|REACT|REST|ROOT|SERVER|SERVICE|URI|URL|V\d+|VITE|VUE|WEB)(?:_|$))+$/i;

/**
 * Whether a request may go to another party's service, if no service is configured. It may if its host is public, is a
 * parameter, is imported from an unknown file, or comes from a setting that may name another service. It surely goes to
 * the program's own service if the path is relative, if its host cannot be public, or if the host comes from a setting
 * that names no other service.
 */
export function mayBeOthers(request: Request, facts: Facts): boolean {
  if (locatesService(facts)) return false;
  const { origin, path } = request.target;
  if (!origin) return !path;
  return possibleStarts(origin.parts).some(mayNameOthers);
}

/** Expands a first part with alternatives, because they contain the host. */
function possibleStarts(parts: readonly StringPart[], depth = 0): readonly (readonly StringPart[])[] {
  const [first, ...rest] = parts;
  if (first?.kind !== "hole" || depth > 3) return [parts];
  const options = optionsOf(first.value);
  if (options.length === 1 && first.value.kind !== "string") return [parts];
  return options.flatMap((option) =>
    option.kind === "string"
      ? possibleStarts([...partsOf(option), ...rest], depth + 1)
      : [[{ kind: "hole" as const, value: option }, ...rest]],
  );
}

function mayNameOthers(parts: readonly StringPart[]): boolean {
  const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(flatten(parts))?.[1] ?? HOLE;
  if (!host.includes(HOLE)) return !ownHost.test(host);
  return !parts.every((part) => part.kind === "text" || isNeutral(part.value));
}

function isNeutral(value: Value): boolean {
  return value.origin?.trail.some((name) => neutralSetting.test(name)) ?? false;
}

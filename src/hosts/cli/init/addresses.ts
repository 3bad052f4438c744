import { join } from "node:path";
import { readDataFile } from "../../../contract/file/data-file";
import { basePathOf } from "../../../request/base-urls";
import { optionsOf } from "../../../request/drafts/known";
import { flatten } from "../../../request/drafts/strings";
import { pathsOf } from "../../../request/derived/endpoint";
import { templateOf } from "../../../request/derived/describe";
import type { Request } from "../../../request/request";
import { HOLE } from "../../../value/located-text";
import { isObject } from "../../../value/plain-object";
import type { Value } from "../../../value/value";

/**
 * The called addresses, each with its paths. An address is a scheme and host, a setting in the form of a configuration,
 * or empty for relative URLs.
 */
export type CalledAddresses = ReadonlyMap<string, ReadonlySet<string>>;

/** What OpenAPI descriptions state of the service's location. */
export interface DescribedPlaces {
  /** Base URLs without variables. */
  readonly servers: readonly string[];
  /** Path templates. */
  readonly paths: readonly string[];
}

/** Adds the address of a request, unless it is unknown or belongs to a known other service. */
export function noteAddress({ target }: Request, into: Map<string, Set<string>>, path: string): void {
  const base = target.others ? undefined : baseOf(target);
  if (base === undefined) return;
  into.set(base, (into.get(base) ?? new Set()).add(path));
}

/** @returns the Google host to which a request goes. */
export function googleHostOf({ target: { origin } }: Request): string | undefined {
  return origin && /^https:\/\/([\w.-]+\.googleapis\.com)$/iu.exec(flatten(origin.parts))?.[1]?.toLowerCase();
}

/** @returns the paths of a request, with `{name}` for unknown parts. */
export function templatesOf(request: Request): readonly string[] {
  return pathsOf(request).map(templateOf);
}

function baseOf({ origin }: Request["target"]): string | undefined {
  if (!origin) return "";
  const text = flatten(origin.parts);
  if (/^https?:\/\/[\w.:[\]-]+$/iu.test(text)) return text.toLowerCase();
  const [part] = origin.parts;
  if (text !== HOLE || part?.kind !== "hole") return undefined;
  const setting = trailsIn(part.value).find((name) => /^(?:process\.env|import\.meta\.env)\.\w+$/u.test(name));
  return setting === undefined ? undefined : `\${${setting}}`;
}

/** @returns the names through which a value and its alternatives passed, one text for each trail. */
function trailsIn(value: Value): readonly string[] {
  const inner = optionsOf(value).map((option) => {
    const [part, ...others] = option.kind === "string" ? option.parts : [];
    return part?.kind === "hole" && others.length === 0 ? part.value : option;
  });
  return [value, ...inner].flatMap((each) => each.origin?.trail ?? []);
}

/** Reads the servers and paths of OpenAPI descriptions. */
export function readDescribedPlaces(files: readonly string[], folder: string): DescribedPlaces {
  const servers = new Set<string>();
  const paths = new Set<string>();
  for (const file of files) {
    const { value } = readDataFile(join(folder, file));
    if (!isObject(value)) continue;
    for (const server of Array.isArray(value.servers) ? (value.servers as unknown[]) : [])
      if (isObject(server) && typeof server.url === "string" && !server.url.includes("{"))
        servers.add(server.url.replace(/\/+$/u, ""));
    if (isObject(value.paths)) for (const path of Object.keys(value.paths)) paths.add(path);
  }
  return { servers: [...servers].filter((server) => server !== ""), paths: [...paths] };
}

/**
 * Proposes base URLs.
 *
 * @param described the service's location as a description states it; an address is then proposed only if a described
 * path is called below it.
 * @returns the bases, the described ones first; empty if the code calls no others.
 */
export function proposeBases(called: CalledAddresses, described: DescribedPlaces | undefined): readonly string[] {
  const bases = new Set<string>();
  for (const [address, paths] of called)
    for (const base of described ? describedBases(address, paths, described) : [commonBase(address, paths)])
      if (base !== "") bases.add(base);
  const own = described?.servers ?? [];
  const isNew = (base: string): boolean => !own.some((server) => base === server || base.startsWith(`${server}/`));
  const more = [...bases].filter(isNew).sort();
  return more.length === 0 ? [] : [...own, ...more];
}

/**
 * A local or relative address. Everything called there belongs to the service being built, even if its path is wrong.
 */
const ownAddress = /^$|^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u;

function describedBases(
  address: string,
  paths: ReadonlySet<string>,
  { servers, paths: listed }: DescribedPlaces,
): readonly string[] {
  const known = listed.map(patternOf);
  const prefixes = [...new Set(servers.map((server) => server.replace(/^[a-z]+:\/\/[^/]*/iu, "")))];
  const isServers = (base: string): boolean => prefixes.some((prefix) => prefix !== "" && base.endsWith(prefix));
  return [...paths].flatMap((path) => {
    const found = [...prefixes, "", basePathOf(path)].find(
      (each) => path.startsWith(`${each}/`) && known.some((pattern) => pattern.test(path.slice(each.length))),
    );
    if (found !== undefined) return [address + found];
    // A path that the description does not list may be a mistake; the base path of a described server is not.
    const base = basePathOf(path);
    return ownAddress.test(address) && isServers(base) ? [address + base] : [];
  });
}

/** @returns a pattern for a described path, in which each parameter matches one segment. */
function patternOf(template: string): RegExp {
  const literal = template
    .split(/\{[^{}]*\}/u)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join("[^/]+");
  return new RegExp(`^${literal}/?$`, "u");
}

/** Without a description, a base path is proposed only if all paths share it. */
function commonBase(address: string, paths: ReadonlySet<string>): string {
  const [first = "", ...others] = new Set([...paths].map(basePathOf));
  return others.length === 0 ? address + first : address;
}

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

/** What the code calls: scheme and host, a setting as a configuration writes it, or the empty text for a relative URL; and the paths behind it. */
export type CalledAddresses = ReadonlyMap<string, ReadonlySet<string>>;

/** What descriptions say of where a service is. */
export interface DescribedPlaces {
  /** Base URLs, as far as they are known: a setting of a server's is not. */
  readonly servers: readonly string[];
  /** Path templates. */
  readonly paths: readonly string[];
}

/** Adds the address of a request, unless it is known to be another service's, or nothing is known of it. */
export function noteAddress({ target }: Request, into: Map<string, Set<string>>, path: string): void {
  const base = target.others ? undefined : baseOf(target);
  if (base === undefined) return;
  into.set(base, (into.get(base) ?? new Set()).add(path));
}

/** @returns the host of Google's to which a request goes. */
export function googleHostOf({ target: { origin } }: Request): string | undefined {
  return origin && /^https:\/\/([\w.-]+\.googleapis\.com)$/iu.exec(flatten(origin.parts))?.[1]?.toLowerCase();
}

/** @returns the paths of a request with `{name}` for what is not known. */
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

/** @returns the names under which a value and its alternatives passed, each trail in one text. */
function trailsIn(value: Value): readonly string[] {
  const inner = optionsOf(value).map((option) => {
    const [part, ...others] = option.kind === "string" ? option.parts : [];
    return part?.kind === "hole" && others.length === 0 ? part.value : option;
  });
  return [value, ...inner].flatMap((each) => each.origin?.trail ?? []);
}

/** Reads where OpenAPI descriptions say that their services are. */
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
 * @param described where a description tells of the service: an address is then proposed where a described path is called below it.
 * @returns the bases, those of the description first; empty where its own are all that is called.
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

/** A host of one's own, or none: what is called there is the service that is being built, mistaken paths included. */
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
    // A path that the description does not list may be a mistake; the base of the description's server is none.
    const base = basePathOf(path);
    return ownAddress.test(address) && isServers(base) ? [address + base] : [];
  });
}

/** A path of the description, in which a parameter stands for one segment of the code's. */
function patternOf(template: string): RegExp {
  const literal = template
    .split(/\{[^{}]*\}/u)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join("[^/]+");
  return new RegExp(`^${literal}/?$`, "u");
}

/** Without a description, what base paths are made of belongs to the base where all paths have it. */
function commonBase(address: string, paths: ReadonlySet<string>): string {
  const [first = "", ...others] = new Set([...paths].map(basePathOf));
  return others.length === 0 ? address + first : address;
}

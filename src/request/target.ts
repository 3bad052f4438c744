import type { Range } from "../text/range";
import type { ObjectValue, StringPart, StringValue, UnknownValue, Value } from "../value/value";
import { HOLE } from "../value/located-text";
import { keptOfBase, schemeWithSlashes } from "../value/url-reference";
import { isNamedAsAddress, isNamedAsBase, matchBase, type ServiceBases } from "./base-urls";
import { type Address, isUnseenBase } from "./drafts/draft";
import { optionsOf } from "./drafts/known";
import { asObject, getProperty, objectOf, unknown } from "./drafts/objects";
import { parseQuery } from "./drafts/parse-query";
import { joinQueries } from "./drafts/query-string";
import { decideOwnership, type Ownership, placeOfBase, type Place } from "./ownership";
import type { OtherService } from "./public-apis";
import type { Target } from "./request";
import { flatten, partsOf, slice, stringOf, textPart } from "./drafts/strings";
import { joinTargets } from "./several-targets";
import { mostAddresses, urlsOf } from "./several-urls";
import { dots, mayHoldQuery, parsedUrl, queryStartOf, withoutCredentials } from "./drafts/url-text";

export interface Located {
  readonly target: Target;
  /** The query of the URL itself. */
  readonly query: ObjectValue | UnknownValue;
}

/** Decides by the address to which service a request goes. */
type Decide = (place: Place, origin?: readonly StringPart[]) => Ownership;

/**
 * Finds the target of a request: base, path, and whether the service is the configured one.
 *
 * @param bases the configured base URLs; without any, every request counts as the service's that is not known to be another's.
 * @param signs another service that the client or the header fields reveal.
 */
export function locate(address: Address, bases: ServiceBases | undefined, at: Range, signs?: OtherService): Located {
  const decide: Decide = (place, origin) => decideOwnership({ place, ...(origin && { origin }) }, bases, signs);
  const options = addressesOf(address).map((each) => locateOne(each, { bases, decide, at }));
  const [first] = options;
  if (!first) return { target: { service: "unknown" }, query: unknown("no URL", at) };
  if (options.length === 1) return first;
  const services = new Set(options.map((option) => option.target.service));
  const service = services.size === 1 ? first.target.service : services.has("no") ? "unknown" : "yes";
  const { others } = options.find(({ target }) => target.others)?.target ?? {};
  const query = asObject({
    kind: "alternatives",
    options: options.map((option) => option.query),
    range: address.url.range,
  });
  const targets = options.map((option) => option.target);
  const namesUser = targets.some((target) => target.namesUser) && { namesUser: true as const };
  const isOnBases = address.base?.kind === "alternatives" && address.url.kind !== "alternatives";
  const joined = joinTargets(targets, { isOnBases, range: address.url.range });
  return { target: { service, ...(others && { others }), ...joined, ...namesUser }, query };
}

/** @returns each URL that the address may have, on each base that it may have. */
function addressesOf(address: Address): readonly Address[] {
  const urls = urlsOf(address.url);
  const given = address.base && optionsOf(address.base);
  if (!given || urls.length * given.length > mostAddresses) return urls.map((url) => ({ ...address, url }));
  return given.flatMap((base) => urls.map((url) => ({ ...address, url, base })));
}

interface Deciding {
  readonly bases: ServiceBases | undefined;
  readonly decide: Decide;
  readonly at: Range;
}

function locateOne(address: Address, deciding: Deciding): Located {
  const { at } = deciding;
  const url = urlParts(address.url);
  if (!url) return withoutUrl(address, deciding);
  const given = parsedUrl(joinBase(address, url.parts, at));
  const whole = withoutCredentials(given);
  const parts = slice(whole, 0, endOf(flatten(whole), "#"));
  const text = flatten(parts);
  const readQuery = readQueryStart(parts);
  const queryStart = Math.min(readQuery, queryStartOf(text));
  const inUrl = queryStart < text.length ? parseQuery(slice(parts, queryStart + 1), at) : objectOf([], at);
  const query = joinQueries([inUrl, ...(url.query ? [url.query] : [])], at);
  const place = slice(parts, 0, queryStart);
  const target = split(place, address, deciding);
  return {
    target: { ...withWholeRange(target, address.url), ...(whole !== given && { namesUser: true as const }) },
    query:
      queryStart === readQuery || mayHoldQuery(flatten(place), text[queryStart] === "?")
        ? { ...query, open: true }
        : query,
  };
}

/** @returns the position of a query that is read from the page: `location.search` is empty, or begins with `?`. Infinity without one. */
function readQueryStart(parts: readonly StringPart[]): number {
  let at = 0;
  for (const part of parts) {
    const isQuery =
      part.kind === "hole" && part.value.origin?.trail.some((name) => /(?:^|\.)location\.search$/u.test(name));
    if (isQuery) return at;
    at += part.kind === "hole" ? HOLE.length : part.text.length;
  }
  return Infinity;
}

/** The path gets the range of the whole URL expression; its parts have exact ranges. */
function withWholeRange(target: Target, { range, elsewhere }: Value): Target {
  return target.path ? { ...target, path: { ...target.path, range, ...(elsewhere && { elsewhere }) } } : target;
}

function withoutUrl(address: Address, { bases, decide, at }: Deciding): Located {
  const query = unknown(address.url.kind === "unknown" ? address.url.reason : "URL is not known", address.url.range);
  const base = address.base && urlParts(address.base);
  // The URL may contain another host.
  if (!base || !bases) return { target: decide("nowhere", base?.parts), query };
  const isOurs = matchBase(base.parts, bases) !== undefined;
  return {
    target: { ...decide(isOurs ? "configured base" : "nowhere", base.parts), origin: stringOf(base.parts, at) },
    query,
  };
}

/** @returns the parts of a URL given as string or `URL`, and a `URL`'s own parameters. */
function urlParts(value: Value): { parts: readonly StringPart[]; query?: ObjectValue | UnknownValue } | undefined {
  if (value.kind === "string") return { parts: value.parts };
  if (value.kind !== "object" || value.class !== "URL") return undefined;
  const href = getProperty(value, "href").value;
  const parameters = getProperty(value, "searchParams").value;
  if (!href) return undefined;
  const parts = partsOf(href);
  if (!parameters) return { parts };
  return { parts: slice(parts, 0, endOf(flatten(parts), "?")), query: asObject(parameters) };
}

function joinBase(address: Address, given: readonly StringPart[], at: Range): readonly StringPart[] {
  const url = address.join === "resolve" ? parsedUrl(given) : given;
  const text = flatten(url);
  if (!address.base || address.base.kind === "undefined" || standsAlone(text, address)) return url;
  const base = urlParts(address.base)?.parts ?? partsOf(address.base);
  if (base.length === 0) return url;
  if (address.alone !== "never" && mayHoldHost(url, base)) return url;
  if (address.join === "resolve") return resolve(base, url, at);
  return text === "" && !address.isPrefix ? base : append(base, url, at);
}

/**
 * Whether a URL that begins with a hole may contain the host as well as its base, or is named like an address. It is then taken as absolute, with its unknown
 * parts in that hole.
 */
function mayHoldHost([first]: readonly StringPart[], base: readonly StringPart[]): boolean {
  return first?.kind === "hole" && (flatten(base).startsWith(HOLE) || isNamedAsAddress(first.value));
}

/** Joins a base and a URL with exactly one slash. */
function append(base: readonly StringPart[], url: readonly StringPart[], at: Range): readonly StringPart[] {
  const text = flatten(base);
  const end = text.endsWith("/") ? text.length - 1 : text.length;
  const start = flatten(url).startsWith("/") ? 1 : 0;
  return [...slice(base, 0, end), textPart("/", at), ...slice(url, start)];
}

/** Whether a URL is sent without the client's base. */
function standsAlone(text: string, { alone = "host", url, base }: Address): boolean {
  // ky does not prefix a `URL`. An absolute address with a prefix would be no address: an unknown prefix is taken as none.
  if (alone === "never") return url.kind === "object" || (base?.kind === "unknown" && schemeWithSlashes.test(text));
  return schemeWithSlashes.test(text) && (alone === "host" || !text.startsWith("//"));
}

function resolve(base: readonly StringPart[], url: readonly StringPart[], at: Range): readonly StringPart[] {
  const kept = keptOfBase(flatten(base), flatten(url));
  if (!kept) return [{ kind: "hole", value: unknown("host of a base URL", at) }, ...url];
  return [...slice(base, 0, kept.length), ...(kept.needsSlash ? [textPart("/", at)] : []), ...url];
}

/** @returns the scheme with its slashes, which may be that of another URL: `${url.protocol}//`. */
function schemeOf(parts: readonly StringPart[], text: string): string | undefined {
  const [first] = parts;
  const name = first?.kind === "hole" ? first.value.origin?.trail.at(-1) : undefined;
  const isOther = text.startsWith(`${HOLE}//`) && name !== undefined && /(?:^|\.)(?:protocol|scheme)$/u.test(name);
  return isOther ? `${HOLE}//` : schemeWithSlashes.exec(text)?.[0];
}

function split(parts: readonly StringPart[], address: Address, deciding: Deciding): Target {
  const { bases, decide, at } = deciding;
  const text = flatten(parts);
  const baseEnd = bases && matchBase(parts, bases);
  if (baseEnd !== undefined) return targetOf(parts, baseEnd, decide("configured base"), at);
  const scheme = schemeOf(parts, text);
  if (scheme) return splitBehindHost(parts, scheme, deciding);
  const unknownStart = /^(?:https?)?\uFFFC+(?::(?:\d+|\uFFFC)(?=\/|$))?/i.exec(text)?.[0];
  if (unknownStart !== undefined) {
    const end = unknownStart.length;
    const owner = decide(placeOfBase(parts, isUnseenBase(address.base)));
    // The holes may contain the path as well as the base. A base that ends with a slash may precede a name, but no `:` or `.json`.
    return !/^[/\w]/u.test(text.slice(end)) || !mayEndWithSlash(parts, text.charAt(end))
      ? { ...owner, origin: stringOf(parts, at) }
      : targetOf(parts, end, owner, at);
  }
  return targetOf(parts, 0, decide(address.ownsRelative ? "client" : "relative"), at);
}

function splitBehindHost(parts: readonly StringPart[], scheme: string, { bases, decide, at }: Deciding): Target {
  const text = flatten(parts);
  const slash = text.indexOf("/", scheme.length);
  // A port or the path may follow a host's name directly: `https://api.example.com${path}`.
  const hole = /(?<=[\w\]])\uFFFC+$/.exec(slash < 0 ? text : "")?.index ?? text.length;
  const end = slash < 0 ? hole : slash;
  const origin = slice(parts, 0, end);
  const owner = decide(flatten(origin).includes(HOLE) ? "unknown host" : "host", origin);
  // The hole may contain the rest of the URL, unless it is a port.
  if (slash < 0 && text.endsWith(HOLE) && !text.endsWith(`:${HOLE}`))
    return { ...(bases ? decide("unknown host") : owner), origin: stringOf(parts, at) };
  return targetOf(parts, end, owner, at);
}

/** Whether a URL begins with a base that a path may follow, with or without a slash: `__STATIC_PATH__` before a name is a path itself. */
function mayEndWithSlash([first]: readonly StringPart[], next: string): boolean {
  return next === "/" || first?.kind !== "hole" || isNamedAsBase(first.value, { orUrl: true });
}

function targetOf(parts: readonly StringPart[], end: number, owner: Ownership, at: Range): Target {
  const rest = slice(parts, end);
  const text = flatten(rest);
  const origin = end > 0 ? { origin: stringOf(slice(parts, 0, end), at) } : {};
  const whole = pathOf(rest, text, at);
  const path = whole && withoutDots(whole.parts, at);
  const [first] = whole ? [] : rest;
  return { ...owner, ...origin, ...(path && { path }), ...(first?.kind === "hole" && { hole: first.value }) };
}

function pathOf(rest: readonly StringPart[], text: string, at: Range): StringValue | undefined {
  if (text.startsWith("/")) return stringOf(rest, at);
  if (text.startsWith(HOLE)) return undefined;
  return stringOf([textPart("/", at), ...rest], at);
}

/** Resolves `.` and `..`, as every client does before it sends a path. A hole before `..` may be several segments. */
function withoutDots(parts: readonly StringPart[], at: Range): StringValue | undefined {
  const text = flatten(parts);
  if (!dots.any.test(text)) return stringOf(parts, at);
  const kept: { readonly from: number; readonly to: number }[] = [];
  let from = 0;
  for (let end = text.indexOf("/", 1); ; end = text.indexOf("/", end + 1)) {
    const to = end < 0 ? text.length : end;
    const segment = text.slice(from + 1, to);
    const isDots = dots.one.test(segment) || dots.two.test(segment);
    if (dots.two.test(segment)) {
      const above = kept.pop();
      if (above && text.slice(above.from, above.to).includes(HOLE)) return undefined;
    }
    if (!isDots) kept.push({ from, to });
    // A folder keeps its trailing slash.
    else if (to === text.length) kept.push({ from, to: from + 1 });
    if (end < 0) break;
    from = to;
  }
  return stringOf(
    kept.flatMap((each) => slice(parts, each.from, each.to)),
    at,
  );
}

function endOf(text: string, mark: string): number {
  const index = text.indexOf(mark);
  return index < 0 ? text.length : index;
}

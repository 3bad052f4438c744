import { computedPart, computedText, entry, holePart, textFrom, unknown } from "../../make";
import { joinAll, mapOptions, plainText } from "../../values";
import type { Abstract, ObjectValue, Part, Place, Text } from "../../domain";
import { textForm } from "../texts/form";
import { leadOf, sliceText, trailOf } from "../texts/parts";
import { parseQuery, wholeText } from "./queries";
import { addressParts, holeText, withHref } from "./url";
import { hostReason, originReason, partReason } from "./url-origin";
import { mayHoldMore, queryPartsOf, urlText } from "./url-text";

/** Reads of and assignments to parts of a `URL`: `url.pathname += "/x"`. */

const names = [
  "hash",
  "host",
  "hostname",
  "href",
  "origin",
  "password",
  "pathname",
  "port",
  "protocol",
  "search",
  "username",
] as const;
type Name = (typeof names)[number];
const hostParts: ReadonlySet<string> = new Set<Name>(["host", "hostname", "port", "protocol"]);

function isPart(name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

export function memberOfUrl(url: ObjectValue, name: string, place: Place): Abstract | undefined {
  if (name === "searchParams") return url.members.get("searchParams")?.value;
  if (!isPart(name)) return undefined;
  const href = urlText(url, place);
  if (name === "href") return href ?? holeText("a URL", place);
  const whole = href && wholeText(href);
  if (whole !== undefined && URL.canParse(whole)) return partOfKnown(url, whole, name, place);
  return partOfAddress(url, name, place) ?? unknown(partReason(name), place, { is: "string" });
}

/** @returns a part of a known URL. A path that the text contains literally keeps its place. */
function partOfKnown(url: ObjectValue, whole: string, name: Name, place: Place): Abstract {
  const part = new URL(whole)[name];
  const href = url.members.get("href")?.value;
  const written = href?.kind === "text" && name === "pathname" ? plainText(href) : undefined;
  const at = written?.indexOf(part, written.indexOf("//") + 2) ?? -1;
  const cut = href?.kind === "text" && at > 0 ? sliceText(href, at, at + part.length, place) : undefined;
  return cut && plainText(cut) === part ? cut : computedText(part, place);
}

function partOfAddress(url: ObjectValue, name: Name, place: Place): Abstract | undefined {
  const address = addressParts(url);
  if (!address) return undefined;
  if (isSchemeOrHost(name)) return schemeOrHost(address, name, place);
  if (name === "search") return searchOf(url, place);
  if (name === "hash") return mayHaveFragment(url) ? undefined : computedText("", place);
  if (name !== "pathname" && name !== "origin") return undefined;
  const split = splitAddress(address, place);
  return split && textFrom(name === "origin" ? split.origin : split.path, place);
}

function searchOf(url: ObjectValue, place: Place): Abstract | undefined {
  const params = url.members.get("searchParams")?.value;
  if (params?.kind !== "object") return params && holeText("the query of a URL", place);
  if (params.members.size === 0 && params.open === undefined) return computedText("", place);
  const written = textFrom([computedPart("?", place), holePart(params)], place);
  const isSure = [...params.members.values()].some(({ presence }) => presence === "always");
  return isSure ? written : joinAll([computedText("", place), written], place);
}

/** Whether the URL may have a fragment. */
function mayHaveFragment(url: ObjectValue): boolean {
  const href = url.members.get("href")?.value;
  if (href?.kind !== "text") return true;
  return href.parts.some((part, index) =>
    part.kind === "text" ? part.text.includes("#") : mayHoldMore(href.parts, index),
  );
}

interface Split {
  readonly origin: readonly Part[];
  readonly path: readonly Part[];
}

function holeOf(reason: string, place: Place, from?: Part): Part {
  const origin = from?.kind === "hole" ? trailOf(from.value) : { trail: [] };
  return holePart(unknown(reason, place, { is: "string", origin }));
}

/** Splits an address without a query into origin and path. An unknown base may contain both, or parts of them. */
function splitAddress(address: readonly Part[], place: Place): Split | undefined {
  const [first, ...rest] = address;
  if (first?.kind !== "text") return splitBehind(first, rest, place);
  const host = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/iu.exec(first.text)?.[0];
  if (host === undefined) return undefined;
  const [next] = rest;
  if (host.length === first.text.length && next)
    return next.kind === "text" && next.text.startsWith("/")
      ? { origin: [first], path: rest }
      : splitBehind(first, rest.slice(1), place);
  const whole = textFrom([first], place);
  const origin = sliceText(whole, 0, host.length, place)?.parts ?? [];
  const path = sliceText(whole, host.length, first.text.length, place)?.parts ?? [];
  return { origin, path: path.length === 0 ? [computedPart("/", place)] : [...path, ...rest] };
}

/** Text right after the base may belong to its host: `${base}.example/x`. */
function splitBehind(base: Part | undefined, behind: readonly Part[], place: Place): Split | undefined {
  const [next] = behind;
  if (!base || (next && !(next.kind === "text" && next.text.startsWith("/")))) return undefined;
  return {
    origin: [holeOf(originReason, place, base)],
    path: [holeOf("the path of a URL", place, base), ...behind],
  };
}

type SchemeOrHost = "host" | "hostname" | "protocol";

function isSchemeOrHost(name: Name): name is SchemeOrHost {
  return name === "protocol" || name === "host" || name === "hostname";
}

/** @returns the scheme or host of an address. */
function schemeOrHost(address: readonly Part[], name: SchemeOrHost, place: Place): Abstract | undefined {
  if (name === "hostname") return withoutPort(schemeOrHost(address, "host", place), address[0], place);
  const { lead, behind } = leadOf(address);
  const found = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)/iu.exec(lead);
  if (!found) return ofUnknown(name, address[0], place);
  const [whole, scheme = "", host = ""] = found;
  if (name === "protocol") return computedText(scheme.toLowerCase(), place);
  if (whole.length < lead.length && !/[@\s]|[A-Z]|:(?:443|80)$/u.test(host)) return computedText(host, place);
  const [second] = behind;
  return second?.kind === "hole" && host === "" ? textFrom([holeOf(hostReason, place, second)], place) : undefined;
}

function withoutPort(host: Abstract | undefined, from: Part | undefined, place: Place): Abstract {
  const whole = host && plainText(host);
  return whole === undefined ? ofUnknown("hostname", from, place) : computedText(whole.replace(/:\d*$/u, ""), place);
}

/** @returns an unknown part under a name, so that `${url.protocol}//${url.host}` is recognised as an origin. */
function ofUnknown(name: string, from: Part | undefined, place: Place): Abstract {
  const [url = "url"] = (from?.kind === "hole" ? from.value.origin?.trail : undefined)?.slice(-1) ?? [];
  const part = unknown(partReason(name), place, { is: "string", origin: { trail: [`${url}.${name}`] } });
  return textFrom([holePart(part)], place);
}

/**
 * @param key `undefined` if it is unknown.
 * @returns a URL after an assignment to one of its parts; an unknown URL if the result cannot be computed.
 */
export function writeToUrl(url: ObjectValue, key: string | undefined, value: Abstract, place: Place): Abstract {
  if (key === "searchParams")
    return mapOptions(value, (option) =>
      option.kind === "unknown" || (option.kind === "object" && option.class === "URLSearchParams")
        ? { ...url, members: new Map(url.members).set(key, entry(option, place)) }
        : url,
    );
  if (key === "hash" || (key !== undefined && !isPart(key))) return url;
  return mapOptions(textForm(value, place), (option) => written(url, key, option, place));
}

function written(url: ObjectValue, key: Name | undefined, given: Abstract, place: Place): ObjectValue {
  const lost = (): ObjectValue => withHref(url, holeText("a URL", place), place);
  if (given.kind !== "text" || given.json || key === undefined) return lost();
  if (key === "search") return withQuery(url, given, place);
  if (key === "href") return withHref(url, given, place);
  const href = urlText(url, place);
  const [whole, text] = [href && wholeText(href), plainText(given)];
  if (whole !== undefined && text !== undefined && URL.canParse(whole)) return rewritten(url, whole, key, text, place);
  const address = addressParts(url);
  const changed = address && newAddress(address, key, given, place);
  if (!changed) return key === "origin" ? url : lost();
  return withAddress(url, changed, place);
}

/** Assigns to a part of a known URL by the platform's own `URL`. */
function rewritten(url: ObjectValue, whole: string, key: Name, text: string, place: Place): ObjectValue {
  const known = new URL(whole);
  if (key !== "origin") known[key] = text;
  return known.href === whole ? url : withHref(url, computedText(known.href, place), place);
}

function withQuery(url: ObjectValue, given: Text, place: Place): ObjectValue {
  const params = parseQuery(given, place);
  return { ...url, members: new Map(url.members).set("searchParams", entry(params, place)) };
}

/** Replaces the address. The written query and the current parameters stay. */
function withAddress(url: ObjectValue, address: readonly Part[], place: Place): ObjectValue {
  const href = url.members.get("href")?.value;
  const params = url.members.get("searchParams");
  const query = href?.kind === "text" ? queryPartsOf(href) : [];
  const changed = withHref(url, textFrom([...address, ...query], place), place);
  return params && !sameQuery(url, place)
    ? { ...changed, members: new Map(changed.members).set("searchParams", params) }
    : changed;
}

/** Whether the current parameters are those of the text. */
function sameQuery(url: ObjectValue, place: Place): boolean {
  const href = url.members.get("href")?.value;
  const now = urlText(url, place);
  return href?.kind === "text" && now?.kind === "text" && now.parts === href.parts;
}

/** @returns the address with one part replaced; `undefined` if it cannot be split. */
function newAddress(address: readonly Part[], key: Name, given: Text, place: Place): readonly Part[] | undefined {
  const split = splitAddress(address, place);
  if (!split) return undefined;
  if (key === "pathname") return withPath(split.origin, given, place);
  return hostParts.has(key) ? [holeOf(originReason, place), ...split.path] : undefined;
}

const plainPath = /^[\w\-.~!$&'()*+,;=:@/%]*$/u;

function withPath(origin: readonly Part[], given: Text, place: Place): readonly Part[] | undefined {
  const isPlain = given.parts.every(
    (part) => part.kind === "hole" || (plainPath.test(part.text) && !/(?:^|\/)\.{1,2}(?:\/|$)/u.test(part.text)),
  );
  if (isPlain) {
    const [first] = given.parts;
    const hasSlash = first?.kind === "hole" || (first?.text.startsWith("/") ?? false);
    return [...origin, ...(hasSlash ? [] : [computedPart("/", place)]), ...given.parts];
  }
  const whole = plainText(given);
  if (whole === undefined) return undefined;
  const url = new URL("http://host");
  url.pathname = whole;
  return [...origin, computedPart(url.pathname, place)];
}

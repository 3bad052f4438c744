import { fieldOf, holePart, knownPart, textFrom, unknown } from "../../domain/constructors";
import type { Abstract, Cell, Content, Field, Part, Place, Text } from "../../domain/domain";
import { computedText } from "../../domain/texts/texts";
import { plainText } from "../../domain/values";
import type { Program } from "../../program";
import { emptyContent } from "../../store/content";
import { contentOf, update } from "../../store/heap";
import { toText } from "../../store/text-form";
import { internalKey } from "../../../syntax/private-names";
import { fillParams } from "./url-search-params";

/** Parts of a `URL`, read and assigned: `url.pathname += "/x"`. */

const hostParts = new Set(["host", "hostname", "port", "protocol"]);
/** The properties of a URL that are parts of its address. */
export const urlParts: ReadonlySet<string> = new Set([
  "pathname",
  "search",
  "hash",
  "origin",
  "href",
  "username",
  "password",
  ...hostParts,
]);

interface Split {
  readonly origin: readonly Part[];
  readonly path: readonly Part[];
}

function holeOf(reason: string, place: Place, from?: Part): Part {
  const trail = from?.kind === "hole" ? (from.value.origin?.trail ?? []) : [];
  return holePart(unknown(reason, place, { is: "string", origin: { trail } }));
}

/** Splits an address without query into origin and path. An unknown base may hold some of both. */
function splitAddress(bare: Text, place: Place): Split {
  const [first, ...rest] = bare.parts;
  const host = first?.kind === "text" ? /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/iu.exec(first.text)?.[0] : undefined;
  if (first?.kind !== "text" || host === undefined || (host === first.text && rest.length > 0))
    return {
      origin: [holeOf("the origin of a URL", place, first)],
      path: [holeOf("the path of a URL", place, first), ...rest],
    };
  const path = first.text.slice(host.length);
  const foreign: Place = { ...place, foreign: true };
  return {
    origin: [knownPart(host, foreign)],
    path: [knownPart(path === "" ? "/" : path, foreign), ...rest],
  };
}

function bareOf(content: Content): Text | undefined {
  const bare = content.fields.get(internalKey("bare"))?.value;
  return bare?.kind === "text" ? bare : undefined;
}

/** @returns a part of a URL; `undefined` where nothing of it is known. */
export function urlPart(
  program: Program,
  cell: Cell,
  key: string,
  href: Abstract | undefined,
  place: Place,
): Abstract | undefined {
  const whole = href && plainText(href);
  if (whole !== undefined && URL.canParse(whole)) return computedText(new URL(whole)[key as "host"], place);
  const bare = bareOf(contentOf(program, cell));
  if (!bare) return undefined;
  if (key === "protocol" || key === "host") return schemeOrHost(bare, key, place);
  if (key !== "pathname" && key !== "origin") return undefined;
  const split = splitAddress(bare, place);
  return textFrom([...(key === "origin" ? split.origin : split.path)], place);
}

/** A part of a URL of which nothing is known is named as what it is, so that `${url.protocol}//${url.host}` is seen to be an origin. */
function ofUnknown(key: string, from: Part | undefined, place: Place): Abstract {
  const [name = "url"] = (from?.kind === "hole" ? from.value.origin?.trail : undefined)?.slice(-1) ?? [];
  return textFrom(
    [holePart(unknown(`\`${key}\` of a URL`, place, { is: "string", origin: { trail: [`${name}.${key}`] } }))],
    place,
  );
}

/** @returns the scheme or the host of an address that begins with `https://`. */
function schemeOrHost(bare: Text, key: "host" | "protocol", place: Place): Abstract | undefined {
  const [first, second] = bare.parts;
  const found = first?.kind === "text" ? /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)/iu.exec(first.text) : undefined;
  if (first?.kind !== "text" || !found) return ofUnknown(key, first, place);
  const [whole, scheme = "", host = ""] = found;
  if (key === "protocol") return computedText(scheme, place);
  if (whole.length < first.text.length) return computedText(host, place);
  return second?.kind === "hole" && host === ""
    ? textFrom([holeOf("the host of a URL", place, second)], place)
    : undefined;
}

/**
 * Assigns a part of a URL. If the result cannot be told, the URL becomes unknown.
 *
 * @param key `undefined` where it is not known.
 */
export function setUrlPart(program: Program, cell: Cell, key: string | undefined, value: Abstract, place: Place): void {
  const content = contentOf(program, cell);
  const bare = bareOf(content);
  if (key === "hash" || (key !== undefined && !urlParts.has(key))) return;
  const params = content.fields.get("searchParams")?.value;
  const given = toText(program, value, place);
  const paramsCell = params?.kind === "reference" ? params.cell : undefined;
  if (key === "search" && paramsCell) {
    update(program, paramsCell, () =>
      given.kind === "text" && !given.json ? emptyContent : { ...emptyContent, open: true },
    );
    if (given.kind === "text" && !given.json) fillParams(program, paramsCell, given, place);
    return;
  }
  const address = key === undefined || !bare ? undefined : newAddress(bare, key, given, place);
  if (address) {
    setAddress(program, cell, address, place);
    return;
  }
  setAddress(program, cell, [holeOf("a URL", place)], place);
  if (paramsCell) update(program, paramsCell, () => ({ ...emptyContent, open: true }));
}

/** Replaces the address, and keeps the query as it was written. */
function setAddress(program: Program, cell: Cell, address: readonly Part[], place: Place): void {
  const field = (value: readonly Part[]): Field => fieldOf(textFrom(value, place), place);
  update(program, cell, (content) => {
    const href = content.fields.get(internalKey("href"))?.value;
    const query = href?.kind === "text" ? queryOf(href) : [];
    const fields = new Map(content.fields);
    fields.set(internalKey("bare"), field(address));
    fields.set(internalKey("href"), field([...address, ...query]));
    return { ...content, fields };
  });
}

function queryOf(href: Text): readonly Part[] {
  const at = href.parts.findIndex((part) => part.kind === "text" && part.text.includes("?"));
  const part = href.parts[at];
  if (part?.kind !== "text") return [];
  const text = part.text.slice(part.text.indexOf("?"));
  return [knownPart(text, { ...part.place, foreign: true }), ...href.parts.slice(at + 1)];
}

/** @returns the address with another part; `undefined` where nothing of it is known. */
function newAddress(bare: Text, key: string, given: Abstract, place: Place): readonly Part[] | undefined {
  const { origin, path } = splitAddress(bare, place);
  if (key === "pathname") return given.kind === "text" && !given.json ? withPath(origin, given, place) : undefined;
  if (!hostParts.has(key)) return undefined;
  const whole = plainText(bare);
  const text = plainText(given);
  if (whole === undefined || text === undefined || !URL.canParse(whole))
    return [holeOf("the origin of a URL", place), ...path];
  const url = new URL(whole);
  url[key as "host"] = text;
  return [knownPart(url.href, { ...place, foreign: true })];
}

const plainPath = /^[\w\-.~!$&'()*+,;=:@/%]*$/u;

function withPath(origin: readonly Part[], given: Text, place: Place): readonly Part[] | undefined {
  const foreign: Place = { ...place, foreign: true };
  const whole = plainText(given);
  const isPlain = given.parts.every(
    (part) => part.kind === "hole" || (plainPath.test(part.text) && !/(?:^|\/)\.{1,2}(?:\/|$)/u.test(part.text)),
  );
  if (isPlain) {
    const [first] = given.parts;
    const slash: Part[] =
      first?.kind === "hole" || (first?.text.startsWith("/") ?? false) ? [] : [knownPart("/", foreign)];
    return [...origin, ...slash, ...given.parts];
  }
  if (whole === undefined) return undefined;
  const url = new URL("http://host");
  url.pathname = whole;
  return [...origin, knownPart(url.pathname, foreign)];
}

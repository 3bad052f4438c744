import type { BuiltinClass, BuiltinMethod, BuiltinProperty } from "../../store/builtin-class";
import { fieldOf, holePart, knownPart, textFrom, unknown } from "../../domain/constructors";
import type { Abstract, Call, Cell, Content, Field, HolePart, Part, Place, Text } from "../../domain/domain";
import { computedText, concatenate, sliceText, splitParts } from "../../domain/texts/texts";
import { isUndefined, joinAll, mapOptions, optionsOf, plainText, same } from "../../domain/values";
import type { Program } from "../../program";
import { contentOf, newObject, update } from "../../store/heap";
import { toText } from "../../store/text-form";
import { internalKey } from "../../../syntax/private-names";
import { argument, placeOf } from "../define";
import { setUrlPart, urlPart, urlParts } from "./url-parts";
import { fillParams, paramsNow, searchParamsClass } from "./url-search-params";

/** The query of a `URL` as it was written. */
const originalQueries = new WeakMap<Cell, Content>();

const asText: BuiltinMethod = (program, call, cell) => {
  const place = placeOf(program, call);
  return urlText(program, cell, place) ?? unknown("a URL", place);
};

/** More alternatives than these are one unknown URL: each of them is an object of its own, and each change of them a branch. */
const mostUrls = 4;

/** `URL`, also where parts of it are unknown. */
export const urlClass: BuiltinClass = {
  name: "URL",
  construct: (program, call) => {
    const place = placeOf(program, call);
    const path = shareEnd(toText(program, argument(program, call, 0), place), place);
    const given = argument(program, call, 1);
    const base = isUndefined(given) ? undefined : toText(program, given, place);
    const make = (each: Abstract): Abstract => {
      const href =
        resolveEach(each, base, place) ?? textFrom([holePart(unknown("a URL", place, { is: "string" }))], place);
      return makeUrl(program, call, href, place);
    };
    return optionsOf(path).length > mostUrls ? make(unknown("one of many URLs", place)) : mapOptions(path, make);
  },
  methods: { toString: asText, toJSON: asText },
  properties: { ...Object.fromEntries([...urlParts].map((key) => [key, partNamed(key)])), href: urlText },
  assign: setUrlPart,
  text: urlText,
  shown: (content) => {
    const href = content.fields.get(internalKey("href"))?.value;
    return href ? [["href", href]] : [];
  },
};

function partNamed(key: string): BuiltinProperty {
  return (program, cell, place) => urlPart(program, cell, key, urlText(program, cell, place), place);
}

function urlText(program: Program, cell: Cell, place: Place): Abstract | undefined {
  const content = contentOf(program, cell);
  if (content.escaped) return undefined;
  const href = content.fields.get(internalKey("href"))?.value;
  const bare = content.fields.get(internalKey("bare"))?.value;
  const params = content.fields.get("searchParams")?.value;
  if (!href || !bare || params?.kind !== "reference") return undefined;
  const query = contentOf(program, params.cell);
  if (query === originalQueries.get(cell)) return href;
  if (query.escaped || bare.kind !== "text") return undefined;
  if (query.fields.size === 0 && !query.open) return bare;
  const start = concatenate(bare, computedText("?", place), place);
  const now = paramsNow(program, params.cell, place);
  return concatenate(start, textFrom([holePart(now)], place), place);
}

/**
 * Merges several texts with a common end: their beginnings become one hole. `process.env.URL ?? "https://host/v1"` with a path behind it
 * becomes an unknown base with a known path.
 */
function shareEnd(value: Abstract, place: Place): Abstract {
  if (value.kind !== "alternatives") return value;
  const lists = value.options.flatMap((option) => (option.kind === "text" && !option.json ? [[...option.parts]] : []));
  const [first = [], ...others] = lists;
  if (lists.length !== value.options.length) return value;
  const end: Part[] = [];
  for (let last = first.at(-1); last && first.length > 1; last = first.at(-1)) {
    const part = last;
    if (!others.every((list) => list.length > 1 && samePart(part, list.at(-1)))) break;
    end.unshift(part);
    for (const list of lists) list.pop();
  }
  const start = end.findIndex((part) => part.kind === "text" && part.text.startsWith("/"));
  if (start < 0) return value;
  // A hole in front of the path belongs to the base.
  for (const list of lists) list.push(...end.slice(0, start));
  // Where the paths differ, and no base is unknown as a whole, each is a URL of its own.
  const isUnknown = lists.some(([only, ...rest]) => only?.kind === "hole" && rest.length === 0);
  if (!isUnknown && new Set(lists.map(pathBehindHost)).size > 1) return value;
  const beginnings = lists.map((parts): Abstract =>
    parts.length === 1 && parts[0]?.kind === "hole" ? parts[0].value : textFrom(parts, place),
  );
  return textFrom([holePart(joinAll(beginnings, place)), ...end.slice(start)], place);
}

/** @returns the text behind the host, or behind holes that may be one: `/api` of `http://host/api`. */
function pathBehindHost(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.kind === "text" ? part.text : "{}")).join("");
  return text.replace(/^(?:[a-z][\w+.-]*:\/\/[^/]*|(?:\{\})+)/iu, "");
}

function samePart(left: Part, right: Part | undefined): boolean {
  if (left.kind === "text") return right?.kind === "text" && left.text === right.text;
  return right?.kind === "hole" && same(left.value, right.value);
}

/** @returns the URL resolved against each possible base, as one text; `undefined` if that is unknown. */
function resolveEach(path: Abstract, base: Abstract | undefined, place: Place): Text | undefined {
  if (path.kind !== "text") return undefined;
  if (!base) return resolve(path, undefined, place);
  const resolved = optionsOf(base).map((option) => (option.kind === "text" ? resolve(path, option, place) : undefined));
  const known = resolved.filter((href) => href !== undefined);
  const shared = known.length === resolved.length ? shareEnd(joinAll(known, place), place) : undefined;
  return shared?.kind === "text" ? shared : undefined;
}

const safeText = /^[\w\-.~!$&'()*+,;=:@/%?#[\]]*$/u;

function resolve(path: Text, base: Text | undefined, place: Place): Text | undefined {
  const wholePath = plainText(path);
  const wholeBase = base && plainText(base);
  if (wholePath !== undefined && (!base || wholeBase !== undefined))
    return resolveWhole(path, wholePath, base, wholeBase, place);
  const [first] = path.parts;
  if (!first || ![...path.parts, ...(base?.parts ?? [])].every(staysAsWritten)) return undefined;
  if (isAbsolute(path.parts)) return path;
  if (first.kind === "hole") return isOfPage(base) ? path : undefined;
  if (!base || first.text.startsWith("//")) return undefined;
  return first.text.startsWith("/") ? resolveAtOrigin(path, base, place) : resolveInFolder(path, base, place);
}

function resolveInFolder(path: Text, base: Text, place: Place): Text | undefined {
  return isFolder(base) && isRelative(path.parts) ? textFrom([...base.parts, ...path.parts], place) : undefined;
}

/** @returns the URL of a path and a base that are known as a whole, in the pieces of which they are made as far as these stay as they are. */
function resolveWhole(
  path: Text,
  wholePath: string,
  base: Text | undefined,
  wholeBase: string | undefined,
  place: Place,
): Text | undefined {
  try {
    const { href } = new URL(wholePath, wholeBase);
    const naive = base && wholeBase !== undefined ? joinBase(path, wholePath, base, wholeBase, place) : path;
    if (naive && plainText(naive) === href) return naive;
    return textFrom([knownPart(href, { ...place, foreign: true })], place);
  } catch {
    return undefined;
  }
}

/** Whether a URL has a piece as it is written: nothing in it is encoded or resolved. */
function staysAsWritten(part: Part): boolean {
  return part.kind === "hole" || (safeText.test(part.text) && !/\/\.{1,2}(?:\/|$)/u.test(part.text));
}

/** Whether a text begins with a host that is known as a whole, or has a hole for its port or the beginning of its path. */
function isAbsolute(parts: readonly Part[]): boolean {
  const { lead, behind } = leadOf(parts);
  if (/^https?:\/\/[^/]+\//u.test(lead)) return true;
  const [hole, next] = behind;
  const isHost = /^https?:\/\/[^/?#]*$/u.test(lead) && hole !== undefined;
  return isHost && (!next || (next.kind === "text" && /^[/?#]/u.test(next.text)));
}

/** @returns a path from the root, behind the origin of a base. */
function resolveAtOrigin(path: Text, base: Text, place: Place): Text | undefined {
  const wholeBase = plainText(base);
  if (wholeBase !== undefined) {
    try {
      const { origin } = new URL(wholeBase);
      const cut = sliceText(base, 0, origin.length, place);
      if (cut && plainText(cut) === origin) return textFrom([...cut.parts, ...path.parts], place);
    } catch {
      return undefined;
    }
  }
  const [start] = base.parts;
  const trail = start?.kind === "hole" ? (start.value.origin?.trail ?? []) : [];
  const origin = unknown("the origin of a URL", place, { is: "string", origin: { trail } });
  return textFrom([holePart(origin), ...path.parts], place);
}

/** @returns the known text at the beginning, in as many pieces as it was put together of, and the parts from the first hole on. */
function leadOf(parts: readonly Part[]): { readonly lead: string; readonly behind: readonly Part[] } {
  const hole = parts.findIndex(({ kind }) => kind === "hole");
  const known = hole < 0 ? parts : parts.slice(0, hole);
  return {
    lead: known.map((part) => (part.kind === "text" ? part.text : "")).join(""),
    behind: hole < 0 ? [] : parts.slice(hole),
  };
}

/** Whether there is no base, or it is the page's own: what begins with an unknown base is resolved against it in case that is a path of the same host. */
function isOfPage(base: Text | undefined): boolean {
  if (!base) return true;
  const [first] = base.parts;
  const name = first?.kind === "hole" ? first.value.origin?.trail.at(-1) : undefined;
  return name !== undefined && /\b(?:location\.(?:origin|href)|document\.baseURI)$/u.test(name);
}

/** Whether a relative path is added behind a base, and does not replace its last segment. */
function isFolder({ parts }: Text): boolean {
  const last = parts.at(-1);
  return (
    last?.kind === "text" &&
    last.text.endsWith("/") &&
    !parts.some((part) => part.kind === "text" && /[?#]/u.test(part.text))
  );
}

/** Whether a text is a path with a known first segment, so that it cannot be an absolute URL. */
function isRelative([first]: readonly Part[]): boolean {
  return first?.kind === "text" && /^[\w\-.~%]+(?:[/?#]|$)/u.test(first.text) && !first.text.startsWith(".");
}

function joinBase(path: Text, wholePath: string, base: Text, wholeBase: string, place: Place): Text | undefined {
  if (/^[a-z][a-z\d+.-]*:/iu.test(wholePath)) return path;
  const { origin } = new URL(wholeBase);
  const keep = wholePath.startsWith("/") ? origin.length : wholeBase.lastIndexOf("/") + 1;
  const cut = sliceText(base, 0, keep, place);
  return cut && textFrom([...cut.parts, ...path.parts], place);
}

/** The cell keeps the text as it was written until the query changes. */
function makeUrl(program: Program, call: Call, whole: Text, place: Place): Abstract {
  // The part after `#` is never sent.
  const href: Text = { ...whole, parts: splitParts(whole.parts, "#")[0] ?? [] };
  const pieces = splitParts(href.parts, "?");
  const isPlain =
    !href.parts.some((part, index) => part.kind === "hole" && mayHoldQuery(part) && !isSegment(href.parts, index)) ||
    pieces.length > 1;
  const params = newObject(program, place, { type: "object", made: call.node, class: searchParamsClass });
  if (pieces.length > 1) fillParams(program, params.cell, textFrom(pieces.slice(1).flat(), place), place);
  if (!isPlain) update(program, params.cell, (content) => ({ ...content, open: true }));
  const at = href.parts.findIndex((part) => part.kind === "text" && part.text.includes("?"));
  const bare: Part[] = at < 0 ? [...href.parts] : href.parts.slice(0, at);
  const split = href.parts[at];
  if (split?.kind === "text") {
    const cut = sliceText(textFrom([split], place), 0, split.text.indexOf("?"), place);
    bare.push(...(cut?.parts ?? []));
  }
  const keyPlace = place;
  const field = (value: Abstract): Field => fieldOf(value, keyPlace);
  const before = contentOf(program, params.cell);
  const content: Partial<Content> = {
    fields: new Map([
      [internalKey("href"), field(whole)],
      [internalKey("bare"), field(textFrom(bare, place))],
      ["searchParams", field(params)],
    ]),
    sources: [],
  };
  const made = newObject(program, place, { type: "object", made: call.node, class: urlClass, content });
  originalQueries.set(made.cell, before);
  return made;
}

/** A hole that is the base, or a whole segment of the path, brings no query: `${base}/widgets/${id}`, not `/widgets${query}`. */
function isSegment(parts: readonly Part[], index: number): boolean {
  const before = parts[index - 1];
  const after = parts[index + 1];
  const begins = before === undefined ? after !== undefined : before.kind === "text" && before.text.endsWith("/");
  return begins && (after === undefined || (after.kind === "text" && /^[/?#]/u.test(after.text)));
}

function mayHoldQuery({ value, encoded }: HolePart): boolean {
  return !encoded && !(value.kind === "unknown" && value.reason === "the origin of a URL");
}

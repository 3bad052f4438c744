import type { StringPart, Value } from "../value/value";
import { optionsOf } from "./drafts/known";
import { unknown } from "./drafts/objects";
import { flatten, partsOf, textPart } from "./drafts/strings";
import { HOLE } from "../value/located-text";

/** Expands the alternatives of a URL. */

/** Bound on the alternatives of an address: beyond it, the base becomes a hole. */
export const mostAddresses = 16;

/** @returns each URL that a value may be, without those that are surely not meant. */
export function urlsOf(url: Value): readonly Value[] {
  return withoutUnmeant(withoutLinks(optionsOf(url).flatMap(withoutAlternatives)));
}

/** Drops addresses that answers give, such as the next page's, beside the address at which a loop begins. */
function withoutLinks(urls: readonly Value[]): readonly Value[] {
  const own = urls.filter((url) => !isLink(url));
  return own.length > 0 ? own : urls;
}

function isLink(url: Value): boolean {
  if (url.kind === "unknown") return url.origin?.response !== undefined;
  if (url.kind !== "string") return false;
  const hole = url.parts.findIndex((part) => part.kind === "hole");
  const part = url.parts[hole];
  const before = flatten(url.parts.slice(0, Math.max(0, hole)));
  return part?.kind === "hole" && part.value.origin?.response !== undefined && /^(?:https?:\/\/[^/]*)?$/u.test(before);
}

/**
 * Expands a URL with parts that are one of several texts: `${base}${path}`. A base that may be unknown stays one base. If there would be too many URLs, the
 * first parts stay unexpanded: they tell least.
 */
function withoutAlternatives(url: Value): readonly Value[] {
  const all = expandAll(url, (parts) => parts.findIndex(isOneOfTexts));
  return all.isWhole ? all.urls : expandAll(url, (parts) => parts.findLastIndex(isOneOfTexts)).urls.map(withOpenParts);
}

type PickPart = (parts: readonly StringPart[]) => number;

/** @returns the URLs that a URL may be, and whether all parts with several texts are expanded. */
function expandAll(url: Value, pick: PickPart): { readonly urls: readonly Value[]; readonly isWhole: boolean } {
  let urls: readonly Value[] = [url];
  for (;;) {
    const expanded = urls.map((each) => expandOnce(each, pick));
    if (expanded.every((each) => each === undefined)) return { urls, isWhole: true };
    const all = expanded.flatMap((each, index) => each ?? urls[index] ?? []);
    if (all.length > mostAddresses) return { urls, isWhole: false };
    urls = all;
  }
}

/** @returns the URLs that a URL may be by one part with several texts. */
function expandOnce(url: Value, pick: PickPart): readonly Value[] | undefined {
  if (url.kind !== "string") return undefined;
  const index = pick(url.parts);
  const hole = url.parts[index];
  if (hole?.kind !== "hole") return undefined;
  const around = [url.parts.slice(0, index), url.parts.slice(index + 1)] as const;
  return optionsOf(hole.value).map((each) => ({ ...url, parts: [...around[0], ...partsOf(each), ...around[1]] }));
}

function isOneOfTexts(part: StringPart): boolean {
  return part.kind === "hole" && part.value.kind === "alternatives" && part.value.options.every(isText);
}

/** A part that stays unexpanded may contain several segments or parameters: behind the base, what follows it is unknown. */
function withOpenParts(url: Value): Value {
  if (url.kind !== "string") return url;
  const at = url.parts.findIndex((part, index) => index > 0 && isOneOfTexts(part) && !isOnePiece(part));
  const hole = url.parts[at];
  if (hole?.kind !== "hole") return url;
  const { range } = hole.value;
  const before = url.parts.slice(0, at);
  if (!flatten(before).includes("?")) return unknown("a URL of many alternatives", url.range);
  const more: StringPart = { kind: "hole", value: unknown("one of many texts", range) };
  return { ...url, parts: [...before, more, textPart("&", range), more] };
}

/** Whether texts contain no special characters of URLs. */
function isOnePiece(part: StringPart): boolean {
  return (
    part.kind === "hole" &&
    optionsOf(part.value).every((each) => each.kind === "string" && !/[/?#&=]/u.test(flatten(each.parts)))
  );
}

function isText({ kind }: Value): boolean {
  return kind === "string";
}

/**
 * Leaves out URLs that are alternatives only because a condition is not understood: with a base `undefined`, with a query that begins with `&` where it may
 * begin with `?`, and with a host that runs into the path where it may also be apart from it.
 */
function withoutUnmeant(urls: readonly Value[]): readonly Value[] {
  const texts = urls.map((url) => (url.kind === "string" ? flatten(url.parts) : undefined));
  const meant = urls.filter((_, index) => {
    const text = texts[index];
    if (text === undefined) return true;
    // A base runs into a name, and another alternative has the slash between them.
    if (texts.some((other) => other !== undefined && other !== text && runsInto(text, other))) return false;
    // A segment is not meant to be empty where another alternative has an unknown one.
    if (texts.some((other) => other !== text && other?.replaceAll(`/${HOLE}/`, "//") === text)) return false;
    const isAppended = !text.includes("?") && texts.includes(text.replace("&", "?")) && text.includes("&");
    return !isAppended && !/^(?:undefined|null)(?=\/|$)/u.test(text);
  });
  return meant.length > 0 ? meant : urls;
}

/** Whether a URL is another one without the slash between host and path, or in front of an unknown segment. What ends a URL may have several segments. */
function runsInto(url: string, other: string): boolean {
  const host = /^(?:https?:\/\/[\w.-]*\w|\uFFFC)(?=\/\w)/iu.exec(other)?.[0];
  if (host !== undefined && host + other.slice(host.length + 1) === url) return true;
  return other.length === url.length + 1 && runTogether(other) === runTogether(url);
}

function runTogether(url: string): string {
  return url.replaceAll(/\/\uFFFC(?=.)/gu, HOLE);
}

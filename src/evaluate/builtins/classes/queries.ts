import { computedText, holePart, textFrom, unknown } from "../../make";
import { plainText } from "../../values";
import type { Abstract, KnownPart, ObjectValue, Part, Place, Text } from "../../domain";
import { slicePart, sliceText, splitParts, trailOf } from "../texts/parts";
import { appendAll, appendEntry, loosenEntries, noEntries } from "./entries";

/** Query strings, parsed and serialized. */

/** @returns the parameters of a query, with or without its `?`. They are open if a hole may contain a name. */
export function parseQuery(given: Text, place: Place): ObjectValue {
  const nothing = noEntries("URLSearchParams", place);
  const [only] = given.parts;
  if (given.parts.length === 1 && only?.kind === "hole" && isParameters(only.value)) return only.value;
  const whole = plainText(given);
  if (whole !== undefined) return parseKnown(given, whole, place);
  if (given.json) return loosenEntries(nothing, place);
  return splitParts(given.parts, "&").reduce((query, piece) => withPiece(query, piece, place), nothing);
}

function isParameters(value: Abstract): value is ObjectValue {
  return value.kind === "object" && value.class === "URLSearchParams";
}

function parseKnown(given: Text, whole: string, place: Place): ObjectValue {
  let query = noEntries("URLSearchParams", place);
  let from = 0;
  for (const [key, value] of new URLSearchParams(whole)) {
    const at = whole.indexOf(`${key}=${value}`, from);
    const start = at + key.length + 1;
    const written = at < 0 ? undefined : sliceText(given, start, start + value.length, place);
    if (at >= 0) from = start + value.length;
    query = appendEntry(query, { key, value: written ?? computedText(value, place), keyPlace: place });
  }
  return query;
}

function withPiece(query: ObjectValue, piece: readonly Part[], place: Place): ObjectValue {
  const [first, ...rest] = piece;
  if (!first) return query;
  if (first.kind === "hole" && rest.length === 0 && isParameters(first.value) && first.value.open === undefined)
    return appendAll(query, first.value);
  const equals = first.kind === "text" ? first.text.indexOf("=") : -1;
  // A hole may contain `&`, and so more pairs.
  if (first.kind === "hole" || equals < 0) return loosenEntries(query, place);
  const key = decodeQuery(first.text.slice(0, equals).replace(/^\?/u, ""));
  if (key === undefined) return loosenEntries(query, place);
  const { value, isSafe } = valueOf(first, equals, rest, place);
  const added = appendEntry(query, { key, value, keyPlace: place });
  return isSafe ? added : { ...added, open: added.open ?? "a value that may hold more parameters" };
}

function valueOf(
  first: KnownPart,
  equals: number,
  rest: readonly Part[],
  place: Place,
): { readonly value: Abstract; readonly isSafe: boolean } {
  const text = first.text.slice(equals + 1);
  if (rest.length === 0) {
    const decoded = decodeQuery(text);
    const written = slicePart(first, equals + 1, first.text.length);
    const value = decoded === text && written ? textFrom([written], place) : computedText(decoded ?? text, place);
    return { value, isSafe: true };
  }
  const isSafe = rest.every((part) => part.kind === "text" || part.encoded);
  const hole = rest.find((part) => part.kind === "hole");
  const reason = isSafe && text === "" && rest.length === 1 ? "a decoded string" : "part of a query";
  const origin = hole ? trailOf(hole.value) : undefined;
  return { value: unknown(reason, place, { is: "string", origin }), isSafe };
}

/** @returns a decoded name or value of a query; `undefined` if it is malformed. */
export function decodeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** @returns parameters as text. They are one hole, so that each keeps its place. */
export function queryText(params: Abstract, place: Place): Text {
  const isEmpty = isParameters(params) && params.open === undefined && params.members.size === 0;
  return textFrom(isEmpty ? [] : [holePart(params)], place);
}

/** @returns the text of parameters that are all known. */
export function plainQuery(params: Abstract): string | undefined {
  if (!isParameters(params) || params.open !== undefined) return undefined;
  const query = new URLSearchParams();
  for (const [key, { value, presence }] of params.members) {
    const whole = presence === "always" ? plainText(value) : undefined;
    if (whole === undefined) return undefined;
    query.append(key, whole);
  }
  return query.toString();
}

/** @returns the string of a text whose only holes are known parameters. */
export function wholeText(value: Abstract): string | undefined {
  if (value.kind !== "text" || value.json) return undefined;
  let whole = "";
  for (const part of value.parts) {
    const text = part.kind === "text" ? part.text : plainQuery(part.value);
    if (text === undefined) return undefined;
    whole += text;
  }
  return whole;
}

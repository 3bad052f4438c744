import { computedText, textFrom } from "../../make";
import type { Abstract, KnownPart, ObjectValue, Part, Place, Text } from "../../domain";
import { concat } from "../texts/concat";
import { holePart } from "../../make";
import { slicePart, splitParts } from "../texts/parts";
import { parseQuery } from "./queries";
import { noEntries } from "./entries";
import { originReason } from "./url-origin";

/**
 * The text of a `URL`. Its member `href` is the text from its creation, with changes of the path; `searchParams` are its current parameters. They are the
 * parameters of the text until code changes them.
 */

const queries = new WeakMap<readonly Part[], ObjectValue>();

/** @returns the text of a URL before its query and fragment. */
export function addressOf({ parts, place }: Text): Text {
  const at = parts.findIndex((part) => part.kind === "text" && /[?#]/u.test(part.text));
  const cut = parts[at];
  if (cut?.kind !== "text") return textFrom(parts, place);
  const piece = slicePart(cut, 0, cut.text.search(/[?#]/u));
  return textFrom([...parts.slice(0, at), ...(piece ? [piece] : [])], place);
}

/** @returns the query of a URL's text, with its `?`. The fragment is never sent. */
export function queryPartsOf({ parts }: Text): readonly Part[] {
  const sent = splitParts(parts, "#")[0] ?? [];
  const at = sent.findIndex((part) => part.kind === "text" && part.text.includes("?"));
  const cut = sent[at];
  if (cut?.kind !== "text") return [];
  const piece: KnownPart | undefined = slicePart(cut, cut.text.indexOf("?"), cut.text.length);
  return [...(piece ? [piece] : []), ...sent.slice(at + 1)];
}

/** @returns the parameters of a URL's text; the same object for the same text. */
export function queryOf(href: Text): ObjectValue {
  let known = queries.get(href.parts);
  if (!known) queries.set(href.parts, (known = readQuery(href)));
  return known;
}

function readQuery(href: Text): ObjectValue {
  const written = queryPartsOf(href);
  if (written.length > 0) return parseQuery(withoutMark(written, href.place), href.place);
  const nothing = noEntries("URLSearchParams", href.place);
  const mayHave = href.parts.some((_, index) => mayHoldMore(href.parts, index));
  return mayHave ? { ...nothing, open: "a URL that may have a query" } : nothing;
}

function withoutMark([first, ...rest]: readonly Part[], place: Place): Text {
  const piece = first?.kind === "text" ? slicePart(first, 1, first.text.length) : first;
  return textFrom([...(piece ? [piece] : []), ...rest], place);
}

/** Whether a hole in a URL may contain a part of its query or fragment. */
export function mayHoldMore(parts: readonly Part[], index: number): boolean {
  const part = parts[index];
  return part?.kind === "hole" && mayHoldQuery(part) && !isSegment(parts, index);
}

function mayHoldQuery({ value, encoded }: Extract<Part, { kind: "hole" }>): boolean {
  return !encoded && !(value.kind === "unknown" && value.reason === originReason);
}

/** A hole that is the base, or a whole path segment, contains no query: `${base}/widgets/${id}`, unlike `/widgets${query}`. */
function isSegment(parts: readonly Part[], index: number): boolean {
  const [before, after] = [parts[index - 1], parts[index + 1]];
  const begins = before === undefined ? after !== undefined : before.kind === "text" && before.text.endsWith("/");
  return begins && (after === undefined || (after.kind === "text" && /^[/?#]/u.test(after.text)));
}

/** @returns the current text of a URL; `undefined` if it is unknown. */
export function urlText(url: ObjectValue, place: Place): Abstract | undefined {
  const href = url.members.get("href")?.value;
  const params = url.members.get("searchParams")?.value;
  if (href?.kind !== "text" || href.json || params?.kind !== "object") return undefined;
  if (params.members === queryOf(href).members && params.open === queryOf(href).open) return { ...href, place };
  const address = addressOf(href);
  if (params.members.size === 0 && params.open === undefined) return address;
  return concat([address, computedText("?", place), textFrom([holePart(params)], place)], place);
}

import type { StringPart, TextPart } from "../../value/value";
import { HOLE } from "../../value/located-text";
import { flatten, slice } from "./strings";

/** Matches what the URL parser removes or replaces: line breaks and tabs anywhere, blanks around the whole, backslashes. */
const changed = /[\t\n\r\\]|^[\0- ]|[\0- ]$/u;

/**
 * Normalises a URL as the URL parser does, which every client uses: line breaks, tabs and surrounding blanks are
 * removed, and a backslash before the query becomes a slash.
 *
 * @returns the remaining parts, each with its range.
 */
export function parsedUrl(parts: readonly StringPart[]): readonly StringPart[] {
  const text = flatten(parts);
  if (!changed.test(text)) return parts;
  const start = /^[\0- ]*/u.exec(text)?.[0].length ?? 0;
  // A loop, because a regular expression would try each run of blanks from each of its positions.
  let end = text.length;
  while (end > start && text.charAt(end - 1) <= " ") end -= 1;
  const kept: StringPart[] = [];
  for (const { index, 0: piece } of text.slice(start, end).matchAll(/[^\t\n\r]+/gu))
    kept.push(...slice(parts, start + index, start + index + piece.length));
  return withSlashes(kept);
}

function withSlashes(parts: readonly StringPart[]): readonly StringPart[] {
  const text = flatten(parts);
  const query = /[?#]/u.exec(text)?.index ?? text.length;
  if (!text.slice(0, query).includes("\\")) return parts;
  const change = (part: StringPart): StringPart => (part.kind === "hole" ? part : slashed(part));
  return [...slice(parts, 0, query).map(change), ...slice(parts, query)];
}

function slashed(part: TextPart): TextPart {
  return part.text.includes("\\") ? { ...part, text: part.text.replaceAll("\\", "/") } : part;
}

/** Removes user name and password, which do not affect the target: `https://me:secret@host/…`. */
export function withoutCredentials(parts: readonly StringPart[]): readonly StringPart[] {
  const [whole = "", scheme = ""] = /^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/iu.exec(flatten(parts)) ?? [];
  return whole === "" ? parts : [...slice(parts, 0, scheme.length), ...slice(parts, whole.length)];
}

/** `.` and `..`, which may be percent-encoded. */
export const dots = { one: /^(?:\.|%2e)$/iu, two: /^(?:\.|%2e){2}$/iu, any: /\/(?:\.|%2e){1,2}(?:\/|$)/iu };

/** @returns the position of the query: at its `?`, or after a hole that must contain the `?`: `/widgets${page.toQuery()}&type=a`. */
export function queryStartOf(text: string): number {
  const mark = text.indexOf("?");
  if (mark >= 0) return mark;
  const behind = /(?:^|[^/\uFFFC]|\/\uFFFC)\uFFFC+(?=&[^/&=]+=)/u.exec(text);
  return behind ? behind.index + behind[0].length : text.length;
}

/** Whether a path ends with a hole that may contain a query: `/widgets${query}`, not `/widgets/${id}`. */
export function mayHoldQuery(path: string, hasQuery: boolean): boolean {
  return !hasQuery && path.endsWith(HOLE) && !path.endsWith(`/${HOLE}`);
}

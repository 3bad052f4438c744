import { HOLE } from "../../../value/located-text";
import { keptOfBase } from "../../../value/url-reference";
import { holePart, textFrom, unknown } from "../../make";
import { isSame, joinAll, plainText } from "../../values";
import type { Abstract, Part, Place, Text } from "../../domain";
import { leadOf, slicePart, sliceText, trailOf } from "../texts/parts";
import { originReason } from "./url-origin";

/** Resolution of partly known paths against partly known bases. */

/**
 * Merges texts with a common end by turning their beginnings into one hole. `process.env.URL ?? "https://host/v1"` followed by a path becomes an unknown base
 * with a known path.
 */
export function shareEnd(value: Abstract, place: Place): Abstract {
  if (value.kind !== "alternatives") return value;
  const lists = value.options.flatMap((option) => (option.kind === "text" && !option.json ? [[...option.parts]] : []));
  const [first = [], ...others] = lists;
  if (lists.length !== value.options.length) return value;
  const end: Part[] = [];
  for (let last = first.at(-1); last && first.length > 1; last = first.at(-1)) {
    const part = last;
    if (!others.every((list) => list.length > 1 && isSamePart(part, list.at(-1)))) break;
    end.unshift(part);
    for (const list of lists) list.pop();
  }
  const start = end.findIndex((part) => part.kind === "text" && part.text.startsWith("/"));
  if (start < 0) return value;
  // A hole directly before the path belongs to the base.
  for (const list of lists) list.push(...end.slice(0, start));
  // If the paths differ and no base is completely unknown, each text stays a URL of its own.
  const isUnknown = lists.some(([only, ...rest]) => only?.kind === "hole" && rest.length === 0);
  if (!isUnknown && new Set(lists.map(pathBehindHost)).size > 1) return value;
  const beginnings = lists.map((parts): Abstract =>
    parts.length === 1 && parts[0]?.kind === "hole" ? parts[0].value : textFrom(parts, place),
  );
  return textFrom([holePart(joinAll(beginnings, place)), ...end.slice(start)], place);
}

/** @returns the text after the host, or after leading holes that may be one: `/api` of `http://host/api`. */
function pathBehindHost(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.kind === "text" ? part.text : "{}")).join("");
  return text.replace(/^(?:[a-z][\w+.-]*:\/\/[^/]*|(?:\{\})+)/iu, "");
}

function isSamePart(left: Part, right: Part | undefined): boolean {
  if (left.kind === "text") return right?.kind === "text" && left.text === right.text;
  return right?.kind === "hole" && isSame(left.value, right.value);
}

const safeText = /^[\w\-.~!$&'()*+,;=:@/%?#[\]]*$/u;

/** Whether a part appears in a URL as written: nothing in it is encoded or resolved. */
export function staysAsWritten(part: Part): boolean {
  return part.kind === "hole" || (safeText.test(part.text) && !/\/\.{1,2}(?:\/|$)/u.test(part.text));
}

/** Whether a text begins with a known host, optionally followed by a hole for its port or the start of the path. */
export function isAbsolute(parts: readonly Part[]): boolean {
  const { lead, behind } = leadOf(parts);
  if (/^https?:\/\/[^/]+\//u.test(lead)) return true;
  const [hole, next] = behind;
  const isHost = /^https?:\/\/[^/?#]*$/u.test(lead) && hole !== undefined;
  return isHost && (!next || (next.kind === "text" && /^[/?#]/u.test(next.text)));
}

/** Whether a text cannot have a scheme, whatever its holes contain: `/users/${id}`. */
export function isRelativeAlways({ parts }: Text): boolean {
  return /^(?:[a-z][a-z\d+.-]*|)[/?#]/iu.test(leadOf(parts).lead);
}

/** @returns a relative path after the known folder of a base: after the last slash, if no unknown part follows it. */
export function resolveInFolder(path: Text, base: Text, place: Place): Text | undefined {
  const text = base.parts.map((part) => (part.kind === "text" ? part.text : HOLE)).join("");
  const last = base.parts.at(-1);
  const kept = keptOfBase(text, leadOf(path.parts).lead);
  if (last?.kind !== "text" || !kept || kept.needsSlash || /[?#]/u.test(text) || !isRelative(path.parts))
    return undefined;
  const end = last.text.length - (text.length - kept.length);
  const folder = slicePart(last, 0, end);
  return folder && textFrom([...base.parts.slice(0, -1), folder, ...path.parts], place);
}

/** @returns a path from the root, after the origin of the base. */
export function resolveAtOrigin(path: Text, base: Text, place: Place): Text | undefined {
  const wholeBase = plainText(base);
  if (wholeBase !== undefined) {
    if (!URL.canParse(wholeBase)) return undefined;
    const kept = keptOfBase(wholeBase, "/");
    const cut = kept && sliceText(base, 0, kept.length, place);
    if (cut && new URL(wholeBase).href.startsWith(`${plainText(cut)}/`))
      return textFrom([...cut.parts, ...path.parts], place);
  }
  const [start] = base.parts;
  const origin = unknown(originReason, place, {
    is: "string",
    origin: start?.kind === "hole" ? trailOf(start.value) : { trail: [] },
  });
  return textFrom([holePart(origin), ...path.parts], place);
}

/** Whether there is no base, or the page is the base. Code passes the page for the case that an unknown prefix is a path on the same host. */
export function isOfPage(base: Text | undefined): boolean {
  if (!base) return true;
  const [first] = base.parts;
  const name = first?.kind === "hole" ? first.value.origin?.trail.at(-1) : undefined;
  return name !== undefined && /\b(?:location\.(?:origin|href)|document\.baseURI)$/u.test(name);
}

/** Whether a text is a path with a known first segment, and so not an absolute URL. */
function isRelative(parts: readonly Part[]): boolean {
  const { lead, behind } = leadOf(parts);
  return !lead.startsWith(".") && (behind.length === 0 ? /^[\w\-.~%]+(?:[/?#]|$)/u : /^[\w\-.~%]+[/?#]/u).test(lead);
}

import { holePart, textFrom, unknown } from "../../make";
import { isSame, plainText } from "../../values";
import type { Abstract, Part, Place, Single, Text } from "../../domain";
import { leadOf, slicePart, trailOf } from "../texts/parts";

/** Unknown origins of URLs, and their replacement: `url.replace(new URL(url).origin, base)`. */

/** Reason for an unknown origin. A hole with it contains no query. */
export const originReason = "the origin of a URL";

/** Reason for the unknown host of a URL with a known scheme. */
export const hostReason = "the host of a URL";

/** @returns the reason for an unknown part of a URL. */
export function partReason(name: string): string {
  return `\`${name}\` of a URL`;
}

const marks: ReadonlyMap<string, string> = new Map([
  [partReason("protocol"), "<scheme>"],
  [partReason("host"), "<host>"],
  [partReason("hostname"), "<host>"],
  [hostReason, "<host>"],
  [partReason("origin"), "<origin>"],
  [originReason, "<origin>"],
]);

/** Whether a text is the origin of a URL, known or not. */
export function isOrigin(value: Abstract): boolean {
  const whole = plainText(value);
  return whole === undefined ? isUnknownOrigin(value) : /^https?:\/\/[^/?#]+$/u.test(whole);
}

/** Whether a text is the origin of an otherwise unknown URL. */
export function isUnknownOrigin(value: Abstract): boolean {
  if (value.kind !== "text" || value.json) return false;
  const written = value.parts.map((part) => {
    if (part.kind === "text") return part.text;
    return part.value.kind === "unknown" ? (marks.get(part.value.reason) ?? "<>") : "<>";
  });
  return /^(?:<origin>|(?:https?:|<scheme>)\/\/<host>)$/u.test(written.join(""));
}

/**
 * Replaces the origin at the start of a URL. Code does not look for it elsewhere, so the rest stays as it is.
 *
 * @param by the replacement.
 * @returns `undefined` if the start of the path is unknown.
 */
export function replaceOrigin(self: Text, origin: Abstract, by: Single, place: Place): Text | undefined {
  if (isSame(origin, by)) return self;
  const path = pathParts(self.parts);
  if (!path) return undefined;
  const given = by.kind === "text" && by.parts[0]?.kind === "hole" ? by.parts[0].value : by;
  const base = unknown("replaced text", place, { is: "string", origin: trailOf(given) });
  return textFrom([holePart(base), ...path], place);
}

/** @returns the parts of an absolute URL from its path on. */
function pathParts(parts: readonly Part[]): readonly Part[] | undefined {
  const { lead } = leadOf(parts);
  const scheme = /^[a-z][a-z\d+.-]*:\/\//iu.exec(lead)?.[0];
  if (scheme === undefined && lead !== "") return undefined;
  let left = scheme?.length ?? 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "hole") continue;
    const at = part.text.indexOf("/", left);
    left = Math.max(0, left - part.text.length);
    if (at < 0) continue;
    if (part.text.startsWith("//", at)) return undefined;
    const piece = slicePart(part, at, part.text.length);
    return [...(piece ? [piece] : []), ...parts.slice(index + 1)];
  }
  return undefined;
}

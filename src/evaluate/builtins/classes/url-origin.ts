import { holePart, textFrom, unknown } from "../../make";
import { isSame, plainText } from "../../values";
import type { Abstract, Part, Place, Single, Text } from "../../domain";
import { leadOf, slicePart, trailOf } from "../texts/parts";

/** Origins of URLs that are not known, and what takes their place: `url.replace(new URL(url).origin, base)`. */

/** Why the origin of a URL that is not known is not: it has no query. */
export const originReason = "the origin of a URL";

/** Why the host of a URL with a known scheme is not known. */
export const hostReason = "the host of a URL";

/** @returns why a part of a URL is not known. */
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

/** Whether a text is the origin of a URL. */
export function isOrigin(value: Abstract): boolean {
  const whole = plainText(value);
  return whole === undefined ? isUnknownOrigin(value) : /^https?:\/\/[^/?#]+$/u.test(whole);
}

/** Whether a text is the origin of a URL of which no more is known. */
export function isUnknownOrigin(value: Abstract): boolean {
  if (value.kind !== "text" || value.json) return false;
  const written = value.parts.map((part) => {
    if (part.kind === "text") return part.text;
    return part.value.kind === "unknown" ? (marks.get(part.value.reason) ?? "<>") : "<>";
  });
  return /^(?:<origin>|(?:https?:|<scheme>)\/\/<host>)$/u.test(written.join(""));
}

/**
 * A URL begins with its origin, and nobody looks for it elsewhere: what follows in it stays as it is.
 *
 * @param by what takes the place of the origin.
 * @returns `undefined` if it is not known where the path begins.
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

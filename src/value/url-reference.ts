import { HOLE } from "./located-text";

/** How a relative URL is resolved against a base, by the text of both. A hole in a text is one `HOLE`. */

/** Matches a scheme with its slashes. It may be partly unknown, or missing: `https://`, `http${s}://`, `//`. */
export const schemeWithSlashes = new RegExp(`^(?:(?:[a-z][a-z\\d+.-]*${HOLE}?|${HOLE}):)?//`, "iu");

/** The part of a base that stays before a relative URL. */
export interface KeptBase {
  /** The length of that part. */
  readonly length: number;
  /** Set if a slash must follow it: the base ends with its host. */
  readonly needsSlash?: true;
}

/**
 * Resolves as `new URL(url, base)`: a fragment alone keeps the base's path and query, a query keeps the path, a path
 * replaces both, and a relative path replaces the last segment. A base without a scheme counts as an origin with a
 * path, or as a path.
 *
 * @param url a URL without a scheme.
 * @returns `undefined` if the URL begins at the root, and the base's host is not known.
 */
export function keptOfBase(base: string, url: string): KeptBase | undefined {
  if (/^(?:#|$)/u.test(url)) return { length: endOf(base, /#/u) };
  const pathEnd = endOf(base, /[?#]/u);
  if (url.startsWith("?")) return { length: pathEnd };
  const [scheme] = schemeWithSlashes.exec(base) ?? [];
  if (url.startsWith("//")) return scheme === undefined ? undefined : { length: scheme.length - 2 };
  const slash = base.indexOf("/", scheme?.length ?? 0);
  const hostEnd = slash < 0 ? pathEnd : Math.min(slash, pathEnd);
  if (url.startsWith("/")) return scheme === undefined ? undefined : { length: hostEnd };
  const path = base.slice(hostEnd, pathEnd);
  return path === "" ? { length: hostEnd, needsSlash: true } : { length: hostEnd + path.lastIndexOf("/") + 1 };
}

function endOf(text: string, mark: RegExp): number {
  return mark.exec(text)?.index ?? text.length;
}

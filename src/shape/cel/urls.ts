import { noForm } from "./failure";
import type { Functions } from "./functions";

/** An absolute URL, or a path from the root. */
export class Url {
  constructor(
    readonly parts: URL,
    readonly isPath: boolean,
  ) {}
}

/** @returns the URL; `undefined` if the text is neither a URL with a scheme nor an absolute path. */
export function parseUrl(text: string): Url | undefined {
  if (/[\s\u0000-\u001f\u007f]/.test(text)) return undefined;
  const isPath = text.startsWith("/") && !text.startsWith("//");
  if (!isPath && !/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]/.test(text)) return undefined;
  return URL.canParse(text, "x://x") ? new Url(new URL(text, "x://x"), isPath) : undefined;
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

function queryOf({ parts }: Url): Readonly<Record<string, readonly string[]>> {
  const query: Record<string, string[]> = {};
  for (const pair of parts.search
    .slice(1)
    .split("&")
    .filter((each) => each !== "")) {
    const [key = "", ...value] = pair.split("=");
    (query[decode(key)] ??= []).push(decode(value.join("=")));
  }
  return query;
}

/** The functions of URLs, by signature. */
export const urlFunctions: Functions = {
  "isURL(string): bool": (text: string) => parseUrl(text) !== undefined,
  "url(string): Url": (text: string) => {
    const url = parseUrl(text);
    if (url !== undefined) return url;
    if (/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(text)) throw new Error("a form of URLs that is not known");
    throw noForm(text, "URL");
  },
  "Url.getScheme(): string": ({ parts, isPath }: Url) => (isPath ? "" : parts.protocol.slice(0, -1)),
  "Url.getHost(): string": ({ parts, isPath }: Url) => (isPath ? "" : parts.host),
  "Url.getHostname(): string": ({ parts, isPath }: Url) => (isPath ? "" : parts.hostname.replace(/^\[|\]$/g, "")),
  "Url.getPort(): string": ({ parts }: Url) => parts.port,
  "Url.getEscapedPath(): string": ({ parts }: Url) => parts.pathname,
  "Url.getQuery(): map": queryOf,
};

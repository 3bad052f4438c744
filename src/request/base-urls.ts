import type { Facts } from "../contract/configuration/configuration";
import type { StringPart, Value } from "../value/value";
import { asText, optionsOf } from "./drafts/known";

/** The configured base URLs, ready to be matched. */
export interface ServiceBases {
  readonly bases: readonly (readonly BasePiece[])[];
  /** Whether one of them names a host: a host then decides whether it is the service's. */
  readonly hasHost: boolean;
}

/** A text, or the dotted expression of a `${…}`. */
type BasePiece = { readonly text: string } | { readonly expression: string };

/** @returns the bases of `service.baseUrls`, in which `${X}` is the dotted expression X; undefined if none is configured. */
export function basesOf({ service }: Facts): ServiceBases | undefined {
  if (service === undefined || service.baseUrls.length === 0) return undefined;
  const { baseUrls } = service;
  return {
    bases: baseUrls.map((baseUrl) => parseBase(baseUrl.replace(/\/+$/, ""))),
    hasHost: baseUrls.some((baseUrl) => /^https?:\/\//iu.test(baseUrl)),
  };
}

function parseBase(baseUrl: string): BasePiece[] {
  const pieces: BasePiece[] = [];
  let end = 0;
  for (const match of baseUrl.matchAll(/\$\{\s*([^}]*?)\s*\}/g)) {
    if (match.index > end) pieces.push({ text: baseUrl.slice(end, match.index) });
    pieces.push({ expression: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < baseUrl.length) pieces.push({ text: baseUrl.slice(end) });
  return pieces;
}

/**
 * Matches the start of an address against the configured bases.
 *
 * @returns the position after the longest matching base in the flattened address; undefined if none matches.
 */
export function matchBase(parts: readonly StringPart[], { bases }: ServiceBases): number | undefined {
  const ends = bases.flatMap((base) => matchDefault(parts, base) ?? matchOne(parts, base) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Matches an address that begins with a hole, if the base is one of the hole's values: `process.env.URL ?? "https://…"`. */
function matchDefault(parts: readonly StringPart[], base: readonly BasePiece[]): number | undefined {
  const first = parts.find((part) => part.kind === "hole" || part.text !== "");
  return first?.kind === "hole" && isWholeDefault(first.value, base) && endsSegment(parts, 1, 0) ? 1 : undefined;
}

/** Compares base and address piece by piece. A base must end where a segment ends. */
function matchOne(parts: readonly StringPart[], base: readonly BasePiece[]): number | undefined {
  let index = 0;
  let offset = 0;
  let position = 0;
  const skipFinished = (): void => {
    for (let part = parts[index]; part?.kind === "text" && offset === part.text.length; part = parts[index]) {
      index++;
      offset = 0;
    }
  };
  for (const piece of base) {
    if ("expression" in piece) {
      skipFinished();
      const part = parts[index];
      if (!part || offset > 0 || !comesFrom(part, piece.expression)) return undefined;
      position += part.kind === "hole" ? 1 : part.text.length;
      index++;
      continue;
    }
    for (const unit of piece.text) {
      skipFinished();
      const part = parts[index];
      if (part?.kind !== "text" || !sameUnit(part.text.slice(offset, offset + unit.length), unit)) return undefined;
      offset += unit.length;
      position += unit.length;
    }
  }
  return endsSegment(parts, index, offset) ? position : undefined;
}

function sameUnit(left: string, right: string): boolean {
  return left === right || left.toLowerCase() === right;
}

function endsSegment(parts: readonly StringPart[], index: number, offset: number): boolean {
  for (let at = index, from = offset; at < parts.length; at++, from = 0) {
    const part = parts[at];
    if (!part || part.kind === "hole") return true;
    if (from < part.text.length) return /^[/?#]/.test(part.text.slice(from)) || part.text.slice(0, from).endsWith("/");
  }
  return true;
}

function comesFrom(part: StringPart, expression: string): boolean {
  if (part.kind === "text") return part.origin?.trail.includes(expression) ?? false;
  return [part.value, ...optionsOf(part.value)].some((value) => value.origin?.trail.includes(expression));
}

function isWholeDefault(value: Value, base: readonly BasePiece[]): boolean {
  const [piece] = base;
  if (base.length !== 1 || !piece || !("text" in piece)) return false;
  return optionsOf(value).some((option) => asText(option)?.replace(/\/+$/, "") === piece.text);
}

/** Whether an address starts with a base from the environment that the configuration does not list: it may be another service's. */
export function mayBeOtherEnvironment(parts: readonly StringPart[]): boolean {
  const [first] = parts;
  if (first?.kind !== "hole") return false;
  return [first.value, ...optionsOf(first.value)].some((value) =>
    value.origin?.trail.some((name) => /^(?:process\.env|import\.meta\.env)\b/.test(name)),
  );
}

/** Segments at the end of base URLs; no endpoint in a permission map begins with one. */
const baseSegments = /^(?:\/(?:api|rest|v\d+(?:\.\d+)*))+(?=\/|$)/u;

/** @returns the leading segments of a path that belong to a base URL, such as `/api/v3`; empty if nothing else follows them. */
export function basePathOf(path: string): string {
  const base = baseSegments.exec(path)?.[0] ?? "";
  return base === path ? "" : base;
}

/** Whether a path has only segments that belong to a base URL. */
export function isBasePath(path: string): boolean {
  return baseSegments.exec(path)?.[0] === path;
}

const baseWords = /base|origin|host|root|server|service|api|endpoint|domain|gateway|backend|env\b/iu;

/** Whether a hole before a path is named like a base. Under another name, it may also contain the beginning of the path. */
export function isNamedAsBase(value: Value, { orUrl } = { orUrl: false }): boolean {
  const names = [value, ...optionsOf(value)].flatMap((each) => each.origin?.trail ?? []);
  return names.some((name) => baseWords.test(name) || (orUrl && /ur[il]/iu.test(name)));
}

/** Whether a hole at the beginning of a URL is named like a whole address, which follows no client's base: `${config.apiUrl}/x`. */
export function isNamedAsAddress(value: Value): boolean {
  return optionsOf(value).some((each) => /(?:ur[il]|host|origin)$/iu.test(each.origin?.trail.at(-1) ?? ""));
}

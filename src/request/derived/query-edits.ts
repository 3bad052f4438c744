import { containsRange, type Range } from "../../text/range";
import type { Located, StringPart } from "../../value/value";
import type { Request } from "../request";

/** A change to the text of the file under analysis. */
interface QueryEdit {
  readonly range: Range;
  readonly text: string;
}

/**
 * Adds a query parameter: to the call's literal of parameters, otherwise to its URL.
 *
 * @param text the file under analysis.
 * @param value without characters that would need an escape in a URL.
 * @returns undefined if the call contains neither, so that there is no certain place.
 */
export function insertQuery(request: Request, text: string, name: string, value: string): QueryEdit | undefined {
  return besideOthers(request, text, `${name}: "${value}"`) ?? behindPath(request, text, `${name}=${value}`);
}

function besideOthers({ query, range }: Request, text: string, member: string): QueryEdit | undefined {
  if (query.kind !== "object") return undefined;
  for (const { key, keyRange } of query.members) {
    const opening = containsRange(range, keyRange) && /\{(\s*)$/u.exec(text.slice(range.start, keyRange.start));
    // A key, or a shorthand member.
    if (!opening || !/^\s*[:,}]/u.test(text.slice(keyRange.end))) continue;
    // `params: { filter: { name } }` is sent as `filter[name]`.
    if (isWritten(key, text.slice(keyRange.start, keyRange.end)))
      return insertAt(keyRange.start, `${member},${opening[1] === "" ? " " : (opening[1] ?? " ")}`);
  }
  return undefined;
}

/** Whether a name in the source is that of a parameter; some clients mark lists: `a[]`. */
function isWritten(key: string, source: string): boolean {
  const name = source.replace(/^(["'])(.*)\1$/su, "$2");
  return name === key || `${name}[]` === key;
}

/** Adds the parameter to the literal of the URL, after the path or after the existing query. */
function behindPath({ target, query, range }: Request, text: string, parameter: string): QueryEdit | undefined {
  const parts = target.path?.parts ?? [];
  const last = parts.at(-1);
  if (!last || placeOf(last).elsewhere) return undefined;
  const place = placeOf(last).range;
  if (!containsRange(range, place) || !holdsSlash(parts, text)) return undefined;
  const [after, mark] = /^(?:\s*\})?(["'`?])/u.exec(text.slice(place.end)) ?? [];
  const closesHole = after?.includes("}") ?? false;
  if (after === undefined || closesHole !== (last.kind === "hole")) return undefined;
  const end = place.end + after.length;
  if (mark === "?") return insertAt(end, `${parameter}&`);
  // Other code may append parameters to the literal, or its parameters may replace those of the URL.
  return isEmpty(query) ? insertAt(end - 1, `?${parameter}`) : undefined;
}

function isEmpty(query: Request["query"]): boolean {
  return query.kind === "object" && query.members.length === 0 && !query.open;
}

function placeOf(part: StringPart): Located {
  return part.kind === "text" ? part : part.value;
}

/**
 * Whether the last literal of a path contains a slash. A literal without one may be a parameter, in which `?` is
 * percent-encoded.
 */
function holdsSlash(parts: readonly StringPart[], text: string): boolean {
  for (let index = parts.length - 1; index >= 0; index--) {
    const [before, part] = [parts[index - 1], parts[index]];
    if (!part || placeOf(part).elsewhere) return false;
    if (part.kind === "text" && (part.text.includes("/") || text.charAt(part.range.start - 1) === "/")) return true;
    if (!before || placeOf(before).range.end > placeOf(part).range.start) return false;
    // Between the parts of a template there are only `${` and `}`.
    const between = text.slice(placeOf(before).range.end, placeOf(part).range.start);
    if (!/^\s*\}?(?:\$\{\s*)?$/u.test(between)) return false;
  }
  return false;
}

function insertAt(at: number, text: string): QueryEdit {
  return { range: { start: at, end: at }, text };
}

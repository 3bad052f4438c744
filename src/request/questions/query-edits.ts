import { containsRange, type Range } from "../../text/range";
import type { Request } from "../request";

/** A change to the text of the file under analysis. */
interface QueryEdit {
  readonly range: Range;
  readonly text: string;
}

/**
 * The edit that adds a query parameter: to the object literal in which a call writes its parameters, else to its URL.
 *
 * @param text the file under analysis.
 * @param value without characters that would need an escape in a URL.
 * @returns `undefined` where neither is written in the call: nothing can be added there with certainty.
 */
export function insertQuery(request: Request, text: string, name: string, value: string): QueryEdit | undefined {
  return besideOthers(request, text, `${name}: "${value}"`) ?? behindPath(request, text, `${name}=${value}`);
}

function besideOthers({ query, range }: Request, text: string, member: string): QueryEdit | undefined {
  if (query.kind !== "object") return undefined;
  for (const { keyRange } of query.members) {
    const opening = containsRange(range, keyRange) && /\{(\s*)$/u.exec(text.slice(range.start, keyRange.start));
    // A key, or a name that is key and value.
    if (opening && /^["']?\s*[:,}]/u.test(text.slice(keyRange.end)))
      return insertAt(keyRange.start, `${member},${opening[1] === "" ? " " : (opening[1] ?? " ")}`);
  }
  return undefined;
}

/** The URL's literal ends at the end of the path, or continues with the query. */
function behindPath({ target, range }: Request, text: string, parameter: string): QueryEdit | undefined {
  const last = target.path?.parts.at(-1);
  if (!last) return undefined;
  const { elsewhere } = last.kind === "text" ? last : last.value;
  if (elsewhere) return undefined;
  const place = last.kind === "text" ? last.range : last.value.range;
  if (!containsRange(range, place)) return undefined;
  const [after, mark] = /^(?:\s*\})?(["'`?])/u.exec(text.slice(place.end)) ?? [];
  const closesHole = after?.includes("}") ?? false;
  if (after === undefined || closesHole !== (last.kind === "hole")) return undefined;
  const end = place.end + after.length;
  return mark === "?" ? insertAt(end, `${parameter}&`) : insertAt(end - 1, `?${parameter}`);
}

function insertAt(at: number, text: string): QueryEdit {
  return { range: { start: at, end: at }, text };
}

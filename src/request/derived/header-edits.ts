import type { Range } from "../../text/range";
import { containsRange } from "../../text/range";
import type { Request } from "../request";

/** A change to the text of the file under analysis. */
interface HeaderEdit {
  readonly range: Range;
  readonly text: string;
}

/**
 * Adds a header field: to the call's literal of headers, otherwise in a new option `headers`.
 *
 * @param text the file under analysis.
 * @param name the field's name.
 * @param value source text of the value expression.
 * @returns undefined if this file has no certain place for it.
 */
export function insertHeader(request: Request, text: string, name: string, value: string): HeaderEdit | undefined {
  const { headers, defaults } = request;
  // The source already has the key of a removed field, as with `null` in axios.
  if (defaults.removed?.includes(name.toLowerCase())) return undefined;
  if (headers.kind !== "object" || headers.class !== undefined) return undefined;
  const member = `"${name}": ${value}`;
  const { start, end } = headers.range;
  if (!headers.elsewhere && text[start] === "{" && text[end - 1] === "}") {
    const inside = text.slice(start + 1, end - 1);
    if (inside.trim() === "") return { range: headers.range, text: `{ ${member} }` };
    const space = inside.slice(0, inside.length - inside.trimStart().length);
    return insertAt(start + 1 + space.length, member, space);
  }
  // A client merges its own headers with those of the call. The call's members show the position of its literal.
  for (const { keyRange } of headers.members) {
    if (!containsRange(request.range, keyRange)) continue;
    const opening = /\{(\s*)$/.exec(text.slice(request.range.start, keyRange.start));
    // A key, or a shorthand member.
    const isKey = /^\s*[:,}]/.test(text.slice(keyRange.end));
    if (opening && isKey) return insertAt(keyRange.start, member, opening[1] ?? "");
  }
  return insertOption(request, `headers: { ${member} }`);
}

/** Adds an option that the call does not have. */
function insertOption({ placeForHeaders: place, client, headers }: Request, option: string): HeaderEdit | undefined {
  // The options of fetch replace the header fields of a `Request`.
  const isReplaced = client === "fetch" && headers.kind === "object" && (headers.members.length > 0 || headers.open);
  if (isReplaced) return undefined;
  return place && { range: place.range, text: `${place.before}${option}${place.after}` };
}

function insertAt(at: number, member: string, space: string): HeaderEdit {
  return { range: { start: at, end: at }, text: `${member},${space === "" ? " " : space}` };
}

import type { Range } from "../../text/range";
import { containsRange } from "../../text/range";
import type { Request } from "../request";

/** A change to the text of the file under analysis. */
interface HeaderEdit {
  readonly range: Range;
  readonly text: string;
}

/**
 * The edit that adds a header field: to the call's literal of headers, else as a new option `headers`.
 *
 * @param text the file under analysis.
 * @param name the field's name.
 * @param value source text of the value expression.
 * @returns `undefined` where neither stands in this file: nothing can be added there with certainty.
 */
export function insertHeader(request: Request, text: string, name: string, value: string): HeaderEdit | undefined {
  const { headers, defaults } = request;
  // A field that the source takes away, as `null` does in axios, has its key already.
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
  // A client merges its own headers with the call's. The call's members tell where its literal stands.
  for (const { keyRange } of headers.members) {
    if (!containsRange(request.range, keyRange)) continue;
    const opening = /\{(\s*)$/.exec(text.slice(request.range.start, keyRange.start));
    // A key, or a name that is key and value.
    const isKey = /^\s*[:,}]/.test(text.slice(keyRange.end));
    if (opening && isKey) return insertAt(keyRange.start, member, opening[1] ?? "");
  }
  return insertOption(request, `headers: { ${member} }`);
}

/** Adds an option to a call that has none of this name. */
function insertOption({ placeForHeaders: place, client, headers }: Request, option: string): HeaderEdit | undefined {
  // The options of fetch replace the header fields of a `Request`.
  const isReplaced = client === "fetch" && headers.kind === "object" && (headers.members.length > 0 || headers.open);
  if (isReplaced) return undefined;
  return place && { range: place.range, text: `${place.before}${option}${place.after}` };
}

function insertAt(at: number, member: string, space: string): HeaderEdit {
  return { range: { start: at, end: at }, text: `${member},${space === "" ? " " : space}` };
}

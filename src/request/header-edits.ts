import type { Range } from "../text/range";
import type { Request } from "./request";

/**
 * The edit that adds a header field to the object literal in which a call writes its headers.
 *
 * @param text the file under analysis.
 * @param name the field's name.
 * @param value source text of the value expression.
 * @returns `undefined` where the headers are not an object literal of this file: nothing can be added there with certainty.
 */
export function insertHeader(request: Request, text: string, name: string, value: string): { readonly range: Range; readonly text: string } | undefined {
  const { headers } = request;
  if (headers.kind !== "object" || headers.elsewhere || headers.class !== undefined) return undefined;
  const { start, end } = headers.range;
  if (text[start] !== "{" || text[end - 1] !== "}") return undefined;
  const inside = text.slice(start + 1, end - 1);
  const member = `"${name}": ${value}`;
  if (inside.trim() === "") return { range: { start, end }, text: `{ ${member} }` };
  const space = /^\s*/.exec(inside)?.[0] ?? "";
  const at = start + 1 + space.length;
  return { range: { start: at, end: at }, text: `${member},${space === "" ? " " : space}` };
}

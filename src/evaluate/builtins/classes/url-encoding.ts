import { textFrom } from "../../make";
import type { Part, Text } from "../../domain";
import { mapPart } from "../texts/parts";
import { staysAsWritten } from "./url-resolve";
import { mayHoldMore } from "./url-text";

/** How `URL` percent-encodes a partly known text. */

const inBoth = /[^!-~]|["<>]/u;
const inPath = /[`^{}]/u;
const inQuery = "'";

/** @returns the text as encoded in a URL; `undefined` if that is unknown, or more than encoding is needed. */
export function encodedAsInUrl(given: Text): Text | undefined {
  const parts: Part[] = [];
  let isIn: "path" | "query" | "either" = "path";
  for (const [index, part] of given.parts.entries()) {
    if (part.kind === "hole") {
      if (isIn === "path" && mayHoldMore(given.parts, index)) isIn = "either";
      parts.push(part);
      continue;
    }
    if (/[\s\\#](?<! )/u.test(part.text) || (isIn === "either" && /[`^{}'?]/u.test(part.text))) return undefined;
    const encoded = mapPart(part, (character) => {
      if (character === "?") isIn = "query";
      const isEncoded = inBoth.test(character) || (isIn === "query" ? character === inQuery : inPath.test(character));
      return isEncoded ? encode(character) : character;
    });
    if (!staysAsWritten(encoded)) return undefined;
    parts.push(encoded);
  }
  return textFrom(parts, given.place);
}

function encode(character: string): string {
  return character === inQuery ? "%27" : encodeURIComponent(character);
}

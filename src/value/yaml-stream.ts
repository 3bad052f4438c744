import type { Range } from "../text/range";
import { readPlainYaml } from "./from-plain-yaml";
import { readYaml } from "./from-yaml";
import { type YamlDocument } from "./yaml-document";
import { controlCharacter } from "./yaml-scalars";

/** Lines with effects across document markers: directives apply to the next document, and a document end allows the next one to lack a marker. */
const reachesOver = /^(?:%|\.\.\.(?:[ \t\r\n]|$))/m;

/**
 * A line with this beginning is always a document marker, because no scalar may contain it. A byte-order mark after it, left by concatenating files, does not
 * belong to a key.
 */
const marker = /\n---(?:[ \t]*\r?\n\uFEFF|(?=[ \t\r\n]|$))/g;

/** @returns the ranges of a YAML text that can be read independently, one per document, in order. */
export function* splitDocuments(text: string): Generator<Range> {
  if (reachesOver.test(text)) {
    yield { start: 0, end: text.length };
    return;
  }
  let start = 0;
  for (const match of text.matchAll(marker)) {
    yield { start, end: match.index + 1 };
    start = match.index + (match[0].endsWith("\uFEFF") ? match[0].length : 1);
  }
  yield { start, end: text.length };
}

/**
 * Reads one piece of a YAML text with the fast reader if it is plain, otherwise with the full one. Both produce the same result.
 *
 * @param comments receives the ranges of comments.
 */
export function readPiece(text: string, { start, end }: Range, comments: Range[]): readonly YamlDocument[] {
  const piece = text.slice(start, end);
  const refused = controlCharacter.exec(piece);
  if (refused !== null) {
    const at = start + refused.index;
    const problem = {
      range: { start: at, end: at + 1 },
      message: "there is a control character, with which nothing is read",
    };
    return [{ range: { start, end }, problem, hasCollectionKey: false }];
  }
  const plain = readPlainYaml(text, start, end, comments);
  if (plain === "none") return [];
  if (plain !== undefined) return [plain];
  return readYaml(piece, start, comments);
}

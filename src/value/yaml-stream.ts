import type { Range } from "../text/range";
import { readPlainYaml } from "./from-plain-yaml";
import { readYaml } from "./from-yaml";
import { type YamlDocument } from "./yaml-document";
import { controlCharacter } from "./yaml-scalars";

/** Lines that reach over document markers: directives, which belong to the next document, and document ends, which allow one without marker. */
const reachesOver = /^(?:%|\.\.\.(?:[ \t\r\n]|$))/m;

/**
 * A line that begins like this is a document marker wherever it stands: no scalar may contain it. A byte-order mark behind it, as files have it
 * that are put behind one another, belongs to no key.
 */
const marker = /\n---(?:[ \t]*\r?\n\uFEFF|(?=[ \t\r\n]|$))/g;

/** @returns the pieces of a YAML text that can be read on their own, document by document, in order. */
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
 * Reads one piece of a YAML text: fast where it is plain, and exactly alike where it is not.
 *
 * @param comments receives the places of the comments.
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

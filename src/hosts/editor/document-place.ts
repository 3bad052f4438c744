import type { Document, Node, Pair, YAMLMap } from "yaml";
import type { Range } from "../../text/range";
import { getParser } from "../../value/yaml-parser";
import { splitDocuments } from "../../value/yaml-stream";

/** Finds the place of the cursor in YAML or JSON, even while it is malformed. */

/** A mapping on the way to a place, with the steps to the next level. Levels are ordered outermost first. */
export interface Level {
  /** The scalar members of the mapping, without the one being written. */
  readonly scalars: ReadonlyMap<string, string>;
  /** All keys of the mapping, without the one being written. */
  readonly keys: ReadonlySet<string>;
  /**
   * The key and list indices that lead to the next level. In the last level, the key is missing while it is being
   * written.
   */
  readonly steps: readonly (string | number)[];
}

export interface DocumentPlace {
  /** Whether a key is being written, or a value. */
  readonly role: "key" | "value";
  /** List indices at the root, if the document is a list. */
  readonly start: readonly number[];
  readonly levels: readonly Level[];
  /** The range of the word being written. */
  readonly range: Range;
  /** Whether a colon follows the word. */
  readonly hasColon: boolean;
  readonly isQuoted: boolean;
  /** Whether it is inside braces or brackets. */
  readonly isFlow: boolean;
}

/** Replaces the word at the cursor. */
const marker = "restraintCursor";
const wordCharacter = /[\w.$/@-]/u;

/**
 * Finds the key or value that is being written at a position: inserts a marker word, parses the text, and searches for
 * the marker.
 *
 * @returns the possible readings, the likelier first: an empty place may become a key or a value. None inside comments
 * and block scalars.
 */
export function findDocumentPlaces(
  text: string,
  position: number,
  language: "yaml" | "json",
): readonly DocumentPlace[] {
  const piece = language === "json" ? { start: 0, end: text.length } : pieceAt(text, position);
  const range = wordAt(text, position, piece);
  const line = text.slice(text.lastIndexOf("\n", range.start - 1) + 1, range.start);
  if (/(?:^|\s)#/u.test(line.replace(/"[^"]*"|'[^']*'/gu, ""))) return [];
  const lineEnd = text.indexOf("\n", range.end);
  const rest = text.slice(range.end, lineEnd < 0 ? text.length : lineEnd);
  const hasColon = /^["']?\s*:(?:\s|$)/u.test(rest) || (language === "json" && /^"?\s*:/u.test(rest));
  const isQuoted = /["']$/u.test(line);
  const mayBeKey = !hasColon && !isQuoted && /^\s*(?:- +)*$/u.test(line) && language === "yaml";
  const words = mayBeKey ? [`${marker}: `, marker] : [marker];
  return words.flatMap((word) => {
    const before = text.slice(piece.start, range.start);
    // A colon starts a value only if white space follows.
    const gap = before.endsWith(":") && !isQuoted ? " " : "";
    const changed = before + gap + word + text.slice(range.end, piece.end);
    const found = readPlace(changed);
    return found ? [{ ...found, range, hasColon, isQuoted }] : [];
  });
}

function pieceAt(text: string, position: number): Range {
  for (const piece of splitDocuments(text)) {
    if (position > piece.end || (position === piece.end && piece.end < text.length)) continue;
    const marked = /^---[^\n]*\n?/u.exec(text.slice(piece.start, piece.end))?.[0].length ?? 0;
    return { start: Math.min(piece.start + marked, Math.max(position, piece.start)), end: piece.end };
  }
  return { start: 0, end: text.length };
}

function wordAt(text: string, position: number, within: Range): Range {
  let { start, end } = { start: position, end: position };
  while (start > within.start && wordCharacter.test(text.charAt(start - 1))) start -= 1;
  while (end < within.end && wordCharacter.test(text.charAt(end))) end += 1;
  // A list's dash is not part of the word.
  if (/^-+$/u.test(text.slice(start, position)) && start < position) start = position;
  return { start, end };
}

type Found = Pick<DocumentPlace, "role" | "levels" | "start" | "isFlow">;

function readPlace(text: string): Found | undefined {
  const { parseDocument, visit } = getParser();
  let document: Document;
  try {
    document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  } catch {
    // The text is nested too deeply.
    return undefined;
  }
  let found: Found | undefined;
  visit(document, {
    Scalar: (key, node, path) => {
      if (typeof node.value !== "string" || node.value.trim() !== marker) return undefined;
      found = describePath([...path, node] as Node[], key === "key");
      return visit.BREAK;
    },
  });
  return found;
}

function describePath(path: readonly (Node | Pair | Document)[], isKey: boolean): Found {
  const { isMap, isPair, isScalar, isSeq } = getParser();
  const start: number[] = [];
  const levels: { map: YAMLMap; steps: (string | number)[] }[] = [];
  let isFlow = false;
  for (const [index, node] of path.entries()) {
    const next = path[index + 1];
    if (isMap(node)) {
      levels.push({ map: node, steps: [] });
      isFlow ||= node.flow === true;
    } else if (isPair(node) && isScalar(node.key) && !(isKey && index === path.length - 2)) {
      levels.at(-1)?.steps.push(String(node.key.value));
    } else if (isSeq(node)) {
      isFlow ||= node.flow === true;
      const at = node.items.indexOf(next);
      const steps = levels.at(-1)?.steps ?? start;
      steps.push(Math.max(0, at));
    }
  }
  return { role: isKey ? "key" : "value", start, isFlow, levels: levels.map(toLevel) };
}

function toLevel({ map, steps }: { readonly map: YAMLMap; readonly steps: readonly (string | number)[] }): Level {
  const { isScalar } = getParser();
  const keys = new Set<string>();
  const scalars = new Map<string, string>();
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value).trim() : undefined;
    if (name === undefined || name === marker) continue;
    if (name !== steps[0]) keys.add(name);
    const text: unknown = isScalar(value) ? value.value : undefined;
    if (typeof text === "string" || typeof text === "number" || typeof text === "boolean")
      scalars.set(name, String(text));
  }
  return { scalars, keys, steps };
}

import { textFrom } from "../../make";
import type { KnownPart, Part, Place, Text } from "../../domain";
import { changedPart, slicePart } from "./parts";

/** Runs of one character that are replaced by a single one: `path.replace(/\/+/g, "/")`. */

/** @returns the character whose runs an expression matches, if it matches nothing else. */
export function readRun(literal: string): string | undefined {
  const [, once, twice] = /^\/(?:(\\?\S)\+|(\\?\S)\2\+|\\?\S\{2,\})\/gu?$/u.exec(literal) ?? [];
  const written = once ?? twice ?? /^\/(\\?\S)\{2,\}/u.exec(literal)?.[1];
  const character = written?.replace("\\", "");
  const isPlain =
    character !== undefined &&
    /^[^\w\s]$/u.test(character) &&
    (written !== character || !/[.^$|()[\]*+?{}\\]/u.test(character));
  return isPlain ? character : undefined;
}

/**
 * @returns the text with each run reduced to one character. A base before a path may be empty, so its hole absorbs the characters before it. Other values
 *   in a path are not empty.
 */
export function squeezed({ parts }: Text, character: string, place: Place): Text {
  const result: Part[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") result.push(...squeezedPart(part, character, endsWith(result, character)));
    else {
      if (isBase(parts, index, character)) result.length = 0;
      result.push(...changedPart(part, character, place));
    }
  }
  return textFrom(result, place);
}

function endsWith(parts: readonly Part[], character: string): boolean {
  const last = parts.at(-1);
  return last?.kind === "text" && last.text.endsWith(character);
}

/** Whether only the character precedes a hole, and the character follows it. */
function isBase(parts: readonly Part[], index: number, character: string): boolean {
  const next = parts[index + 1];
  const isOnly = (part: Part): boolean => part.kind === "text" && part.text.replaceAll(character, "") === "";
  return index > 0 && parts.slice(0, index).every(isOnly) && next?.kind === "text" && next.text.startsWith(character);
}

/** @param isBehind whether the character precedes the part. */
function squeezedPart(part: KnownPart, character: string, isBehind: boolean): readonly Part[] {
  const kept: KnownPart[] = [];
  let from = 0;
  let before = isBehind;
  for (let at = 0; at <= part.text.length; at += 1) {
    const matches = part.text.charAt(at) === character && at < part.text.length;
    if (at < part.text.length && !(matches && before)) {
      before = matches;
      continue;
    }
    const piece = slicePart(part, from, at);
    if (piece) kept.push(piece);
    from = at + 1;
  }
  return kept;
}

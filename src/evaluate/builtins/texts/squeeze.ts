import { textFrom } from "../../make";
import type { KnownPart, Part, Place, Text } from "../../domain";
import { changedPart, slicePart } from "./parts";

/** Runs of one character that are replaced by a single one: `path.replace(/\/+/g, "/")`. */

/** What becomes of runs of a character. */
export interface Run {
  readonly character: string;
  /** Two of the characters stay behind this one, as in `https://`, and at the start of the text. */
  readonly keptBehind?: string;
}

/** Ways to write that a path has no doubled slash, except for the two behind the scheme, with the replacement that puts one slash. */
const inAddresses: Readonly<Record<string, string>> = {
  "([^:]\\/)\\/+": "$1",
  "([^:])\\/\\/+": "$1/",
  "([^:])\\/{2,}": "$1/",
  "(?<!:)\\/\\/+": "/",
  "(?<!:)\\/{2,}": "/",
};

/** @returns the run that an expression and its replacement reduce to one character, if they change nothing else. */
export function readRun(literal: string, by: string | undefined): Run | undefined {
  const [, source = ""] = /^\/(.*)\/gu?$/u.exec(literal) ?? [];
  if (by !== undefined && inAddresses[source] === by) return { character: "/", keptBehind: ":" };
  const character = readCharacter(literal);
  return character === undefined || by !== character ? undefined : { character };
}

/** @returns the character whose runs an expression matches, if it matches nothing else. */
function readCharacter(literal: string): string | undefined {
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
export function squeezed({ parts }: Text, run: Run, place: Place): Text {
  const { character } = run;
  const result: Part[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") result.push(...squeezedPart(part, run, result));
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

/** @param before the parts before it. */
function squeezedPart(part: KnownPart, { character, keptBehind }: Run, before: readonly Part[]): readonly Part[] {
  const kept: KnownPart[] = [];
  let from = 0;
  // The number of characters in the run so far, and how many of them stay.
  let length = endsWith(before, character) ? 1 : 0;
  let most = keptBehind !== undefined && before.length === 0 ? 2 : 1;
  for (let at = 0; at < part.text.length; at += 1) {
    const isOfRun = part.text.charAt(at) === character;
    length = isOfRun ? length + 1 : 0;
    if (!isOfRun) most = part.text.charAt(at) === keptBehind ? 2 : 1;
    if (length <= most) continue;
    const piece = slicePart(part, from, at);
    if (piece) kept.push(piece);
    from = at + 1;
  }
  const rest = slicePart(part, from, part.text.length);
  return rest ? [...kept, rest] : kept;
}

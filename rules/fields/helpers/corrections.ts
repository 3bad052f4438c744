import { parseFields } from "../../../src/fields/parse";
import type { Mistake } from "../../../src/fields/selection";
import type { Edit } from "../../../src/rule/finding";
import type { Range } from "../../../src/text/range";
import type { LocatedText } from "../../../src/value/located-text";

/** A correction of a mistake: the id of the message that offers it, and its edits. */
export interface Correction {
  readonly message:
    | "removeComma"
    | "removeGroup"
    | "removeParenthesis"
    | "removeSlash"
    | "close"
    | "separate"
    | "useParentheses"
    | "decode";
  readonly edits: readonly Edit[];
}

type Change = readonly [Range, string];

/** @returns the correction of a mistake; `undefined` if there is none, if it would cause another mistake, or if the source cannot be edited. */
export function findCorrection(mistake: Mistake, located: LocatedText): Correction | undefined {
  const correction = planCorrection(mistake, located.text);
  if (!correction) return undefined;
  const before = parseFields(located).mistakes.length;
  const changed = applyChanges(located, correction.changes);
  if (parseFields(changed).mistakes.length >= before) return undefined;
  const edits: Edit[] = [];
  for (const [range, text] of correction.changes) {
    const replacement = located.replace(range, text);
    if (!replacement) return undefined;
    edits.push(...replacement);
  }
  return { message: correction.message, edits };
}

function planCorrection(
  { kind, range }: Mistake,
  text: string,
): { message: Correction["message"]; changes: readonly Change[] } | undefined {
  switch (kind) {
    case "emptySelector":
      return { message: "removeComma", changes: [[range, ""]] };
    case "emptyGroup":
      return { message: "removeGroup", changes: [[range, ""]] };
    case "strayParenthesis":
      return { message: "removeParenthesis", changes: [[range, ""]] };
    case "straySlash":
      return { message: "removeSlash", changes: [[range, ""]] };
    case "unclosedGroup": {
      const end = text.trimEnd().length;
      return { message: "close", changes: [[{ start: end, end }, ")"]] };
    }
    case "textAfterGroup":
      return { message: "separate", changes: [[{ start: range.start, end: range.start }, ","]] };
    case "otherBrackets":
      return {
        message: "useParentheses",
        changes: matchesOf(text, /[{}]/gu, (bracket) => (bracket === "{" ? "(" : ")")),
      };
    case "encodedTwice":
      return { message: "decode", changes: matchesOf(text, /(?<=%2C|%28|[,(])(?:%20)+|%2[89CFA]/giu, decodeEscape) };
    case "emptyValue":
    case "groupWithoutField":
    case "mixedWildcard":
      return undefined;
  }
}

/** Drops white space after a delimiter: it is meaningless, and would need an escape in a URL. */
function decodeEscape(escape: string): string {
  return decodeURIComponent(escape).trim();
}

function matchesOf(text: string, pattern: RegExp, replace: (found: string) => string): readonly Change[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [
    { start: index, end: index + found.length },
    replace(found),
  ]);
}

function applyChanges(
  { text, holes }: LocatedText,
  changes: readonly Change[],
): { text: string; holes: readonly number[] } {
  let result = "";
  let copied = 0;
  const moved: number[] = [];
  const copyTo = (end: number): void => {
    for (const hole of holes) if (hole >= copied && hole < end) moved.push(result.length + hole - copied);
    result += text.slice(copied, end);
  };
  for (const [range, replacement] of changes) {
    copyTo(range.start);
    result += replacement;
    copied = range.end;
  }
  copyTo(text.length);
  return { text: result, holes: moved };
}

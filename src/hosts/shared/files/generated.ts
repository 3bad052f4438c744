import { closeSync, openSync, readSync } from "node:fs";

/** Recognises code that is not written by hand: bundles, minified files and the output of generators. */

/** File names that tools use for their output. */
const names =
  /(?:\.min\.[cm]?js|(?:^|[/\\])\.pnp\.[cm]?js|(?:^|[/\\])\.yarn[/\\](?:releases|plugins)[/\\].*\.[cm]?js)$/u;

/** Lines that may precede code: comments, directives and empty lines. */
const preamble = /^(?:$|#!|\/\/|\/\*|\*|<!--|["']use )/u;

/**
 * Minimum length and average line length of minified code. Short files are exempt, because they may contain one long
 * string.
 */
const shortest = 10_000;
const longestAverage = 400;

/**
 * @param text of the file, or its beginning.
 * @returns why a code file is not worth analysing, or `undefined` for one written by hand.
 */
export function whyGenerated(path: string, text: string): string | undefined {
  if (names.test(path)) return "generated code";
  if (isMarked(text.slice(0, 2000))) return "generated code";
  return text.length >= shortest && text.length / countLines(text) > longestAverage ? "minified code" : undefined;
}

/**
 * @returns why a text is too long to be analysed: a file of that size would block an editor, and fill the memory of a
 * run.
 */
export function whyTooLarge(text: string, most: number): string | undefined {
  return text.length > most ? `it has ${text.length} characters, and at most ${most} are looked at` : undefined;
}

/** Whether a comment at the beginning contains `@generated`, by which generators mark their files. */
function isMarked(beginning: string): boolean {
  if (!beginning.includes("@generated")) return false;
  let inComment = false;
  for (const line of beginning.split("\n").map((each) => each.trim())) {
    if (!inComment && !preamble.test(line)) return false;
    if (line.includes("@generated")) return true;
    if (line.startsWith("/*") || line.startsWith("<!--")) inComment = true;
    if (line.includes("*/") || line.includes("-->")) inComment = false;
  }
  return false;
}

/** @returns the beginning of a file that is too large to read, or an empty text if it cannot be read. */
export function readBeginning(path: string): string {
  const bytes = Buffer.alloc(64 * 1024);
  try {
    const file = openSync(path, "r");
    try {
      return bytes.toString("utf8", 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

import { closeSync, openSync, readSync } from "node:fs";

/** Code that nobody writes: bundles, minified files and the output of generators. */

/** Names that tools give to what they write. */
const names =
  /(?:\.min\.[cm]?js|(?:^|[/\\])\.pnp\.[cm]?js|(?:^|[/\\])\.yarn[/\\](?:releases|plugins)[/\\].*\.[cm]?js)$/u;

/** What stands before the code: comments, directives and empty lines. */
const preamble = /^(?:$|#!|\/\/|\/\*|\*|<!--|["']use )/u;

/** People break their lines long before. Short files may hold one long text. */
const shortest = 10_000;
const longestAverage = 400;

/**
 * @param text the file's, or its beginning.
 * @returns why a code file is not worth a look, `undefined` for one that people write.
 */
export function whyGenerated(path: string, text: string): string | undefined {
  if (names.test(path)) return "generated code";
  if (isMarked(text.slice(0, 2000))) return "generated code";
  return text.length >= shortest && text.length / countLines(text) > longestAverage ? "minified code" : undefined;
}

/** @returns why a text is too long for a look, if it is: a file of that size would stall an editor, and fill the memory of a run over many. */
export function whyTooLarge(text: string, most: number): string | undefined {
  return text.length > most ? `it has ${text.length} characters, and at most ${most} are looked at` : undefined;
}

/** Generators tell tools which files are theirs by `@generated`, in a comment at the beginning. */
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

/** @returns the beginning of a file that is too large to be read, empty where it cannot be read at all. */
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

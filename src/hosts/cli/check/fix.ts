import { mostBytes, UnfitFileError } from "../../../files/read";
import { replaceFile } from "../../../files/replace";
import { applyEdits } from "../../../rule/edits";
import type { Edit } from "../../../rule/finding";
import { unifiedDiff } from "../../../text/line-diff";
import { readText, type SourceText } from "./read";
import type { FixScope } from "./roots";

/** After as many passes a file is left as it is: fixes that undo each other must not keep the program busy for ever. */
export const mostPasses = 10;

/** A text with as many fixes applied as fit beside each other, and how many those are. */
export interface FixedText {
  readonly text: string;
  readonly count: number;
}

/** Applies fixes; line breaks that they bring in become the file's own. */
export function applyFixes(text: string, fixes: readonly (readonly Edit[])[]): FixedText {
  const usesCrlf = text.includes("\r\n");
  const adapted = usesCrlf
    ? fixes.map((edits) => edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/gu, "\r\n") })))
    : fixes;
  const result = applyEdits(text, adapted);
  return { text: result.text, count: result.applied.length };
}

export interface FixedFile {
  readonly path: string;
  /** What was read, and checked. */
  readonly source: SourceText;
  readonly text: string;
  /** What the user asked to have fixed. */
  readonly within: FixScope;
}

/**
 * Writes a changed text back, or says in a dry run what would be written, with the byte-order mark that it had, unless somebody else has changed the file since it was read.
 *
 * @returns the difference, in a dry run.
 * @throws {UnfitFileError} where the file must not be written; it is as it was.
 * @throws Error of the file system; the file is as it was.
 */
export function writeFixed(file: string, { path, source, text, within }: FixedFile): { readonly diff?: string } {
  if (within.isDry) return { diff: unifiedDiff(file, source.text, text) };
  const confirm = (): void => {
    const now = readText(path, mostBytes.manifest);
    if (now.text !== source.text || now.marked !== source.marked)
      throw new UnfitFileError("was changed by somebody else while it was checked; run --fix again");
  };
  // Another link to the same file may have led here before.
  if (readText(path, mostBytes.manifest).text === text) return {};
  replaceFile({ path, text: (source.marked ? "\uFEFF" : "") + text, within: within.folders, confirm });
  return {};
}

/** @returns why a fixed text could not be written, in words. */
export function describeWriteError(error: unknown): string {
  return error instanceof UnfitFileError
    ? `is not fixed: it ${error.message}`
    : `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
}

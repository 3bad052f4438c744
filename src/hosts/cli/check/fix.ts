import { mostBytes, UnfitFileError } from "../../../files/read";
import { replaceFile } from "../../../files/replace";
import { applyEdits } from "../../../rule/edits";
import type { Edit } from "../../../rule/finding";
import { unifiedDiff } from "../../../text/line-diff";
import { readText, type SourceText } from "./read";
import type { FixScope } from "./roots";

/** Limit of passes over one file: fixes that undo each other would otherwise never end. */
export const mostPasses = 10;

/** A text after all fixes that do not overlap, and their number. */
export interface FixedText {
  readonly text: string;
  readonly count: number;
}

/** Applies fixes. Their line breaks become those of the file. */
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
  /** The text that was read and checked. */
  readonly source: SourceText;
  readonly text: string;
  /** The files that may be fixed. */
  readonly within: FixScope;
}

/**
 * Writes a changed text back, with its byte-order mark if it had one. A dry run returns the difference instead.
 *
 * @returns the difference, in a dry run.
 * @throws {UnfitFileError} if the file must not be written, for example because it changed since it was read; the file
 * is unchanged.
 * @throws Error of the file system; the file is unchanged.
 */
export function writeFixed(file: string, { path, source, text, within }: FixedFile): { readonly diff?: string } {
  if (within.isDry) return { diff: unifiedDiff(file, source.text, text) };
  const confirm = (): void => {
    const now = readText(path, mostBytes.manifest);
    if (now.text !== source.text || now.marked !== source.marked)
      throw new UnfitFileError("was changed by somebody else while it was checked; run --fix again");
  };
  // The file may have been fixed already through another link to it.
  if (readText(path, mostBytes.manifest).text === text) return {};
  replaceFile({ path, text: (source.marked ? "\uFEFF" : "") + text, within: within.folders, confirm });
  return {};
}

/** @returns the message for a fixed text that could not be written. */
export function describeWriteError(error: unknown): string {
  return error instanceof UnfitFileError
    ? `is not fixed: it ${error.message}`
    : `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
}

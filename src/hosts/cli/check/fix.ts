import { writeFileSync } from "node:fs";
import { applyEdits } from "../../../rule/edits";
import type { Edit } from "../../../rule/finding";
import type { SourceText } from "./read";

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

/** Writes a changed text back with the byte-order mark that it had. */
export function writeText(path: string, source: SourceText, text: string): void {
  writeFileSync(path, (source.marked ? "\uFEFF" : "") + text);
}

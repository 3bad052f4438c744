import type { Finding } from "../../rule/finding";
import type { Range } from "../../text/range";

/** A finding without its edits, which apply only to the text in which it was found. */
export type ShownFinding = Omit<Finding, "fix" | "suggestions">;

/** The part of a text that an edit replaced, derived from the texts before and after. */
export interface ReplacedPiece {
  readonly start: number;
  /** The end of the part in each of the two texts. */
  readonly endBefore: number;
  readonly endAfter: number;
}

/** @returns the difference of two texts: the part between their common start and their common end. */
export function replacedPiece(before: string, after: string): ReplacedPiece {
  const start = lengthOfCommonStart(before, after);
  const end = lengthOfCommonEnd(before, after, start);
  return { start, endBefore: before.length - end, endAfter: after.length - end };
}

/**
 * Moves findings from one text of a file to a later one, as if a single part had been replaced.
 *
 * @returns the findings outside of that part.
 */
export function moveFindings(findings: readonly ShownFinding[], before: string, after: string): ShownFinding[] {
  const { start, endBefore } = replacedPiece(before, after);
  const shift = after.length - before.length;
  return moveAll(findings, (range) => {
    if (range.end < start || before === after) return range;
    return range.start > endBefore ? { start: range.start + shift, end: range.end + shift } : undefined;
  });
}

/** Moves findings from one text of a file to a later one with the same code, which differs only between two tokens. */
export function moveFindingsOfSameCode(
  findings: readonly ShownFinding[],
  before: string,
  after: string,
): ShownFinding[] {
  const { start, endBefore } = replacedPiece(before, after);
  const shift = after.length - before.length;
  return moveAll(findings, (range) => ({
    start: range.start >= endBefore ? range.start + shift : range.start,
    end: range.end > start ? range.end + shift : range.end,
  }));
}

/** @param move returns the new range, or `undefined` to drop the finding. */
function moveAll(findings: readonly ShownFinding[], move: (range: Range) => Range | undefined): ShownFinding[] {
  return findings.flatMap((finding) => {
    const range = move(finding.range);
    if (!range) return [];
    const related = finding.related.flatMap(({ range: other, message }) => {
      const moved = move(other);
      return moved ? [{ range: moved, message }] : [];
    });
    return [{ ...finding, range, related }];
  });
}

function lengthOfCommonStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before.charCodeAt(length) === after.charCodeAt(length)) length += 1;
  return length;
}

/** @param start the length of the common start of both texts. */
function lengthOfCommonEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length < most && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length))
    length += 1;
  return length;
}

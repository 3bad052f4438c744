import type { Finding } from "../../rule/finding";
import type { Range } from "../../text/range";

/** A finding as far as it is shown: its fix and its suggestions belong to the text in which it was found. */
export type ShownFinding = Omit<Finding, "fix" | "suggestions">;

/** The piece of a text that was replaced by another, as far as the texts tell. */
export interface ReplacedPiece {
  readonly start: number;
  /** Where it ends in the text before, and what stands there now. */
  readonly endBefore: number;
  readonly endAfter: number;
}

/** @returns the difference of two texts: the piece between their common start and their common end. */
export function replacedPiece(before: string, after: string): ReplacedPiece {
  const start = lengthOfCommonStart(before, after);
  const end = lengthOfCommonEnd(before, after, start);
  return { start, endBefore: before.length - end, endAfter: after.length - end };
}

/**
 * Moves findings from one text of a file to a later text, as if one piece had been replaced.
 *
 * @returns those outside of that piece.
 */
export function moveFindings(findings: readonly ShownFinding[], before: string, after: string): ShownFinding[] {
  const { start, endBefore } = replacedPiece(before, after);
  const shift = after.length - before.length;
  return moveAll(findings, (range) => {
    if (range.end < start || before === after) return range;
    return range.start > endBefore ? { start: range.start + shift, end: range.end + shift } : undefined;
  });
}

/** Moves findings from one text of a file to a later one that holds the same code: the piece stands between two tokens. */
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

/** @param move gives the new range of what is kept. */
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

/** @param start how much of both texts counts as their common start. */
function lengthOfCommonEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length < most && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length))
    length += 1;
  return length;
}

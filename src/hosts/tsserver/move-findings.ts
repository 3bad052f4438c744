import type { Finding } from "../../rule/finding";
import type { Range } from "../../text/range";

/** A finding as far as it is shown: its fix and its suggestions belong to the text in which it was found. */
export type ShownFinding = Omit<Finding, "fix" | "suggestions">;

/**
 * Moves findings from one text of a file to a later one, as if one piece of it had been replaced.
 *
 * @returns those outside of that piece.
 */
export function moveFindings(findings: readonly ShownFinding[], before: string, after: string): ShownFinding[] {
  const start = lengthOfCommonStart(before, after);
  const end = lengthOfCommonEnd(before, after, start);
  const move = (range: Range): Range | undefined => {
    if (range.end < start || before === after) return range;
    const shift = after.length - before.length;
    return range.start > before.length - end ? { start: range.start + shift, end: range.end + shift } : undefined;
  };
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

/** Number of unchanged lines shown around a change. */
const context = 3;
/**
 * Limit of changed lines. Beyond it, the whole middle counts as changed, because the exact diff would take too long.
 */
const mostChanges = 2000;

/** A line of the diff. */
interface Step {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/**
 * Compares two texts line by line.
 *
 * @param file the name in the header, the same for both texts.
 * @returns a unified diff for `git apply` and `patch`; empty if the texts are equal.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const steps = compareLines(splitLines(before), splitLines(after));
  return `--- a/${file}\n+++ b/${file}\n${hunksOf(steps).join("")}`;
}

/** @returns lines with their line breaks; the last line may have none. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

function compareLines(before: readonly string[], after: readonly string[]): readonly Step[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const kept = (lines: readonly string[]): Step[] => lines.map((line) => ({ sign: " ", line }));
  const middle = compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [...kept(before.slice(0, start)), ...middle, ...kept(before.slice(before.length - end))];
}

/** Finds the shortest edit script, by E. W. Myers, "An O(ND) Difference Algorithm". */
function compareMiddle(before: readonly string[], after: readonly string[]): readonly Step[] {
  const trail: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let changes = 0; changes <= Math.min(mostChanges, before.length + after.length); changes += 1) {
    trail.push(new Map(reach));
    const next = new Map(reach);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOn(next, diagonal, changes);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(trail, before, after);
    }
    reach = next;
  }
  return [...before.map((line): Step => ({ sign: "-", line })), ...after.map((line): Step => ({ sign: "+", line }))];
}

/**
 * @returns how many lines of the first text a path with this number of changes has consumed when it enters a diagonal.
 */
function startOn(reach: ReadonlyMap<number, number>, diagonal: number, changes: number): number {
  const [left, right] = [reach.get(diagonal - 1) ?? -1, reach.get(diagonal + 1) ?? -1];
  const isAdded = diagonal === -changes || (diagonal !== changes && left < right);
  return isAdded ? Math.max(right, 0) : left + 1;
}

function walkBack(
  trail: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = trail.length - 1; changes >= 0; changes -= 1) {
    const reach = trail[changes] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = startOn(reach, diagonal, changes);
    for (; x > from && y > from - diagonal; x -= 1, y -= 1) steps.push({ sign: " ", line: before[x - 1] ?? "" });
    if (changes === 0) break;
    const isAdded = from === Math.max(reach.get(diagonal + 1) ?? -1, 0) && isAddedOn(reach, diagonal, changes);
    steps.push(isAdded ? { sign: "+", line: after[y - 1] ?? "" } : { sign: "-", line: before[x - 1] ?? "" });
    if (isAdded) y -= 1;
    else x -= 1;
  }
  return steps.reverse();
}

function isAddedOn(reach: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1);
}

function hunksOf(steps: readonly Step[]): readonly string[] {
  const hunks: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let at = 0; at < steps.length;) {
    const change = steps.findIndex(({ sign }, index) => index >= at && sign !== " ");
    if (change === -1) break;
    const start = Math.max(at, change - context);
    oldLine += start - at;
    newLine += start - at;
    const end = endOfHunk(steps, change);
    const piece = steps.slice(start, end);
    const [removed, added] = ["+", "-"].map((other) => piece.filter(({ sign }) => sign !== other).length);
    hunks.push(`@@ -${rangeOf(oldLine, removed)} +${rangeOf(newLine, added)} @@\n${piece.map(printStep).join("")}`);
    oldLine += removed ?? 0;
    newLine += added ?? 0;
    at = end;
  }
  return hunks;
}

/** @returns the end of a hunk. Nearby changes share a hunk, which includes the context after the last one. */
function endOfHunk(steps: readonly Step[], first: number): number {
  let last = first;
  for (let index = first; index < steps.length && index - last <= 2 * context; index += 1)
    if (steps[index]?.sign !== " ") last = index;
  return Math.min(steps.length, last + context + 1);
}

function rangeOf(line: number, count = 0): string {
  return count === 0 ? `${line - 1},0` : `${line},${count}`;
}

function printStep({ sign, line }: Step): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

import type { CodeGroup } from "../project";

/** An attempt to check a group of files, in which the thread ended. */
export interface EndedTry {
  readonly group: CodeGroup;
  /** The files that the thread began to check, in order. */
  readonly entered: readonly string[];
  /** Whether a file's report has arrived. */
  readonly isDone: (path: string) => boolean;
  /** Whether the group was the thread's first. */
  readonly isFresh: boolean;
  /** Number of the group's files given up so far. */
  readonly lost: number;
}

/** The decision on a group after its thread has ended. */
export interface NextTry {
  /** The files to give up. */
  readonly lost: readonly string[];
  /** The group for another thread; absent if nothing is left. */
  readonly again?: CodeGroup;
  /** Set if creating the group's program ended the thread, so that its files are checked without types. */
  readonly withoutTypes?: true;
}

/** A group that has ended this many threads is given up. */
const mostLost = 5;

/**
 * Decides how to continue with a group of files after its thread crashed or ran out of memory.
 *
 * A file is given up only if its thread ended before checking any other file: otherwise the memory used by earlier
 * files may be the cause. If the thread ended before the first file, the group's program is the cause, and the group is
 * tried without types.
 */
export function afterEnd({ group, entered, isDone, isFresh, lost }: EndedTry): NextTry {
  const left = group.files.filter((path) => !isDone(path));
  if (left.length === 0) return { lost: [] };
  const current = entered.at(-1);
  if (current === undefined) {
    if (!isFresh) return { lost: [], again: { ...group, files: left } };
    if (group.configuration === undefined) return { lost: left };
    return { lost: [], again: { configuration: undefined, files: left }, withoutTypes: true };
  }
  if (isDone(current)) return { lost: [], again: { ...group, files: left } };
  const others = left.filter((path) => path !== current);
  if (!isFresh || entered.length > 1) return { lost: [], again: { ...group, files: [current, ...others] } };
  if (lost + 1 >= mostLost) return { lost: left };
  return { lost: [current], ...(others.length > 0 && { again: { ...group, files: others } }) };
}

import type { CodeGroup } from "../project";

/** A thread's try at a group of files, up to the end of the thread. */
export interface EndedTry {
  readonly group: CodeGroup;
  /** The files that were entered, in order. */
  readonly entered: readonly string[];
  /** Whether the report of a file has come. */
  readonly isDone: (path: string) => boolean;
  /** Whether the thread had checked nothing else before. */
  readonly isFresh: boolean;
  /** How many files of the group have been given up so far. */
  readonly lost: number;
}

/** What happens to a group after its thread has ended. */
export interface NextTry {
  /** The files that are given up. */
  readonly lost: readonly string[];
  /** What another thread is to try; absent: nothing is left. */
  readonly again?: CodeGroup;
  /** The program of the group's configuration has ended the thread by itself. */
  readonly withoutTypes?: true;
}

/** A group that has cost so many threads is given up. */
const mostLost = 5;

/**
 * Decides what to do about a group of files after its thread ran out of memory, or crashed.
 *
 * A file is given up when its thread ends before any other file: after others, the memory that they took may be the cause. A program
 * that ends its thread before the first file is tried without types.
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

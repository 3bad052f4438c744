import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { afterLinks } from "../../../files/paths";

/** Where a run may write. Plain data: it crosses threads. */
export interface FixScope {
  /** As they are written after all links. */
  readonly folders: readonly string[];
  /** Nothing is written: what would be is told. */
  readonly isDry: boolean;
}

/**
 * Says where a run may write: in the folders that it was asked to look at, and beside the files that were named, wherever links lead from there.
 *
 * @param paths files, folders and patterns, relative to `cwd`.
 * @returns folders, as they are written after all links.
 */
export function rootsOf(paths: readonly string[], cwd: string): readonly string[] {
  const folders = paths.flatMap((path) => {
    const absolute = resolve(cwd, path);
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return [absolute];
    // A pattern begins with a plain folder; a named file counts as asked for together with what is beside it.
    return stats ? [dirname(absolute), cwd] : [resolve(cwd, plainStart(path)), cwd];
  });
  return [...new Set(folders.map(afterLinks))];
}

/** @returns the folders of a pattern before its first special character. */
function plainStart(pattern: string): string {
  const special = pattern.search(/[*?[\]{}()!+@]/u);
  return special === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", special) + 1);
}

import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { afterLinks } from "../../../files/paths";

/** The scope in which a run may write. Plain data: it crosses threads. */
export interface FixScope {
  /** Real paths, with symbolic links resolved. */
  readonly folders: readonly string[];
  /** Set in a dry run: changes are shown, not written. */
  readonly isDry: boolean;
}

/**
 * Determines where a run may write: in named folders, and beside named files. A link from there to a file elsewhere
 * does not make that file writable.
 *
 * @param paths files, folders and patterns, relative to `cwd`.
 * @returns real paths of folders, with symbolic links resolved.
 */
export function rootsOf(paths: readonly string[], cwd: string): readonly string[] {
  const folders = paths.flatMap((path) => {
    const absolute = resolve(cwd, path);
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return [absolute];
    // A pattern counts as the folders at its start. A named file stands for its whole folder.
    return stats ? [dirname(absolute), cwd] : [resolve(cwd, plainStart(path)), cwd];
  });
  return [...new Set(folders.map(afterLinks))];
}

/** @returns the part of a pattern up to the last slash before its first special character. */
function plainStart(pattern: string): string {
  const special = pattern.search(/[*?[\]{}()!+@]/u);
  return special === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", special) + 1);
}

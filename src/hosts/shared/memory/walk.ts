import { type Dirent, readlinkSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readFolder } from "../../../files/read";
import { unwalkedFolder, walkedFile } from "../sources/asked";

/** Limit of walked entries: walking more takes longer than the memory saves. */
const mostEntries = 100_000;

/** A file or link of a project's folder. */
export interface Walked {
  /** Changes whenever the file does. */
  readonly stamp: string;
  /** Time of the last change, in milliseconds. */
  readonly changed: number;
}

/** The files of a project's folder, by relative path. */
export interface Walk {
  readonly files: ReadonlyMap<string, Walked>;
  /** Time of its start, in milliseconds. */
  readonly time: number;
}

/**
 * @param except a file to leave out.
 * @returns the files of a project on which findings in other files depend, and its links; `undefined` if they cannot
 * all be listed.
 */
export function walk(root: string, except: string): Walk | undefined {
  const files = new Map<string, Walked>();
  const time = Date.now();
  const folders = [root];
  let left = mostEntries;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readFolder(folder)) {
      left -= 1;
      if (left < 0) return undefined;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!unwalkedFolder.test(entry.name)) folders.push(path);
      } else if (path !== except && mayCount(path, entry)) {
        const walked = lookAt(root, path, entry);
        if (!walked) return undefined;
        files.set(relative(root, path), walked);
      }
    }
  }
  return { files, time };
}

/**
 * Whether a later change of a file would change its stamp. The clocks of file systems are coarse: some count whole
 * seconds.
 *
 * @param walked the file as a walk at that time saw it.
 */
export function isSettled({ changed }: Walked, time: number): boolean {
  return time - changed > (changed % 1000 === 0 ? 2_500 : 50);
}

/** @returns whether certainly no file has changed between two walks. */
export function isSame(before: Walk, now: Walk): boolean {
  return (
    before.files.size === now.files.size &&
    [...before.files].every(([name, each]) => isSettled(each, before.time) && now.files.get(name)?.stamp === each.stamp)
  );
}

/**
 * Whether an entry is recorded. Links to folders are, whatever their name; questions about files with other names are
 * recorded one by one.
 */
function mayCount(path: string, entry: Dirent): boolean {
  if (walkedFile.test(entry.name)) return entry.isFile() || entry.isSymbolicLink();
  return entry.isSymbolicLink() && isFolder(path);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // The link leads to itself, or its target may not be read.
    return true;
  }
}

function lookAt(root: string, path: string, entry: Dirent): Walked | undefined {
  try {
    if (entry.isSymbolicLink())
      return leadsInside(root, path) ? { stamp: `link ${readlinkSync(path)}`, changed: 0 } : undefined;
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return { stamp: `${mtimeMs}:${ctimeMs}:${size}:${ino}`, changed: Math.max(mtimeMs, ctimeMs) };
  } catch {
    // The file was deleted or replaced in the meantime.
    return undefined;
  }
}

/**
 * Whether a link leads inside the project, or to nothing. Its target is then walked under its own name; files outside
 * of the project are not walked.
 */
function leadsInside(root: string, path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || !(stats.isFile() || stats.isDirectory()) || realpathSync(path).startsWith(root + sep);
}

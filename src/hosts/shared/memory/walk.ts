import { type Dirent, readlinkSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readFolder } from "../../../files/read";
import { unwalkedFolder, walkedFile } from "../sources/asked";

/** More entries than these take longer to walk through than to do without a memory. */
const mostEntries = 100_000;

/** One file, or link, of a project's folder. */
export interface Walked {
  /** It changes whenever the file does. */
  readonly stamp: string;
  /** When the file was changed, in milliseconds. */
  readonly changed: number;
}

/** The files of a project's folder, by their paths below it. */
export interface Walk {
  readonly files: ReadonlyMap<string, Walked>;
  /** When it began, in milliseconds. */
  readonly time: number;
}

/**
 * @param except a file that does not count.
 * @returns the files of a project that decide what is found in others, and its links; `undefined` where they cannot all be seen.
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
 * Whether a file's stamp tells one that was changed after the walk from the file that was walked by: clocks of file systems are coarse, some count seconds.
 *
 * @param walked the file, as it was seen in a walk at that time.
 */
export function isSettled({ changed }: Walked, time: number): boolean {
  return time - changed > (changed % 1000 === 0 ? 2_500 : 50);
}

/** @returns whether surely no file has changed between two walks. */
export function isSame(before: Walk, now: Walk): boolean {
  return (
    before.files.size === now.files.size &&
    [...before.files].every(([name, each]) => isSettled(each, before.time) && now.files.get(name)?.stamp === each.stamp)
  );
}

/** Links to folders count under any name: files with other names are asked for one by one. */
function mayCount(path: string, entry: Dirent): boolean {
  if (walkedFile.test(entry.name)) return entry.isFile() || entry.isSymbolicLink();
  return entry.isSymbolicLink() && isFolder(path);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // A link that leads to itself, or where nobody may look.
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
    // It is gone, or was replaced meanwhile.
    return undefined;
  }
}

/** A link that leads out of the project shows files that no walk sees. What is behind one to a file of the project is seen by its own name. */
function leadsInside(root: string, path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || !(stats.isFile() || stats.isDirectory()) || realpathSync(path).startsWith(root + sep);
}

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeLeftovers, temporaryName } from "./leftovers";
import { isWithin } from "./paths";
import { UnfitFileError } from "./read";

export interface Replacement {
  readonly path: string;
  readonly text: string;
  /** Real paths of folders, one of which must contain the real path of the file. Absent: any place. */
  readonly within?: readonly string[];
  /**
   * Called after the new text is written, before it replaces the old one.
   *
   * @throws {UnfitFileError} to keep the old file.
   */
  readonly confirm?: () => void;
}

/**
 * Replaces a file's content atomically: readers see the old or the new content, even if the program is killed. Mode and
 * owner are kept, and a link stays a link.
 *
 * @throws {UnfitFileError} if the file must not be replaced.
 * @throws Error of the file system; the file is unchanged.
 */
export function replaceFile({ path, text, within, confirm }: Replacement): void {
  const target = targetOf(path);
  if (within && !within.some((folder) => isWithin(target, folder)))
    throw new UnfitFileError(`is a link to ${target}, which is outside of what was asked for`);
  const before = statSync(target, { throwIfNoEntry: false });
  if (before && !before.isFile()) throw new UnfitFileError("is not a regular file");
  // Only one of several hard links would get the new content.
  if (before && before.nlink > 1)
    throw new UnfitFileError("has several names (hard links), of which only one could be replaced");
  removeLeftovers(dirname(target));
  const temporary = join(dirname(target), temporaryName(target));
  const file = openSync(temporary, "wx", before ? before.mode & 0o777 : 0o666);
  try {
    try {
      if (before) keepOwner(file, before);
      writeAll(file, Buffer.from(text));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    confirm?.();
    renameSync(temporary, target);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
  syncFolder(dirname(target));
}

/** @returns the real path. If the target does not exist, its folder is resolved. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })) throw error;
    return join(realpathSync(dirname(path)), basename(path));
  }
}

function keepOwner(
  file: number,
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
): void {
  if (process.getuid?.() !== uid || process.getgid?.() !== gid) fchownSync(file, uid, gid);
  // After the owner, because changing it clears some bits; the mode at creation is reduced by the umask.
  fchmodSync(file, mode & 0o7777);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/** Flushes the folder, so that the new name survives a power failure. Not every system can open folders. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file has been replaced nevertheless.
  }
}

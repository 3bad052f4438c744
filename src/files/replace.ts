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
  /** Folders, as they are written after all links: the file must lie in one of them, wherever links lead. Absent: anywhere. */
  readonly within?: readonly string[];
  /**
   * Asked when the new text is on the disk and only has to take the old one's place.
   *
   * @throws {UnfitFileError} to leave the file as it is.
   */
  readonly confirm?: () => void;
}

/**
 * Replaces a file's content as a whole: whoever looks, and whatever ends the program, finds the old content or the new one. Mode and owner stay,
 * a link stays a link.
 *
 * @throws {UnfitFileError} where it must not be replaced.
 * @throws Error of the file system; the file is as it was.
 */
export function replaceFile({ path, text, within, confirm }: Replacement): void {
  const target = targetOf(path);
  if (within && !within.some((folder) => isWithin(target, folder)))
    throw new UnfitFileError(`is a link to ${target}, which is outside of what was asked for`);
  const before = statSync(target, { throwIfNoEntry: false });
  if (before && !before.isFile()) throw new UnfitFileError("is not a regular file");
  // A new file takes the place of one name only: the others would keep the old content.
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

/** @returns where a path leads after all links. A link to nothing is taken for the file itself, which may be replaced. */
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
  // After the owner, whose change takes some of the bits away; the mode at its making is less what the umask takes.
  fchmodSync(file, mode & 0o7777);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/** Else the new name may be gone after a power cut. Not every system lets folders be opened. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file is replaced all the same.
  }
}

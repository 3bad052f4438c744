import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";

/** A file that is not read, though it is there; the message completes a sentence that begins with its name. */
export class UnfitFileError extends Error {}

/** How many bytes are read of a file. Beyond, it is not what it claims to be, and would only fill the memory or stall an editor. */
export const mostBytes = {
  /** Configurations, contracts and caches. */
  data: 32 * 1024 * 1024,
  manifest: 64 * 1024 * 1024,
  code: 4 * 1024 * 1024,
  /** `.gitignore` files, tsconfig.json and the like. */
  settings: 1024 * 1024,
} as const;

/** A pipe that nobody writes to would be waited for. */
const flags = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Reads a regular file, or one that a link leads to. A device never ends, and a pipe waits.
 *
 * @param most how many bytes it may have.
 * @throws {UnfitFileError} where it is none, or larger.
 * @throws Error of the file system.
 */
export function readRegularFile(path: string, most: number): Buffer {
  return withRegularFile(path, most, (file) => readFileSync(file));
}

/** The same, as text. Bytes that are no UTF-8 become replacement characters. */
export function readRegularText(path: string, most: number): string {
  return withRegularFile(path, most, (file) => readFileSync(file, "utf8"));
}

/** @returns what is in a folder; nothing where it cannot be read, as when it went away meanwhile. */
export function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** @returns whether there is a regular file of no more than so many bytes. */
export function isRegularFile(path: string, most: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size <= most;
}

function withRegularFile<T>(path: string, most: number, read: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new UnfitFileError("is a folder");
    if (!stats.isFile()) throw new UnfitFileError("is not a regular file");
    if (stats.size > most) throw new UnfitFileError(`is too large: ${stats.size} bytes, and at most ${most} are read`);
    return read(file);
  } finally {
    closeSync(file);
  }
}

import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";

/** A file that exists but must not be read. The message completes a sentence that begins with the file's name. */
export class UnfitFileError extends Error {}

/**
 * Limits in bytes. A larger file is not one of these kinds, and reading it would fill the memory or block an editor.
 */
export const mostBytes = {
  /** Configurations, contracts and caches. */
  data: 32 * 1024 * 1024,
  manifest: 64 * 1024 * 1024,
  code: 4 * 1024 * 1024,
  /** `.gitignore` files, tsconfig.json and the like. */
  settings: 1024 * 1024,
} as const;

/** Non-blocking, because opening a pipe without a writer would wait for one. */
const flags = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Reads a regular file, or one to which a link leads. Devices and pipes are refused: they may never end.
 *
 * @param most limit of its size in bytes.
 * @throws {UnfitFileError} if it is not a regular file, or is larger.
 * @throws Error of the file system.
 */
export function readRegularFile(path: string, most: number): Buffer {
  return withRegularFile(path, most, (file) => readFileSync(file));
}

/** Like {@link readRegularFile}, decoded as text. Bytes that are not UTF-8 become replacement characters. */
export function readRegularText(path: string, most: number): string {
  return withRegularFile(path, most, (file) => readFileSync(file, "utf8"));
}

/** @returns the text of a regular file, or `undefined` if {@link readRegularText} would throw. */
export function tryReadText(path: string, most: number): string | undefined {
  try {
    return readRegularText(path, most);
  } catch {
    return undefined;
  }
}

/** @returns the entries of a folder; none if it cannot be read, for example because it was deleted in the meantime. */
export function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** @returns whether a path is a regular file within a size limit. */
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

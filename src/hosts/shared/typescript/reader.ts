import type TS from "typescript";
import { isRegularFile, mostBytes } from "../../../files/read";

/**
 * @returns TypeScript's function for reading files, restricted to regular files of limited size: reading others may
 * block or never end.
 */
export function readerOf(ts: typeof TS): (path: string) => string | undefined {
  return (path) => (isRegularFile(path, mostBytes.data) ? ts.sys.readFile(path) : undefined);
}

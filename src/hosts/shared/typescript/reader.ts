import type TS from "typescript";
import { isRegularFile, mostBytes } from "../../../files/read";

/** @returns TypeScript's way to read a file, for regular ones of a bearable size: others it would wait for, or read without end. */
export function readerOf(ts: typeof TS): (path: string) => string | undefined {
  return (path) => (isRegularFile(path, mostBytes.data) ? ts.sys.readFile(path) : undefined);
}

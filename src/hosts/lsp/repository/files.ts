import { join } from "node:path";
import { globSync } from "tinyglobby";
import { tryReadText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";

/**
 * Lists files of a repository, without links, packages and the folder of git.
 *
 * @param most limit of the files, because an editor waits for the answer.
 * @returns the paths that match a pattern, sorted.
 */
export function listFiles(
  root: string,
  pattern: string,
  most: number,
  ignore: readonly string[] = [],
): readonly string[] {
  const left = ["**/node_modules/**", "**/.git/**", ...ignore];
  const options = { cwd: root, followSymbolicLinks: false, ignore: left, onlyFiles: true };
  const files = globSync([pattern], options).sort().slice(0, most);
  return files.map((file) => join(root, file));
}

/** @returns the text of a file, or `undefined` if it does not exist, is too long or is not a regular file. */
export function readText(path: string, mostBytes: number): string | undefined {
  const text = tryReadText(path, mostBytes);
  return text === undefined ? undefined : stripByteOrderMark(text).text;
}

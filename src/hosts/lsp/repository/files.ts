import { join } from "node:path";
import { globSync } from "tinyglobby";
import { readRegularText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";

/**
 * Lists files of a repository. Links are not followed, and what others have put there is left out.
 *
 * @param most more files are not looked through while an editor waits.
 * @returns the paths of those that a pattern names, in order.
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

/** @returns the text of a file; `undefined` where it is gone, too long, or no file to be read. */
export function readText(path: string, mostBytes: number): string | undefined {
  try {
    return stripByteOrderMark(readRegularText(path, mostBytes)).text;
  } catch {
    return undefined;
  }
}

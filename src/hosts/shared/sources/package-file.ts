import { realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { mostBytes, readRegularText } from "../../../files/read";

/** Limit in bytes: the largest published description of a service has 4 MB. */
const maximumSize = 16_000_000;

/**
 * Reads a file of an installed package, from the nearest `node_modules` upwards.
 *
 * @param root the repository's folder; nothing outside of it is read, even through links.
 * @param from the file that uses the package.
 * @param path the file, beginning with the package's name.
 */
export function readPackageFile(root: string, from: string, path: string): string | undefined {
  if (path.split("/").includes("..")) return undefined;
  for (let folder = dirname(from); folder === root || folder.startsWith(root + sep); folder = dirname(folder)) {
    const text = readWithin(root, join(folder, "node_modules", path));
    if (text !== undefined || folder === dirname(folder)) return text;
  }
  return undefined;
}

function readWithin(root: string, path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > maximumSize) return undefined;
    return realpathSync(path).startsWith(realpathSync(root) + sep) ? readRegularText(path, mostBytes.data) : undefined;
  } catch {
    return undefined;
  }
}

import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** @returns whether a real path is a folder or lies inside it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** @returns the real path, with symbolic links resolved; the path itself if it does not exist. */
export function afterLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** @returns whether a path, written as it is after all links, is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** @returns the path after all links; of what is not there, the path itself. */
export function afterLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

import { relative, sep } from "node:path";

/** @returns a path for output: relative to the working folder, with forward slashes. */
export function displayName(path: string, cwd: string): string {
  const prefix = cwd.endsWith(sep) ? cwd : cwd + sep;
  const name = path.startsWith(prefix) ? path.slice(prefix.length) : relative(cwd, path);
  return sep === "/" ? name : name.split(sep).join("/");
}

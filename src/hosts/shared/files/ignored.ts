import ignore, { type Ignore } from "ignore";
import { relative, resolve, sep } from "node:path";
import type { Project } from "../../../contract/configuration/load";

const compiled = new WeakMap<readonly string[], Ignore>();

/** @returns whether the project's configuration ignores a file. */
export function isIgnored(project: Project, file: string): boolean {
  return fitsPatterns(project.ignore, project.root, file);
}

/**
 * @returns whether a file matches any of the patterns, which have the syntax of `.gitignore` and are relative to a
 * folder.
 */
export function fitsPatterns(patterns: readonly string[], root: string, file: string): boolean {
  if (patterns.length === 0) return false;
  const path = relative(root, resolve(file)).split(sep).join("/");
  if (path === "" || path.startsWith("../")) return false;
  const matcher = compiled.get(patterns) ?? ignore().add([...patterns]);
  compiled.set(patterns, matcher);
  return matcher.ignores(path);
}

import ignore, { type Ignore } from "ignore";
import { relative, resolve, sep } from "node:path";
import type { Project } from "../../contract/load";

const compiled = new WeakMap<Project, Ignore>();

/** @returns whether the project's configuration leaves a file out. */
export function isIgnored(project: Project, file: string): boolean {
  if (project.ignore.length === 0) return false;
  const path = relative(project.root, resolve(file)).split(sep).join("/");
  if (path === "" || path.startsWith("../")) return false;
  const patterns = compiled.get(project) ?? ignore().add([...project.ignore]);
  compiled.set(project, patterns);
  return patterns.ignores(path);
}

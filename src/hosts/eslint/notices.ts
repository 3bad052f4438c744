import { relative } from "node:path";
import type { Project } from "../../contract/load";
import { visible } from "../../text/visible";
import type { Notice } from "./file";

/** Configuration file -> the linted file that shows what is wrong with it. */
const shownBy = new Map<string, string>();

/**
 * Says what is wrong with a project's configuration: on the first file that is linted under it, and on that file again when an editor lints
 * it again, but not on each of a thousand files.
 */
export function describeProblems(project: Project, filename: string): readonly Notice[] {
  const configuration = project.configurationPath;
  if (configuration === undefined) return [];
  if (project.problems.length === 0) {
    shownBy.delete(configuration);
    return [];
  }
  const place = shownBy.get(configuration) ?? filename;
  shownBy.set(configuration, place);
  if (place !== filename) return [];
  return project.problems.map(({ file, line, column, severity, message }) => ({
    about: severity === "error" ? "configuration" : "doubt",
    message: visible(`${relative(project.root, file)}:${line}:${column}: ${message}`),
  }));
}

import { join, resolve } from "node:path";
import { loadConfiguration, loadProject, type Project } from "../../../contract/load";
import { exitStatus, type ExitStatus } from "../exit";
import { printError } from "../output";
import { visible } from "../../../text/visible";

/**
 * Reads the configuration for a command that looks at no files, and says on stderr what is wrong with it.
 *
 * @param configuration the file to use instead of the nearest one upwards.
 * @returns the project, and the exit status that its problems alone give.
 */
export function readProject(
  cwd: string,
  configuration: string | undefined,
): { readonly project: Project; readonly status: ExitStatus } {
  const project =
    configuration === undefined ? loadProject(join(cwd, "x")) : loadConfiguration(resolve(cwd, configuration));
  for (const { file, line, column, severity, message } of project.problems) {
    void printError(
      `${visible(`${file}:${line}:${column}: ${severity === "warn" ? "warning" : "error"}: ${message}`)}\n`,
    );
  }
  const failed = project.problems.some(({ severity }) => severity === "error");
  return { project, status: failed ? exitStatus.couldNotCheck : exitStatus.clean };
}

import { join, resolve } from "node:path";
import type { Kind } from "../../../contract/contract";
import { loadConfiguration, loadProject, type Project } from "../../../contract/configuration/load";
import type { ObjectShape } from "../../../shape/shape";
import { exitStatus, type ExitStatus } from "../exit";
import { printError } from "../output";
import { visible } from "../../../text/visible";

/**
 * Reads the configuration for a command that looks at no files, and says on stderr what is wrong with it.
 *
 * @param configuration the file to use instead of the nearest one upwards.
 * @param whole whether the kinds of large contracts are checked as well, which otherwise are when they are needed.
 * @returns the project, and the exit status that its problems alone give.
 */
export function readProject(
  cwd: string,
  configuration: string | undefined,
  { whole = false }: { readonly whole?: boolean } = {},
): { readonly project: Project; readonly status: ExitStatus } {
  const project =
    configuration === undefined ? loadProject(join(cwd, "x")) : loadConfiguration(resolve(cwd, configuration));
  if (whole) readShapes(project.contract.kinds);
  for (const { file, line, column, severity, message } of project.problems) {
    void printError(
      `${visible(`${file}:${line}:${column}: ${severity === "warn" ? "warning" : "error"}: ${message}`)}\n`,
    );
  }
  const failed = project.problems.some(({ severity }) => severity === "error");
  return { project, status: failed ? exitStatus.couldNotCheck : exitStatus.clean };
}

/** A shape is read when it is asked for. */
function readShapes(kinds: readonly Kind[]): readonly ObjectShape[] {
  return kinds.map(({ shape }) => shape);
}

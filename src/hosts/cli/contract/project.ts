import { join, resolve } from "node:path";
import type { Kind } from "../../../contract/contract";
import { loadConfiguration, loadProject, type Project } from "../../../contract/configuration/load";
import type { ObjectShape } from "../../../shape/shape";
import { exitStatus, type ExitStatus } from "../exit";
import { describeProblem, printMessages } from "../output";

/**
 * Loads the configuration for a command that checks no files, and prints its problems to stderr.
 *
 * @param configuration the file to use in place of the nearest one upwards.
 * @param whole whether to check the kinds of large contracts too, which are otherwise checked on first use.
 * @returns the project, and the exit status that follows from its problems alone.
 */
export function readProject(
  cwd: string,
  configuration: string | undefined,
  { whole = false }: { readonly whole?: boolean } = {},
): { readonly project: Project; readonly status: ExitStatus } {
  const project =
    configuration === undefined ? loadProject(join(cwd, "x")) : loadConfiguration(resolve(cwd, configuration));
  if (whole) readShapes(project.contract.kinds);
  printMessages(project.problems.map(describeProblem));
  const failed = project.problems.some(({ severity }) => severity === "error");
  return { project, status: failed ? exitStatus.couldNotCheck : exitStatus.clean };
}

/** Accesses each shape, which parses and checks it. */
function readShapes(kinds: readonly Kind[]): readonly ObjectShape[] {
  return kinds.map(({ shape }) => shape);
}

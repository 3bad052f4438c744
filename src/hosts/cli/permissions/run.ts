import { relative } from "node:path";
import type { Project } from "../../../contract/load";
import { getCategoryKey } from "../../../contract/permissions/categories";
import { accessLevels } from "../../../contract/permissions/grants";
import { findLeastSet } from "../../../contract/permissions/least";
import { readProject } from "../contract/project";
import { type ExitStatus, exitStatus } from "../exit";
import { analyseFiles } from "../requests/analyse";
import { collect, newCollection, withoutRepeats } from "./collect";
import { compare } from "./compare";
import { findGranted } from "./granted";
import { formatHtml } from "./html";
import { formatJson } from "./json";
import { findReachable, type Reachable } from "./reachable";
import { describeGaps, type PermissionReport } from "./report";
import { formatText } from "./text";
import { writeLeastSet } from "./write";
import { formatYaml } from "./yaml";
import { print, printError } from "../output";
import { visible } from "../../../text/visible";

export interface PermissionOptions {
  readonly cwd: string;
  readonly format: string;
  readonly config?: string;
  readonly types: boolean;
  /** A file that holds what is granted. */
  readonly granted?: string;
  /** Something that is needed and not granted is an error. */
  readonly check: boolean;
  /** Write the least set where the granted one is. */
  readonly write: boolean;
  /** Only what the paths, as entry files, reach through imports. */
  readonly fromEntry: boolean;
}

const formats: Readonly<Record<string, (report: PermissionReport) => string>> = {
  text: formatText,
  json: formatJson,
  yaml: formatYaml,
  html: formatHtml,
};

/**
 * `restraint permissions`: the least permissions that the code needs, to stdout; what could not be read, to stderr.
 *
 * @returns 2 where a file or the configuration could not be read, 1 with `check` where something needed is not granted, else 0.
 */
export function printPermissions(paths: readonly string[], options: PermissionOptions): ExitStatus {
  const { cwd, config } = options;
  const { project, status } = readProject(cwd, config);
  const reachable = options.fromEntry ? findReachable(paths, cwd) : undefined;
  const { report, failed } = makeReport(reachable?.files ?? paths, options, project, reachable);
  const granted = findGranted(project, cwd, options.granted);
  const comparison = granted && compare(report.needs, granted, project.contract);
  void print(formats[options.format]?.({ ...report, ...(comparison && { comparison }) }) ?? "");
  if (options.write && !failed) {
    const written = writeLeastSet(report.needs, granted, project);
    const gaps = describeGaps(report.collected);
    const doubts = gaps.length > 0 ? `, without what these need: ${gaps.join("; ")}` : "";
    void printError(`written: ${relative(cwd, written)}${doubts}\n`);
  }
  if (failed || status !== exitStatus.clean) return exitStatus.couldNotCheck;
  return options.check && (comparison?.missing.length ?? report.needs.length) > 0
    ? exitStatus.errors
    : exitStatus.clean;
}

function makeReport(
  paths: readonly string[],
  options: PermissionOptions,
  project: Project,
  reachable: Reachable | undefined,
): { readonly report: PermissionReport; readonly failed: boolean } {
  const collected = newCollection();
  const { troubles, failed } = analyseFiles(paths, options, (file) => {
    collect(file, collected, reachable && ((request) => reachable.reaches(file.path, request.range.start)));
  });
  // What is wrong with the configuration has been said already.
  const news = troubles.filter((trouble) => !trouble.startsWith(project.configurationPath ?? "\0"));
  void printError(news.map((trouble) => `${visible(trouble)}\n`).join(""));
  const { permissions } = project.contract;
  const categories = new Map<string, Map<string, string>>();
  for (const entry of permissions) {
    const own = categories.get(entry.scope) ?? new Map<string, string>();
    categories.set(entry.scope, own.set(getCategoryKey(entry), entry.category));
  }
  const uses = withoutRepeats(collected.uses);
  const used = new Set(permissions.map((entry) => entry.access));
  const report: PermissionReport = {
    needs: findLeastSet(permissions, uses),
    collected: { ...collected, uses },
    categories,
    levels: accessLevels.filter((level) => used.has(level)),
  };
  return { report, failed };
}

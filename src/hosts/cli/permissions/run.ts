import { relative } from "node:path";
import { builtinContract } from "../../../contract/builtin";
import type { Project } from "../../../contract/load";
import { getCategoryKey } from "../../../contract/permissions/categories";
import { accessLevels } from "../../../contract/permissions/grants";
import { findLeastSet } from "../../../contract/permissions/least";
import type { Target } from "../../../request/request";
import { readProject } from "../contract/project";
import { type ExitStatus, exitStatus } from "../exit";
import { analyseFiles } from "../requests/analyse";
import { collect, newCollection, withoutRepeats } from "./collect";
import { compare, type Comparison } from "./compare";
import { findGranted, type Granted } from "./granted";
import { formatHtml } from "./html";
import { formatJson } from "./json";
import { findReachable, type Reachable } from "./reachable";
import { count, describeGaps, type PermissionReport } from "./report";
import { formatText } from "./text";
import { writeLeastSet } from "./write";
import { formatYaml } from "./yaml";
import { print, printError } from "../output";
import { visible } from "../../../text/visible";

export interface PermissionOptions {
  readonly cwd: string;
  readonly format: keyof typeof formats;
  readonly config?: string;
  readonly types: boolean;
  /** A file that holds what is granted. */
  readonly granted?: string;
  /** Something that is needed and not granted is an error. */
  readonly check: boolean;
  /** Write what is needed where the granted set is. */
  readonly write: boolean;
  /** Lower and remove what is granted beyond the least set, too. */
  readonly tighten: boolean;
  /** Tests and their fixtures count. */
  readonly tests: boolean;
  /** Only what the paths, as entry files, reach through imports. */
  readonly fromEntry: boolean;
}

const formats = { text: formatText, json: formatJson, yaml: formatYaml, html: formatHtml };

/**
 * `restraint permissions`: the least permissions that the code needs, to stdout; what could not be read, to stderr.
 *
 * @returns 2 where a file or the configuration could not be read, 1 with `check` where something needed is not granted, else 0.
 */
export function printPermissions(paths: readonly string[], options: PermissionOptions): ExitStatus {
  const { cwd, config } = options;
  const { project, status } = readProject(cwd, config);
  const reachable = options.fromEntry ? findReachable(paths, cwd) : undefined;
  const granted = findGranted(project, cwd, options.granted);
  const { report, notes } = makeReport(reachable?.files ?? paths, options, project, { reachable, granted });
  const { failed, comparison } = report;
  void print(formats[options.format](report));
  void printError(notes.map((note) => `note: ${note}\n`).join(""));
  if (options.write && !failed) {
    const written = writeLeastSet(report.needs, granted, project, options.tighten);
    void printError(`written: ${relative(cwd, written)}${describeDoubts(report)}\n`);
    if (comparison && !options.tighten) void printError(noteExcess(comparison));
  }
  if (failed || status !== exitStatus.clean) return exitStatus.couldNotCheck;
  return options.check && (comparison?.missing.length ?? report.needs.length) > 0
    ? exitStatus.errors
    : exitStatus.clean;
}

function describeDoubts({ collected }: PermissionReport): string {
  const gaps = describeGaps(collected);
  return gaps.length > 0 ? `, without what these need: ${gaps.join("; ")}` : "";
}

function noteExcess({ unused, higher }: Comparison): string {
  const excess = unused.length + higher.length;
  if (excess === 0) return "";
  return `note: ${count(excess, "permission")} beyond what is needed ${excess === 1 ? "stays" : "stay"}; \`--tighten\` takes them away.\n`;
}

function makeReport(
  paths: readonly string[],
  options: PermissionOptions,
  project: Project,
  { reachable, granted }: { readonly reachable: Reachable | undefined; readonly granted: Granted | undefined },
): { readonly report: PermissionReport; readonly notes: readonly string[] } {
  const collected = newCollection();
  const seen = { github: false };
  const { troubles, failed } = analyseFiles(paths, options, (file) => {
    seen.github ||= file.analysis.requests.some(({ target }) => target.others?.mapped === true || isAtGithub(target));
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
  const needs = findLeastSet(permissions, uses, granted?.grants);
  const report: PermissionReport = {
    needs,
    ...(granted && { comparison: compare(needs, granted, project.contract) }),
    collected: { ...collected, uses },
    categories,
    levels: accessLevels.filter((level) => used.has(level)),
    failed,
  };
  return { report, notes: seen.github && usesBuiltinMap(project) ? [githubNote] : [] };
}

const githubNote =
  "these calls go to api.github.com, and the built-in map is not GitHub's own. GitHub publishes its map in https://github.com/github/docs/tree/main/src/github-apps/data; `restraint import github-permissions` makes a contract of it.";

function isAtGithub({ origin }: Target): boolean {
  const first = origin?.parts[0];
  return first?.kind === "text" && first.text.startsWith("https://api.github.com");
}

function usesBuiltinMap({ contract }: Project): boolean {
  return contract.permissions.length === builtinContract.permissions.length;
}

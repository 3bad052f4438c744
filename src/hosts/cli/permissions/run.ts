import { relative } from "node:path";
import { builtinContract } from "../../../contract/builtin";
import type { Project } from "../../../contract/configuration/load";
import { getCategoryKey } from "../../../contract/permissions/categories";
import { accessLevels } from "../../../contract/permissions/grants";
import { findLeastSet } from "../../../contract/permissions/least";
import { optionsOf } from "../../../request/drafts/known";
import { flatten } from "../../../request/drafts/strings";
import type { Target } from "../../../request/request";
import type { Value } from "../../../value/value";
import { readProject } from "../contract/project";
import { type ExitStatus, exitStatus } from "../exit";
import { type AnalyseOptions, analyseWatched } from "../requests/analyse";
import { unseenIn } from "../requests/list";
import { collect, newCollection, withoutRepeats } from "./collect";
import { compare, type Comparison } from "./compare";
import { findGranted, type Granted } from "./granted";
import { formatHtml } from "./html";
import { formatJson } from "./json";
import { findReachable, type Reachable } from "./reachable";
import { describeGaps, type PermissionReport } from "./report";
import { formatText } from "./text";
import { writeLeastSet } from "./write";
import { collectWorkflows, formatWorkflow } from "./workflow";
import { formatYaml } from "./yaml";
import { print, printError, printMessages } from "../output";
import { count } from "../../../text/words";

export interface PermissionOptions extends AnalyseOptions {
  readonly format: keyof typeof formats;
  /** The file that states the granted permissions. */
  readonly granted?: string;
  /** Whether a permission that is needed but not granted sets exit status 1. */
  readonly check?: boolean;
  /** Whether to write the needed permissions to the file with the granted ones. */
  readonly write?: boolean;
  /** Whether to also lower and remove grants beyond the least set. */
  readonly tighten?: boolean;
  /** Whether to count only code that the paths, as entry files, reach through imports. */
  readonly fromEntry?: boolean;
}

const formats = { text: formatText, json: formatJson, yaml: formatYaml, html: formatHtml, workflow: formatWorkflow };

/**
 * Runs `restraint permissions`: prints the least permissions that the code needs to stdout, and problems to stderr.
 *
 * @returns 2 if a file or the configuration could not be read; otherwise 1 if `check` is set and a needed permission is
 * not granted; otherwise 0.
 */
export async function printPermissions(paths: readonly string[], options: PermissionOptions): Promise<ExitStatus> {
  const { cwd, config } = options;
  const { project, status } = readProject(cwd, config);
  const reachable = options.fromEntry ? findReachable(paths, cwd) : undefined;
  const granted = findGranted(project, cwd, options.granted);
  const { report, notes } = await makeReport(reachable?.files ?? paths, options, project, { reachable, granted });
  const { failed, comparison } = report;
  void print(formats[options.format](report));
  void printError(notes.map((note) => `note: ${note}\n`).join(""));
  const isWritten = !options.write || writeUnlessIncomplete(report, options, project, granted);
  if (failed || !isWritten || status !== exitStatus.clean) return exitStatus.couldNotCheck;
  return options.check && (comparison?.missing.length ?? report.needs.length) > 0
    ? exitStatus.errors
    : exitStatus.clean;
}

/** @returns whether the permissions were written. */
function writeUnlessIncomplete(
  report: PermissionReport,
  { cwd, tighten }: PermissionOptions,
  project: Project,
  granted: Granted | undefined,
): boolean {
  const refusal = refuseToWrite(report, tighten === true);
  if (refusal !== undefined) {
    void printError(refusal);
    return false;
  }
  const written = writeLeastSet(report.needs, granted, project, tighten === true);
  void printError(`written: ${relative(cwd, written)}${describeDoubts(report)}\n`);
  if (report.comparison && !tighten) void printError(noteExcess(report.comparison));
  return true;
}

/**
 * Refuses to write an incomplete set, because unknown calls may need any permission. Calls with a known method and path
 * but unknown permissions only prevent tightening, which might remove permissions that they need.
 *
 * @returns the message to print in place of writing, or `undefined` if the set may be written.
 */
function refuseToWrite(report: PermissionReport, tightens: boolean): string | undefined {
  const { collected, failed } = report;
  const isInTheWay = failed || collected.unknown.length > 0 || (tightens && describeGaps(report).length > 0);
  if (!isInTheWay) return undefined;
  const doubts = describeGaps(report).join("; ");
  const [first] = collected.unknown;
  const place = first === undefined ? "" : ` (the first: ${first.file}:${first.line}:${first.column})`;
  return `restraint: nothing was written: ${doubts}${place}. ${tightens ? "What is granted may be needed there." : "The set would lack what is needed there."} \`clients:\` of the configuration names the functions that send; paths limit what is looked at.\n`;
}

function describeDoubts(report: PermissionReport): string {
  const gaps = describeGaps(report);
  return gaps.length > 0 ? `, without what these need: ${gaps.join("; ")}` : "";
}

function noteExcess({ unused, higher }: Comparison): string {
  const excess = unused.length + higher.length;
  if (excess === 0) return "";
  return `note: ${count(excess, "permission")} beyond what is needed ${excess === 1 ? "stays" : "stay"}; \`--tighten\` takes them away.\n`;
}

async function makeReport(
  paths: readonly string[],
  options: PermissionOptions,
  project: Project,
  { reachable, granted }: { readonly reachable: Reachable | undefined; readonly granted: Granted | undefined },
): Promise<{ readonly report: PermissionReport; readonly notes: readonly string[] }> {
  const collected = newCollection();
  const seen = { github: false };
  const isReached = (path: string, offset: number): boolean => reachable?.reaches(path, offset) ?? true;
  const { troubles, failed } = await analyseWatched(paths, options, (file) => {
    const { path, analysis } = file;
    seen.github ||= analysis.requests.some(({ target }) => target.others?.mapped === true || isAtGithub(target));
    collect(file, collected, ({ range }) => isReached(path, range.start));
    collected.lookAlikes.push(...unseenIn(file).filter(({ start }) => isReached(path, start)));
  });
  if (options.format === "workflow") collectWorkflows(paths, options.cwd, project, collected);
  // Problems of the configuration have already been printed.
  const news = troubles.filter((trouble) => !trouble.startsWith(project.configurationPath ?? "\0"));
  printMessages(news);
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

const githubBase = "https://api.github.com";

function isAtGithub({ origin }: Target): boolean {
  const first = origin?.parts[0];
  const isNamed = (value: Value): boolean => value.kind === "string" && flatten(value.parts).startsWith(githubBase);
  return first?.kind === "text"
    ? first.text.startsWith(githubBase)
    : first !== undefined && optionsOf(first.value).some(isNamed);
}

function usesBuiltinMap({ contract }: Project): boolean {
  return contract.permissions.length === builtinContract.permissions.length;
}

import { join, resolve } from "node:path";
import { compareDescriptions } from "../../../changes/compare/descriptions";
import { Impacts } from "../../../changes/affected";
import { DocumentImpacts } from "../../../changes/affected-documents";
import { toContract, type ContractFile } from "../../../contract/file/contract-file";
import type { Grants } from "../../../contract/permissions/grants";
import type { Project } from "../../../contract/configuration/load";
import { mergeUsages } from "../../../usage/merge";
import type { Usage } from "../../../usage/usage";
import { type ExitStatus, exitStatus } from "../exit";
import { parseExtraReport, writeExtraReport } from "../check/extra-reports";
import { print, printMessages } from "../output";
import { Setups } from "../check/setup";
import type { AnalyseOptions } from "../requests/analyse";
import { readUsages } from "../usage/read-usage";
import { collectUsage } from "../usage/run";
import { formatJson } from "./json";
import { formatMarkdown } from "./markdown";
import { type CollectedDocuments, collectDocuments } from "./documents";
import { readVersion } from "./read-version";
import { countSites, type DiffReport } from "./report";
import { formatSarif } from "./sarif";
import { formatText } from "./text";

export interface DiffOptions extends AnalyseOptions {
  readonly format: keyof typeof formats;
  /** Inventories to read calls from, in place of code. */
  readonly usage?: readonly string[];
  /** Whether a call that may be affected is enough for exit status 1. */
  readonly strict?: boolean;
  /** Whether to list also the changes that break nothing. */
  readonly all?: boolean;
  /** Additional reports, each as `sarif=report.sarif`. */
  readonly report: readonly string[];
}

const formats = { text: formatText, json: formatJson, sarif: formatSarif, markdown: formatMarkdown };

/**
 * Runs `restraint diff`: compares two versions of a description and finds the calls that break.
 *
 * @returns 2 if something could not be read; otherwise 1 if a call is affected, or with `strict` may be; otherwise 0.
 * @throws {UsageError} if a version or an inventory cannot be read.
 */
export async function printDiff(
  versions: readonly [older: string, newer: string],
  paths: readonly string[],
  options: DiffOptions,
): Promise<ExitStatus> {
  const { cwd } = options;
  const extras = options.report.map((each) => parseExtraReport(each, Object.keys(formats), cwd));
  const [older, newer] = [await readVersion(versions[0], cwd), await readVersion(versions[1], cwd)];
  const { usage, failed } = options.usage
    ? { usage: mergeUsages(readUsages(options.usage, cwd)), failed: false }
    : await collectCalls(paths, older, options);
  const documents = options.usage ? noDocuments : collectDocuments(paths, older, options);
  printMessages(documents.troubles);
  const report = makeReport(versions, [older, newer], { usage, ...documents, granted: grantedIn(options) });
  void print(formats[options.format](report, options));
  for (const extra of extras) writeExtraReport(extra, formats[extra.format as keyof typeof formats](report, options));
  if (failed || documents.troubles.length > 0) return exitStatus.couldNotCheck;
  const { hit, unknown } = countSites(report);
  return hit > 0 || (options.strict === true && unknown > 0) ? exitStatus.errors : exitStatus.clean;
}

const noDocuments: CollectedDocuments = { documents: [], troubles: [] };

/** Collects the calls of code, unless the older version has no endpoints to call. */
async function collectCalls(
  paths: readonly string[],
  older: ContractFile,
  options: DiffOptions,
): ReturnType<typeof collectUsage> {
  const hasCalls = older.endpoints !== undefined || older.permissions !== undefined;
  return hasCalls
    ? collectUsage(paths, { ...options, adapt: adapterFor(older) })
    : { usage: mergeUsages([]), failed: false };
}

/** @returns the permissions that the folder's configuration grants. */
function grantedIn({ cwd, config }: DiffOptions): Grants | undefined {
  const path = config === undefined ? undefined : resolve(cwd, config);
  return new Setups(path).for(join(cwd, "any")).project.facts.permissions;
}

interface Seen extends CollectedDocuments {
  readonly usage: Usage;
  readonly granted: Grants | undefined;
}

function makeReport(
  [older, newer]: readonly [string, string],
  [was, now]: readonly [ContractFile, ContractFile],
  { usage, documents, granted }: Seen,
): DiffReport {
  const changes = compareDescriptions(was, now);
  const calls = new Impacts(usage, was, now, granted);
  const held = new DocumentImpacts(documents, was, now);
  const breaking = changes
    .filter(({ effect }) => effect !== "nobody")
    .map((change) => (change.part === "object" ? held : calls).of(change));
  return {
    older,
    newer,
    breaking: [...breaking, ...held.rest()],
    safe: changes.filter(({ effect }) => effect === "nobody"),
    usage,
    subject: subjectOf(was),
  };
}

function subjectOf({ endpoints, permissions, kinds = [] }: ContractFile): DiffReport["subject"] {
  if (kinds.length === 0) return "call";
  return endpoints || permissions ? "place" : "document";
}

/** Replaces the description that the configuration names by the older version, for which the code was written. */
function adapterFor(older: ContractFile): (project: Project) => Project {
  const { description, permissions } = toContract(older);
  const made = new Map<Project, Project>();
  return (project) => {
    const known = made.get(project);
    if (known) return known;
    const { contract, facts } = project;
    const adapted: Project = {
      ...project,
      contract: { permissions, kinds: contract.kinds, groups: contract.groups, ...(description && { description }) },
      facts:
        facts.service || !description
          ? facts
          : { ...facts, service: { baseUrls: description.servers, wrapped: false } },
    };
    made.set(project, adapted);
    return adapted;
  };
}

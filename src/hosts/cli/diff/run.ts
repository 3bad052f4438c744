import { compareDescriptions } from "../../../changes/compare-descriptions";
import { Impacts } from "../../../changes/affected";
import type { Version } from "../../../changes/change";
import { toContract, type ContractFile } from "../../../contract/contract-file";
import type { Project } from "../../../contract/load";
import { mergeUsages } from "../../../usage/merge";
import type { Usage } from "../../../usage/usage";
import { type ExitStatus, exitStatus } from "../exit";
import { print } from "../output";
import { readUsages } from "../usage/read-usage";
import { collectUsage } from "../usage/run";
import { formatJson } from "./json";
import { formatMarkdown } from "./markdown";
import { readVersion } from "./read-version";
import { countCalls, type DiffReport } from "./report";
import { formatSarif } from "./sarif";
import { formatText } from "./text";

export interface DiffOptions {
  readonly cwd: string;
  readonly format: keyof typeof formats;
  readonly config?: string;
  readonly types: boolean;
  readonly tests: boolean;
  /** Inventories, instead of code. */
  readonly usage?: readonly string[];
  /** A call that may be hit is enough for exit status 1. */
  readonly strict: boolean;
  /** Tell the changes that break nobody, too. */
  readonly all: boolean;
}

const formats = { text: formatText, json: formatJson, sarif: formatSarif, markdown: formatMarkdown };

/**
 * `restraint diff`: what has changed between two versions of a description, and which calls it hits.
 *
 * @returns 2 where something could not be read, 1 where a call is hit, or with `strict` may be, else 0.
 * @throws {UsageError} when a version or an inventory cannot be read.
 */
export async function printDiff(
  versions: readonly [older: string, newer: string],
  paths: readonly string[],
  options: DiffOptions,
): Promise<ExitStatus> {
  const { cwd } = options;
  const [older, newer] = [await readVersion(versions[0], cwd), await readVersion(versions[1], cwd)];
  const { usage, failed } = options.usage
    ? { usage: mergeUsages(readUsages(options.usage, cwd)), failed: false }
    : collectUsage(paths, { ...options, adapt: adapterFor(older) });
  const report = makeReport(versions, older, newer, usage);
  void print(formats[options.format](report, options));
  if (failed) return exitStatus.couldNotCheck;
  const { hit, unknown } = countCalls(report);
  return hit > 0 || (options.strict && unknown > 0) ? exitStatus.errors : exitStatus.clean;
}

function makeReport([older, newer]: readonly [string, string], was: Version, now: Version, usage: Usage): DiffReport {
  const changes = compareDescriptions(was, now);
  const impacts = new Impacts(usage, was, now);
  return {
    older,
    newer,
    breaking: changes.filter(({ effect }) => effect !== "nobody").map((change) => impacts.of(change)),
    safe: changes.filter(({ effect }) => effect === "nobody"),
    usage,
  };
}

/** The older version takes the place of the description that the configuration names, if any: it is what the code was written for. */
function adapterFor(older: ContractFile): (project: Project) => Project {
  const { description } = toContract(older);
  const made = new Map<Project, Project>();
  return (project) => {
    const known = made.get(project);
    if (known || !description) return known ?? project;
    const { contract, facts } = project;
    const adapted: Project = {
      ...project,
      contract: { permissions: [], kinds: contract.kinds, groups: contract.groups, description },
      facts: facts.service ? facts : { ...facts, service: { baseUrls: description.servers, wrapped: false } },
    };
    made.set(project, adapted);
    return adapted;
  };
}

import { displayName } from "../names";
import type { Contract } from "../../../contract/contract";
import { mergeUsages } from "../../../usage/merge";
import type { Usage } from "../../../usage/usage";
import { type ExitStatus, exitStatus } from "../exit";
import { print, printMessages } from "../output";
import { type AnalyseOptions, analyseWatched } from "../requests/analyse";
import { unseenIn } from "../requests/list";
import type { LocatedUnseen } from "../requests/unseen";
import { collectFile, type Found, type Naming } from "./collect";
import { formatHtml } from "./html";
import { clientName, makeUsage } from "./make";
import { readUsages } from "./read-usage";
import { formatText } from "./text";

export interface UsageOptions extends AnalyseOptions {
  readonly format: keyof typeof formats;
  /** The name of the code in the inventory. */
  readonly name?: string;
  /** Inventories to merge, in place of analysing code. */
  readonly merge?: readonly string[];
  readonly unused?: boolean;
}

const formats = {
  text: formatText,
  json: (usage: Usage) => `${JSON.stringify(usage)}\n`,
  html: formatHtml,
};

/**
 * Runs `restraint usage`: prints which code calls which endpoints to stdout, and problems to stderr.
 *
 * @returns 2 if a file or the configuration could not be read, or the run was ended; otherwise 0.
 */
export async function printUsage(paths: readonly string[], options: UsageOptions): Promise<ExitStatus> {
  const { usage, failed } = options.merge
    ? { usage: mergeUsages(readUsages(options.merge, options.cwd)), failed: false }
    : await collectUsage(paths, options);
  void print(formats[options.format](usage, options));
  return failed ? exitStatus.couldNotCheck : exitStatus.clean;
}

/** Creates the inventory of the code below some paths, and prints problems to stderr. */
export async function collectUsage(
  paths: readonly string[],
  options: Omit<UsageOptions, "format" | "unused" | "merge">,
): Promise<{ readonly usage: Usage; readonly failed: boolean }> {
  const { cwd } = options;
  const client = options.name ?? clientName(cwd);
  const found: Found[] = [];
  const unseen: LocatedUnseen[] = [];
  const contracts = new Set<Contract>();
  const lookedAt = new Set<string>();
  const naming: Naming = {
    client,
    nameOf: (path) => displayName(path, cwd),
    isLookedAt: (path) => lookedAt.has(path),
  };
  const { troubles, failed } = await analyseWatched(paths, options, (file) => {
    contracts.add(file.project.contract);
    lookedAt.add(file.sourceFile.fileName);
    found.push(...collectFile(file, naming));
    unseen.push(...unseenIn(file));
  });
  printMessages(troubles);
  const usage = makeUsage({
    client,
    found,
    unseen,
    contracts: [...contracts],
    complete: !failed,
  });
  return { usage, failed };
}

import type TS from "typescript";
import { findBuiltFiles } from "../built-files";
import { type CodeGroup, groupByConfiguration } from "../project";

/** The code files to check, in groups that are checked together. Plain data: it crosses threads. */
export interface CodePlan {
  /** Build outputs of other files of the run, each with its source; they are not checked. */
  readonly built: ReadonlyMap<string, string>;
  readonly groups: readonly CodeGroup[];
}

/** The input of a plan. Plain data. */
export interface CodeFiles {
  /** The requested code files, absolute. */
  readonly files: readonly string[];
  /** All files of the run. */
  readonly all: readonly string[];
  /** Whether to check them with the types of their tsconfig.json. */
  readonly types: boolean;
}

/** Plans the check of code files: separates build outputs, and groups the rest by tsconfig.json. */
export function planCode(ts: typeof TS, { files, all, types }: CodeFiles): CodePlan {
  const built = findBuiltFiles(ts, all);
  const sources = files.filter((path) => !built.has(path));
  if (sources.length === 0) return { built, groups: [] };
  return { built, groups: types ? groupByConfiguration(ts, sources) : [{ configuration: undefined, files: sources }] };
}

/** @returns the files of a plan that no tsconfig.json provides types for. */
export function findUntyped({ groups }: CodePlan): readonly string[] {
  return groups.find((group) => group.configuration === undefined)?.files ?? [];
}

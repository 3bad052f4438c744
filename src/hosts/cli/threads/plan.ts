import type TS from "typescript";
import { findBuiltFiles } from "../built-files";
import { type CodeGroup, groupByConfiguration } from "../project";

/** The code files to check, in groups that are checked together. Plain data: it crosses threads. */
export interface CodePlan {
  /** Build outputs of other files of the run, each with its source. They are not checked. */
  readonly built: ReadonlyMap<string, string>;
  readonly groups: readonly CodeGroup[];
}

/** The input of a plan. Plain data. */
export interface CodeFiles {
  /** The code files that are asked for, absolute. */
  readonly files: readonly string[];
  /** All files of the run. */
  readonly all: readonly string[];
  /** Check them with the types of their tsconfig.json. */
  readonly types: boolean;
}

/** Reads the configurations of the compiler around some files, and parts the files by them. */
export function planCode(ts: typeof TS, { files, all, types }: CodeFiles): CodePlan {
  const built = findBuiltFiles(ts, all);
  const sources = files.filter((path) => !built.has(path));
  if (sources.length === 0) return { built, groups: [] };
  return { built, groups: types ? groupByConfiguration(ts, sources) : [{ configuration: undefined, files: sources }] };
}

/** @returns the files of a plan that no tsconfig.json types. */
export function findUntyped({ groups }: CodePlan): readonly string[] {
  return groups.find((group) => group.configuration === undefined)?.files ?? [];
}

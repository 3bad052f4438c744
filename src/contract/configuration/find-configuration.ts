import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names of the configuration file. In a folder, the first existing one counts. */
export const configurationNames: readonly string[] = [
  "restraint.config.yaml",
  "restraint.config.yml",
  "restraint.config.json",
];

/** Files that mark the root of a project. */
export const projectMarks: readonly string[] = [
  "package.json",
  "tsconfig.json",
  "jsconfig.json",
  ...configurationNames,
];

export interface FoundConfiguration {
  /** The configuration file; absent if none was found. */
  readonly path?: string;
  /** The folder of the configuration. Without one: the repository's root, or the folder where the search began. */
  readonly root: string;
  /** Configuration files in the same folder that are ignored. */
  readonly shadowed: readonly string[];
}

/** Searches for the configuration from a folder upwards. The nearest one counts. The search ends at the repository's root. */
export function findConfiguration(folder: string): FoundConfiguration {
  for (let current = folder; ; current = dirname(current)) {
    const [path, ...shadowed] = configurationNames
      .map((name) => join(current, name))
      .filter((each) => existsSync(each));
    if (path !== undefined) return { path, root: current, shadowed };
    if (existsSync(join(current, ".git"))) return { root: current, shadowed: [] };
    if (dirname(current) === current) return { root: folder, shadowed: [] };
  }
}

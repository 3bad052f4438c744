import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names of the configuration file, the first one that is there counts. */
export const configurationNames: readonly string[] = [
  "restraint.config.yaml",
  "restraint.config.yml",
  "restraint.config.json",
];

/** Files that stand at the root of a project. */
export const projectMarks: readonly string[] = [
  "package.json",
  "tsconfig.json",
  "jsconfig.json",
  ...configurationNames,
];

export interface FoundConfiguration {
  /** The configuration file, where there is one. */
  readonly path?: string;
  /** The configuration's folder; without one, the repository's root, or the folder where the search began. */
  readonly root: string;
  /** Configuration files beside it, which do not count. */
  readonly shadowed: readonly string[];
}

/** Looks for the configuration from a folder upwards. The nearest one counts; the search ends at the repository's root. */
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

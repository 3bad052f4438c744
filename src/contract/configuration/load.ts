import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { builtinContract } from "../builtin";
import {
  noFacts,
  type ConfigurationProblem,
  type Facts,
  type RuleDescription,
  type RuleSetting,
} from "./configuration";
import { configurationSchema } from "./configuration-schema";
import type { Contract } from "../contract";
import { mergeContracts, type ReadContract, readContractFile } from "../file/contract-file";
import { parseDataFile, readDataFile, type DataFile } from "../file/data-file";
import { checkFacts, toFacts, toRuleSettings, type RawConfiguration } from "./facts";
import { findConfiguration } from "./find-configuration";
import { manifestPlaces, withManifestGrant } from "../permissions/manifest-grant";
import { mayRead } from "./repository";
import { checkSchema } from "../file/schema-problems";

/** The configuration and contract that apply to a file. */
export interface Project {
  /** Absent if the project has no configuration file. */
  readonly configurationPath?: string;
  /** The folder to which `ignore` and all other paths of the configuration are relative. */
  readonly root: string;
  readonly facts: Facts;
  readonly contract: Contract;
  readonly preset: "recommended" | "strict";
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Globs of files that are not analysed, relative to `root`. */
  readonly ignore: readonly string[];
  /** Globs of files that contain partial manifests, relative to `root`. */
  readonly partial: readonly string[];
  /** May grow: problems in a kind of a large contract are added when the kind is first used. */
  readonly problems: readonly ConfigurationProblem[];
  /** All files that were read or not found, for watchers and cache keys. */
  readonly files: readonly string[];
}

/** The known rules, or a function that loads them, which is called only if the configuration sets rules. */
export type RuleSource = readonly RuleDescription[] | (() => readonly RuleDescription[]);

/**
 * Finds and reads the configuration that applies to a file: the nearest one upwards, up to the repository's root.
 *
 * @param file absolute path; need not exist.
 * @param rules the known rules; if absent, names and options of rules are not checked.
 * @returns a project that is always usable; `problems` lists mistakes in the files. Never throws.
 */
export function loadProject(file: string, rules?: RuleSource): Project {
  const { path, root, shadowed } = findConfiguration(dirname(file));
  if (path === undefined) {
    return {
      root,
      facts: unconfiguredFacts(root),
      contract: builtinContract,
      preset: "recommended",
      rules: {},
      ignore: [],
      partial: [],
      problems: [],
      files: manifestPlaces(root),
    };
  }
  const project = loadFrom(path, rules, "found");
  if (shadowed.length === 0) return project;
  const doubts = shadowed.map((other): ConfigurationProblem => {
    return {
      file: other,
      line: 1,
      column: 1,
      severity: "warn",
      message: `This file does not count: ${path} beside it does. Remove one of them.`,
    };
  });
  return {
    ...project,
    get problems() {
      return [...project.problems, ...doubts];
    },
  };
}

/** Facts of projects without a configuration, by root. All files of a project share one object and its caches. */
const unconfigured = new Map<string, { readonly facts: Facts; readonly stamps: string }>();

function unconfiguredFacts(root: string): Facts {
  const stamps = manifestPlaces(root).map(stampOf).join("\n");
  let known = unconfigured.get(root);
  if (known?.stamps !== stamps) {
    known = { facts: withManifestGrant(noFacts, root, builtinContract), stamps };
    unconfigured.set(root, known);
  }
  return known.facts;
}

interface Remembered {
  readonly project: Project;
  readonly rules: RuleSource | undefined;
  readonly stamps: readonly string[];
}

/** Projects by trust and path, reread when a file has changed. All files of a project share one contract and the caches keyed by it. */
const remembered = new Map<string, Remembered>();

/**
 * Reads a configuration file that the user has named, and its contract files, wherever they are. Ignores wrong entries.
 *
 * @param path absolute path of the configuration file.
 * @param rules see {@link loadProject}.
 * @returns the same object as before while none of the files has changed. Never throws.
 */
export function loadConfiguration(path: string, rules?: RuleSource): Project {
  return loadFrom(path, rules, "named");
}

/**
 * Checks the text of a configuration that is being edited and may not be saved.
 *
 * @returns the problems in the text itself, and the resulting contract. Never throws.
 */
export function checkConfigurationText(
  path: string,
  text: string,
  rules?: RuleSource,
): { readonly problems: readonly ConfigurationProblem[]; readonly contract: Contract } {
  const file = parseDataFile(path, text);
  const { raw, problems } = checkedContent(file, rules);
  const { contract, problems: contractProblems } = extendContract(file, raw, dirname(path), "found");
  const found = [...problems, ...contractProblems, ...checkFacts(file, raw, contract)];
  return { problems: found.filter((problem) => problem.file === path), contract };
}

/** Whether the user named the configuration or a search found it. A found one must not make the program read files outside of its repository. */
type Trust = "named" | "found";

function loadFrom(path: string, rules: RuleSource | undefined, trust: Trust): Project {
  const key = `${trust} ${path}`;
  const before = remembered.get(key);
  if (
    before?.rules === rules &&
    before?.project.files.every((file, index) => stampOf(file) === before.stamps[index]) === true
  )
    return before.project;
  const project = readConfiguration(path, rules, trust);
  remembered.set(key, { project, rules, stamps: project.files.map(stampOf) });
  return project;
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
}

function readConfiguration(path: string, rules: RuleSource | undefined, trust: Trust): Project {
  const root = dirname(path);
  const file = readDataFile(path);
  const { raw, problems } = checkedContent(file, rules);
  const extended = extendContract(file, raw, root, trust);
  const { contract, files } = extended;
  const facts = toFacts(raw, contract.description);
  const factProblems = checkFacts(file, raw, contract);
  return {
    configurationPath: path,
    root,
    facts: withManifestGrant(facts, root, contract),
    contract: nameGroups(contract, facts),
    preset: raw.preset ?? "recommended",
    rules: toRuleSettings(raw.rules),
    ignore: raw.ignore ?? [],
    partial: raw.manifests?.partial ?? [],
    get problems() {
      return [...problems, ...extended.problems, ...factProblems];
    },
    files: [path, ...files, ...(facts.permissions === undefined ? manifestPlaces(root) : [])],
  };
}

/** @returns the contract with the configured names and versions of groups. The getter keeps the permission map lazy. */
function nameGroups(contract: Contract, facts: Facts): Contract {
  return {
    get permissions() {
      return contract.permissions;
    },
    kinds: contract.kinds,
    ...(contract.resources && { resources: contract.resources }),
    ...(contract.description && { description: contract.description }),
    groups: contract.groups.map((group) => ({ ...group, ...facts.groups[group.key] })),
  };
}

/** @returns the configuration without the parts that violate the schema. */
function checkedContent(
  file: DataFile,
  rules: RuleSource | undefined,
): { raw: RawConfiguration; problems: readonly ConfigurationProblem[] } {
  if (file.problems.length > 0 || file.value === null) return { raw: {}, problems: file.problems };
  const known = typeof rules !== "function" ? rules : setsRules(file.value) ? rules() : undefined;
  const misfits = checkSchema(file, configurationSchema(known));
  const problems = misfits.map(({ problem }) => problem);
  if (misfits.some(({ keys }) => keys.length === 0)) return { raw: {}, problems };
  const raw = { ...(file.value as Record<string, unknown>) };
  for (const [first = "", second] of misfits.map(({ keys }) => keys)) {
    if (first === "rules" && second !== undefined) raw.rules = { ...(raw.rules as object), [second]: undefined };
    else raw[first] = undefined;
  }
  return { raw: withoutUndefined(raw), problems };
}

function setsRules(content: unknown): boolean {
  return typeof content === "object" && content !== null && "rules" in content;
}

function withoutUndefined(raw: Record<string, unknown>): RawConfiguration {
  const entries = Object.entries(raw).filter(([, value]) => value !== undefined);
  const rules =
    raw.rules === undefined
      ? {}
      : { rules: Object.fromEntries(Object.entries(raw.rules as object).filter(([, value]) => value !== undefined)) };
  return { ...Object.fromEntries(entries), ...rules };
}

const outside =
  "This contract file lies outside of the repository, and is not read. Move it inside, install it as a package, or name the configuration with `--config`.";

/** @returns the reason as the rest of a sentence that begins with the file's name. */
function reasonOf({ problems }: ReadContract): string {
  return problems[0]?.message.replace(/^The file /u, "") ?? "cannot be read.";
}

const noContract: Contract = { permissions: [], kinds: [], groups: [] };

interface ExtendedContract {
  readonly contract: Contract;
  readonly files: readonly string[];
  readonly problems: readonly ConfigurationProblem[];
}

/** Adds the configuration's contract files to the built-in contract, or to an empty one. */
function extendContract(file: DataFile, raw: RawConfiguration, root: string, trust: Trust): ExtendedContract {
  const names = raw.contract ?? [];
  if (names.length === 0)
    return { contract: raw.builtin === false ? noContract : builtinContract, files: [], problems: [] };
  const problems: ConfigurationProblem[] = [];
  const reads: ReadContract[] = [];
  const files = names.map((name) => resolve(root, name));
  for (const [index, path] of files.entries()) {
    if (trust === "found" && !mayRead(path, file.path)) {
      problems.push(file.problemAt(["contract", index], outside));
      continue;
    }
    const read = readContractFile(path);
    if (read.missing)
      problems.push(
        file.problemAt(
          ["contract", index],
          `The contract file \`${names[index] ?? ""}\` ${reasonOf(read)} Make it with \`restraint import\`, or remove the line.`,
        ),
      );
    reads.push(read);
  }
  const imported = reads.map((read) => read.contract);
  // A description lists all endpoints of a service, so that service is not the built-in one.
  const isOther = imported.some(({ description }) => description !== undefined);
  const contract = mergeContracts([(raw.builtin ?? !isOther) ? builtinContract : noContract, ...imported]);
  return {
    contract,
    files,
    get problems() {
      return [...problems, ...reads.flatMap((read) => (read.missing ? [] : read.problems))];
    },
  };
}

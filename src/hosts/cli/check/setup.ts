import { createRequire } from "node:module";
import { sep } from "node:path";
import type * as AllRules from "../../../../rules";
import type { ConfigurationProblem } from "../../../contract/configuration/configuration";
import { loadConfiguration, loadProject, type Project } from "../../../contract/configuration/load";
import type { Rule } from "../../../rule/define";
import { type Selection, selectRules } from "../../../rule/select";
import { packageVersion } from "../../shared/package/root";
import type * as Digests from "../../shared/files/configuration-digest";
import { compareNames } from "../../../text/words";

/** All inputs of a file's check other than its own text. */
export interface Setup {
  readonly project: Project;
  readonly selections: readonly Selection[];
  /**
   * Changes with the configuration, a contract file and this program. Also changes when a kind turns out to be invalid,
   * so that earlier reports are not reused.
   */
  readonly key: string;
}

const load = createRequire(__filename);

/** Loaded on demand: the rules are half of the program, and a run may find nothing for them to check. */
function loadRules(): readonly Rule[] {
  return (load("../../../../rules") as typeof AllRules).rules;
}

/** Loaded on demand: only a cache needs the key. */
function keyOf({ files }: Project): string {
  const { configurationDigest } = load("../../shared/files/configuration-digest") as typeof Digests;
  return `${packageVersion()} ${configurationDigest(files)}`;
}

/** Finds the setup of each file; each folder is looked up once. */
export class Setups {
  readonly #byFolder = new Map<string, Setup>();
  readonly #byConfiguration = new Map<string, Setup>();
  readonly #projects = new Set<Project>();
  readonly #problems = new Map<string, ConfigurationProblem>();
  readonly #configuration: string | undefined;

  /** @param configuration a configuration file for every file, in place of the nearest one. */
  constructor(configuration?: string) {
    this.#configuration = configuration;
  }

  /** @param file absolute path. */
  for(file: string): Setup {
    const folder = this.#configuration ?? file.slice(0, file.lastIndexOf(sep));
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const project =
      this.#configuration === undefined
        ? loadProject(file, loadRules)
        : loadConfiguration(this.#configuration, loadRules);
    const name = project.configurationPath ?? "";
    const setup = this.#byConfiguration.get(name) ?? makeSetup(project);
    this.#byConfiguration.set(name, setup);
    this.#byFolder.set(folder, setup);
    this.#projects.add(project);
    return setup;
  }

  /** Adds problems that another thread found. */
  addProblems(problems: readonly ConfigurationProblem[]): void {
    for (const problem of problems) this.#problems.set(JSON.stringify(problem), problem);
  }

  /** Whether a configuration file was found for any of the files. */
  get isConfigured(): boolean {
    return [...this.#byConfiguration.keys()].some((path) => path !== "");
  }

  /** Problems of the configuration and contract files seen so far, in the order of files and positions. */
  get problems(): readonly ConfigurationProblem[] {
    for (const { problems } of this.#projects) this.addProblems(problems);
    return [...this.#problems.values()].sort(
      (a, b) => compareNames(a.file, b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

function makeSetup(project: Project): Setup {
  let selections: readonly Selection[] | undefined;
  let key: string | undefined;
  return {
    project,
    get selections() {
      return (selections ??= selectRules(project.preset, project.rules, loadRules()));
    },
    get key() {
      key ??= keyOf(project);
      return project.problems.length === 0 ? key : `${key} ${project.problems.length} problems`;
    },
  };
}

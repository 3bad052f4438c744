import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { rules } from "../../../rules/index";
import type { RuleDescription } from "../../contract/configuration";
import { loadProject, type Project } from "../../contract/load";

const configurationNames = ["restraint.config.yaml", "restraint.config.yml", "restraint.config.json"];
const descriptions: readonly RuleDescription[] = rules.map(({ id, options }) => ({ id, options }));

interface Entry {
  readonly project: Project;
  /** Files that the project was read from, or would be read from if they came into being, with what they looked like then. */
  readonly seen: ReadonlyMap<string, string>;
}

/**
 * The projects of the files that a long-running host looks at. Files are read again once they, or what they lead to, have changed.
 */
export class ProjectCache {
  readonly #byFolder = new Map<string, Entry>();

  /**
   * @param file absolute path; need not exist.
   * @returns the same object as before as long as nothing has changed.
   */
  get(file: string): Project {
    const folder = dirname(file);
    const known = this.#byFolder.get(folder);
    if (known !== undefined && isFresh(known)) return known.project;
    const project = loadProject(file, descriptions);
    const seen = new Map([...configurationPlaces(folder, project), ...project.files].map((path) => [path, fingerprint(path)]));
    this.#byFolder.set(folder, { project, seen });
    return project;
  }
}

/** The places at which a configuration nearer to the file than the one in use would be found. */
export function configurationPlaces(folder: string, project: Pick<Project, "configurationPath">): string[] {
  const last = project.configurationPath === undefined ? undefined : dirname(project.configurationPath);
  const places: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    places.push(...configurationNames.map((name) => join(current, name)));
    if (current === last || current === dirname(current)) return places;
  }
}

function isFresh({ seen }: Entry): boolean {
  for (const [path, before] of seen) if (fingerprint(path) !== before) return false;
  return true;
}

function fingerprint(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
}

import { dirname } from "node:path";
import { projectMarks } from "../../../contract/configuration/find-configuration";
import { projectRoot } from "../../../files/project-root";

/** The roots of projects. Each folder is looked up once. */
export class ProjectRoots {
  readonly #byFolder = new Map<string, string>();

  /** @returns the root of a file's project. */
  of(file: string): string {
    const folder = dirname(file);
    let root = this.#byFolder.get(folder);
    if (root === undefined) this.#byFolder.set(folder, (root = projectRoot(folder, projectMarks)));
    return root;
  }

  /** Must be called when folders may have changed. */
  forget(): void {
    this.#byFolder.clear();
  }
}

import { join } from "node:path";
import type TS from "typescript";
import type { Project } from "../../contract/configuration/load";
import { configurationNames } from "../../contract/configuration/find-configuration";

/** In milliseconds; for file systems that the operating system cannot watch, and for files that do not exist yet. */
const pollingInterval = 2000;

/**
 * Watches files other than code on which findings depend: the configuration, its contracts, and places where a
 * configuration may be created.
 */
export class ConfigurationWatcher {
  readonly #watchers = new Map<string, TS.FileWatcher>();
  readonly #host: TS.server.ServerHost;
  readonly #onChange: () => void;

  /** @param onChange called when a watched file is created, changed or deleted. */
  constructor(host: TS.server.ServerHost, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  /**
   * @param root the TypeScript project's folder: a new configuration may be created there, or in the folder of the
   * current one.
   */
  watch(project: Project, root: string): void {
    for (const file of [...placesIn(root), ...project.files, ...placesIn(project.root)]) {
      if (this.#watchers.has(file)) continue;
      this.#watchers.set(
        file,
        this.#host.watchFile(
          file,
          () => {
            this.#onChange();
          },
          pollingInterval,
        ),
      );
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }
}

function placesIn(folder: string): string[] {
  return configurationNames.map((name) => join(folder, name));
}

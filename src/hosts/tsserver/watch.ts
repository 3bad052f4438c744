import { join } from "node:path";
import type TS from "typescript";
import type { Project } from "../../contract/configuration/load";
import { configurationNames } from "../../contract/configuration/find-configuration";

/** In milliseconds; for the file systems, and the files that do not exist yet, that the operating system does not watch. */
const pollingInterval = 2000;

/** Watches what findings depend on besides code: the configuration, its contracts, and where a configuration may come to be. */
export class ConfigurationWatcher {
  readonly #watchers = new Map<string, TS.FileWatcher>();
  readonly #host: TS.server.ServerHost;
  readonly #onChange: () => void;

  /** @param onChange is called when a file that matters is created, changed or deleted. */
  constructor(host: TS.server.ServerHost, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  /**
   * @param root the TypeScript project's own folder: a new configuration is looked for there, and in each folder at which one is in use.
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

import { unwatchFile, watchFile } from "node:fs";
import { dirname } from "node:path";
import type TS from "typescript";
import type { Watching } from "./code-projects";

/** A change of a file. */
export interface FileChange {
  readonly path: string;
  readonly type: "created" | "changed" | "deleted";
}

/** TypeScript's numbers of file events. Its module, which has their names, is loaded only for code. */
const watcherKinds: Readonly<Record<FileChange["type"], number>> = { created: 0, changed: 1, deleted: 2 };

/**
 * Forwards the client's file events to TypeScript's projects, because the client watches each folder once for all its
 * servers.
 */
export class ClientWatching implements Watching {
  readonly #files = new Map<string, Set<(path: string, kind: number) => void>>();
  readonly #folders = new Map<string, Set<{ readonly tell: TS.DirectoryWatcherCallback; readonly isDeep: boolean }>>();

  /** Properties, because TypeScript calls them without their object. */
  readonly watchFile = (path: string, tell: TS.FileWatcherCallback): TS.FileWatcher => add(this.#files, path, tell);

  readonly watchDirectory = (path: string, tell: TS.DirectoryWatcherCallback, isDeep = false): TS.FileWatcher =>
    add(this.#folders, path.replace(/\/$/u, ""), { tell, isDeep });

  dispatch(changes: readonly FileChange[]): void {
    for (const { path, type } of changes) {
      const name = path.replaceAll("\\", "/");
      for (const tell of [...(this.#files.get(name) ?? [])]) tell(name, watcherKinds[type]);
      if (type === "changed") continue;
      const parent = dirname(name);
      for (let folder = parent; ; folder = dirname(folder)) {
        for (const { tell, isDeep } of [...(this.#folders.get(folder) ?? [])])
          if (isDeep || folder === parent) tell(name);
        if (dirname(folder) === folder) break;
      }
    }
  }
}

function add<T>(map: Map<string, Set<T>>, key: string, value: T): TS.FileWatcher {
  const values = map.get(key) ?? new Set<T>();
  map.set(key, values.add(value));
  return {
    close: () => {
      values.delete(value);
      if (values.size === 0) map.delete(key);
    },
  };
}

/** In milliseconds; for clients that watch no files. */
const pollingInterval = 2000;

/** Polls the few files other than code on which findings depend. */
export class PolledFiles {
  readonly #paths = new Set<string>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  watch(paths: readonly string[]): void {
    for (const path of paths) {
      if (this.#paths.has(path)) continue;
      this.#paths.add(path);
      watchFile(path, { interval: pollingInterval, persistent: false }, this.#onChange);
    }
  }

  close(): void {
    for (const path of this.#paths) unwatchFile(path, this.#onChange);
    this.#paths.clear();
  }
}

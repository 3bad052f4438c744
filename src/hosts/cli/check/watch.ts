import { type FSWatcher, mkdtempSync, rmSync, statSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExitStatus, exitStatus, UsageError } from "../exit";
import { printError } from "../output";
import { readFolder } from "../../../files/read";
import { visible } from "../../../text/visible";
import { systemMessage } from "./read";

/** Names of files that are checked, or on which the result depends. */
const ofInterest = /(?:\.(?:[cm]?[jt]sx?|vue|svelte|ya?ml|json)|^\.gitignore)$/u;
/** Names of folders that are not watched: nothing in them is checked. */
const skipped = /^(?:node_modules|\..+)$/u;
/**
 * Milliseconds without a change before a run: editors write a file in several steps, and a change of branch writes
 * many.
 */
const quietMilliseconds = 100;

export interface Watch {
  readonly folder: string;
  /** Files that the run itself writes. */
  readonly written: ReadonlySet<string>;
  /** Does one run. The cache lives as long as the watch, so that a run checks only the files that a change affects. */
  run(cache: string): Promise<ExitStatus>;
}

/**
 * Runs at once, and again after each change of a file below a folder, until the user ends the program (Ctrl+C).
 *
 * @returns the status of the last run.
 * @throws {UsageError} if the system cannot watch more folders.
 */
export async function watchAndRun({ folder, written, ...once }: Watch): Promise<ExitStatus> {
  const kept = mkdtempSync(join(tmpdir(), "restraint-watch-"));
  const calls = new Calls();
  const folders = new WatchedFolders((path) => {
    if (!written.has(path)) calls.call("run");
  });
  const end = (): void => {
    calls.call("end");
  };
  process.once("SIGINT", end).once("SIGTERM", end);
  let status: ExitStatus = exitStatus.clean;
  try {
    folders.add(folder);
    for (let next: Call = "run"; next === "run"; next = await calls.next()) {
      status = await runOnce(() => once.run(join(kept, "cache")));
      await printError("Waiting for changes; Ctrl+C ends.\n");
    }
  } finally {
    folders.close();
    rmSync(kept, { recursive: true, force: true });
  }
  return status;
}

type Call = "run" | "end";

/** Requests for another run or for the end, which arrive at any time. Several before the next run count as one. */
class Calls {
  #waiting: Call | undefined;
  #wake: () => void = () => undefined;

  call(call: Call): void {
    if (this.#waiting !== "end") this.#waiting = call;
    this.#wake();
  }

  /** @returns the next request, after a quiet time. */
  async next(): Promise<Call> {
    if (this.#waiting === undefined) await new Promise<void>((done) => (this.#wake = done));
    if (this.#waiting === "run") await new Promise((done) => setTimeout(done, quietMilliseconds));
    const call = this.#waiting ?? "run";
    if (call === "run") this.#waiting = undefined;
    return call;
  }
}

/** A wrong configuration does not end the watch: the next run may find it repaired. */
async function runOnce(run: () => Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await printError(`restraint: ${visible(error.message)}\n`);
    return exitStatus.couldNotCheck;
  }
}

/**
 * Watches each folder separately, so that skipped folders cost nothing. A recursive watch would walk through all
 * packages.
 */
class WatchedFolders {
  readonly #watchers = new Map<string, FSWatcher>();

  /** @param changed called with the path of each relevant file that was written, created or deleted. */
  constructor(private readonly changed: (path: string) => void) {}

  add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_, name) => {
        this.#look(folder, name);
      });
      watcher.on("error", () => {
        this.#remove(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch (error) {
      if (isGone(error)) return;
      throw new UsageError(`${folder} cannot be watched: ${systemMessage(error)}`);
    }
    for (const entry of readFolder(folder))
      if (entry.isDirectory() && !skipped.test(entry.name)) this.add(join(folder, entry.name));
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #look(folder: string, name: string | null): void {
    if (name === null) this.changed(folder);
    else if (ofInterest.test(name)) this.changed(join(folder, name));
    else if (!skipped.test(name)) this.#lookForFolder(join(folder, name));
  }

  /** A new folder may contain files; with a removed folder its files are gone. */
  #lookForFolder(path: string): void {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) this.add(path);
    else if (!this.#watchers.has(path)) return;
    else this.#remove(path);
    this.changed(path);
  }

  #remove(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

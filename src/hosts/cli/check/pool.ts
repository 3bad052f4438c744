import { availableParallelism } from "node:os";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Threads from "node:worker_threads";
import type { FileOutcome, FileTask } from "./manifest-file";
import { unreadable } from "./report";
import type { FixScope } from "./roots";

/** The data that a worker starts with. */
export interface WorkerSetup {
  readonly configuration: string | undefined;
  /** The files that may be fixed; if absent, none are. */
  readonly fixWithin: FixScope | undefined;
}

/** Files per message to a worker: a message costs more than checking a small file. */
const lotSize = 32;

/**
 * Minimum number of files for each thread. With fewer, starting a thread costs more than it saves, because it loads the
 * program again.
 */
const filesWorthAThread = 3000;

/**
 * @param concurrency limit of all threads; by default one for each core.
 * @returns the number of threads, besides the main one, that pay off for a number of files.
 */
export function threadsFor(files: number, concurrency = availableParallelism()): number {
  return Math.min(concurrency - 1, Math.floor(files / filesWorthAThread));
}

/**
 * Checks files in other threads and in the main one.
 *
 * @param checkHere checks a file in this thread.
 * @param onDone called for each file when it is done, in any order.
 */
export async function checkInThreads(
  tasks: readonly FileTask[],
  threads: number,
  setup: WorkerSetup,
  checkHere: (task: FileTask) => FileOutcome,
  onDone: (task: FileTask, outcome: FileOutcome) => void,
): Promise<void> {
  let next = 0;
  const takeLot = (): readonly FileTask[] => {
    const lot = tasks.slice(next, next + lotSize);
    next += lot.length;
    return lot;
  };
  const workers = Array.from({ length: threads }, () => runWorker(setup, takeLot, onDone));
  const main = async (): Promise<void> => {
    for (let lot = takeLot(); lot.length > 0; lot = takeLot()) {
      for (const task of lot) onDone(task, checkHere(task));
      // Handles the workers' messages, so that none of them waits for its next lot.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all([main(), ...workers]);
}

function runWorker(
  setup: WorkerSetup,
  takeLot: () => readonly FileTask[],
  onDone: (task: FileTask, outcome: FileOutcome) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const { Worker } = createRequire(__filename)("node:worker_threads") as typeof Threads;
    const worker = new Worker(join(__dirname, "worker.js"), { workerData: setup });
    let lot: readonly FileTask[] = [];
    let reason = "it ended";
    const giveLot = (): void => {
      lot = takeLot();
      if (lot.length > 0) worker.postMessage(lot);
      else void worker.terminate();
    };
    worker.on("message", (outcomes: readonly FileOutcome[]) => {
      for (const [index, task] of lot.entries()) {
        const outcome = outcomes[index];
        if (outcome) onDone(task, outcome);
      }
      giveLot();
    });
    worker.on("error", (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", () => {
      const [only, ...others] = lot;
      if (!only) {
        resolve();
        return;
      }
      // One file ended the thread, perhaps by filling its memory. To find out which, each file gets a thread of its
      // own.
      const singles = others.length > 0 ? lot.map((task) => [task]) : [];
      if (singles.length === 0)
        onDone(only, {
          key: "",
          report: unreadable(only.file, { message: `ended the thread that checked it: ${reason}` }),
        });
      resolve(runWorker(setup, () => singles.shift() ?? takeLot(), onDone));
    });
    giveLot();
  });
}

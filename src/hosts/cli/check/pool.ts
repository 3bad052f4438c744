import { availableParallelism } from "node:os";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Threads from "node:worker_threads";
import type { FileOutcome, FileTask } from "./manifest-file";
import { unreadable } from "./report";
import type { FixScope } from "./roots";

/** What a worker is started with. */
export interface WorkerSetup {
  readonly configuration: string | undefined;
  /** What may be fixed; absent: nothing is. */
  readonly fixWithin: FixScope | undefined;
}

/** Files go to workers in lots: a message costs more than a small file. */
const lotSize = 32;

/**
 * Below this many files the start of a thread, which loads the program once more, costs more than it saves.
 */
const filesWorthAThread = 3000;

/**
 * @param concurrency how many may work in all; absent: one for each core.
 * @returns how many threads beside the main one pay for a number of files.
 */
export function threadsFor(files: number, concurrency = availableParallelism()): number {
  return Math.min(concurrency - 1, Math.floor(files / filesWorthAThread));
}

/**
 * Checks files in other threads, the main one taking its share.
 *
 * @param checkHere checks a file in this thread.
 * @param onDone is told of each file as it is done, in any order.
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
      // Lets the messages of the workers in, so that none of them waits for its next lot.
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
      // One file ended the thread, perhaps by filling its memory. Which one shows when each gets a thread to itself.
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

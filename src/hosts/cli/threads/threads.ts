import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { getHeapStatistics } from "node:v8";
import type * as Threads from "node:worker_threads";
import type { Cache } from "../cache/cache";
import { type FileReport, unreadable } from "../check/report";
import type { Setups } from "../check/setup";
import { UsageError } from "../exit";
import { displayName } from "../names";
import type { CodeGroup } from "../project";
import { afterEnd } from "./after-end";
import type { CodeFiles, CodePlan } from "./plan";
import type { Message, Task, ThreadSettings } from "./worker";

/** Below this number of files, starting a thread costs more than it saves. */
const filesWorthAThread = 100;

/**
 * Files without a tsconfig.json are split into this many lots for each thread, so that all threads end at about the
 * same time.
 */
const lotsPerThread = 4;

/**
 * @returns the number of threads for code: 0 for few files, which the main thread checks; otherwise half of the
 * machine's cores by default.
 */
export function codeThreadsFor(files: number, concurrency: number | undefined): number {
  if (files < filesWorthAThread) return 0;
  return concurrency ?? Math.max(1, Math.floor(availableParallelism() / 2));
}

/** Callbacks and shared state for the results of the threads. */
export interface Listener {
  readonly setups: Setups;
  readonly cache: Cache | undefined;
  readonly onPlan: (plan: CodePlan) => void;
  readonly onDone: (report: FileReport) => void;
}

/** A group to check, and the number of its files given up so far. */
interface Job {
  readonly group: CodeGroup;
  readonly lost: number;
  /**
   * Whether its reports go to the cache. The remainder of a group whose thread ended does not show all dependencies, so
   * it is not cached.
   */
  readonly kept: boolean;
}

/**
 * Checks code in other threads, each with the heap limit of this one: a file or program that needs more memory ends its
 * thread, not the run. A group is checked in one thread, because each thread would have to create the group's program.
 *
 * @throws UsageError if the installed TypeScript cannot be used.
 */
export async function checkInThreads(
  files: CodeFiles,
  threads: number,
  settings: ThreadSettings,
  listener: Listener,
): Promise<void> {
  const first = new Thread(settings);
  try {
    const plan = await makePlan(first, files, settings, listener);
    if (!plan) return;
    listener.onPlan(plan);
    const jobs = jobsOf(plan, threads, settings);
    const others = Array.from({ length: Math.min(threads, jobs.length) - 1 }, () => new Thread(settings));
    const work = async (thread: Thread): Promise<void> => {
      for (let job = jobs.shift(); job; job = jobs.shift())
        for (let next: Job | undefined = job; next;) next = await tryJob(thread, next, settings, listener);
      await thread.end();
    };
    await Promise.all([first, ...others].map(work));
  } finally {
    await first.end();
  }
}

/** @returns the plan, or `undefined` if the thread ended while making it. */
async function makePlan(
  thread: Thread,
  files: CodeFiles,
  { cwd }: ThreadSettings,
  { onDone }: Listener,
): Promise<CodePlan | undefined> {
  let plan: CodePlan | undefined;
  const reason = await thread.run({ plan: files }, (message) => {
    if (message.kind === "planned") ({ plan } = message);
  });
  if (plan) return plan;
  for (const path of files.files) onDone(unreadable(displayName(path, cwd), { message: describeLoss(reason) }));
  return undefined;
}

/** @returns the jobs of a plan, the largest first. */
function jobsOf({ groups }: CodePlan, threads: number, { cache, fixWithin }: ThreadSettings): Job[] {
  // The cache stores whole groups, and a thread must not read files that another one writes.
  const mayPart = threads > 1 && cache === undefined && fixWithin === undefined;
  const parted = groups.flatMap((group) =>
    mayPart && group.configuration === undefined ? partGroup(group, threads) : [group],
  );
  parted.sort((a, b) => b.files.length - a.files.length);
  return parted.map((group) => ({ group, lost: 0, kept: true }));
}

function partGroup({ configuration, files }: CodeGroup, threads: number): readonly CodeGroup[] {
  const size = Math.max(filesWorthAThread / lotsPerThread, Math.ceil(files.length / (threads * lotsPerThread)));
  const lots = Math.ceil(files.length / size);
  return Array.from({ length: lots }, (_, lot) => ({
    configuration,
    files: files.slice(lot * size, (lot + 1) * size),
  }));
}

/** @returns the job to do next, or `undefined` if this one is done or the rest of it is given up. */
async function tryJob(thread: Thread, job: Job, { cwd }: ThreadSettings, listener: Listener): Promise<Job | undefined> {
  const { group, kept } = job;
  const { isFresh } = thread;
  const entered: string[] = [];
  const done = new Set<string>();
  const reason = await thread.run({ group, kept }, (message) => {
    if (message.kind === "entered") entered.push(message.path);
    else if (message.kind === "done") {
      done.add(message.report.file);
      listener.onDone(message.report);
    } else if (message.kind === "finished") {
      listener.setups.addProblems(message.problems);
      if (message.changes) listener.cache?.add(message.changes);
    }
  });
  if (reason === undefined) return undefined;
  const nameOf = (path: string): string => displayName(path, cwd);
  const isDone = (path: string): boolean => done.has(nameOf(path));
  const { lost, again, withoutTypes } = afterEnd({ group, entered, isDone, isFresh, lost: job.lost });
  const message = describeLoss(reason);
  for (const path of lost) listener.onDone(unreadable(nameOf(path), { message }));
  if (withoutTypes && group.configuration !== undefined) {
    const what = `its program ${message}; its files are checked without declared types`;
    listener.setups.addProblems([{ file: group.configuration, line: 1, column: 1, severity: "error", message: what }]);
  }
  return again && { group: again, lost: job.lost + lost.length, kept: false };
}

function describeLoss(reason: string | undefined): string {
  return `ended the thread that checked it: ${reason ?? "no reason was given"}`;
}

const megabyte = 2 ** 20;

/** The heap limit of the main thread. All threads have the same limit, so a file that fits into one fits into each. */
function heapMegabytes(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / megabyte);
}

/**
 * The main thread's stack size, as Node sets it. A larger stack would accept files that are nested too deeply for other
 * hosts.
 */
const stackMegabytes = 1.15;

/**
 * Most objects of an evaluation are short-lived: with Node's default of 48 MB, garbage collection takes a tenth more of
 * the time.
 */
function youngMegabytes(): number {
  return Math.min(192, Math.ceil(heapMegabytes() / 8));
}

/** A thread that starts on demand, and restarts after it has ended. */
class Thread {
  readonly #settings: ThreadSettings;
  #worker: Threads.Worker | undefined;
  #tasks = 0;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Whether the thread has checked no group yet. */
  get isFresh(): boolean {
    return this.#tasks === 0;
  }

  /**
   * Runs one task.
   *
   * @returns the reason if the thread ended during the task, otherwise `undefined`.
   */
  run(task: Task, onMessage: (message: Message) => void): Promise<string | undefined> {
    const worker = (this.#worker ??= this.#start());
    if ("group" in task) this.#tasks += 1;
    return new Promise((resolve, reject) => {
      let reason = "it ended";
      const hear = (message: Message): void => {
        onMessage(message);
        if (message.kind === "finished" || message.kind === "planned") settle();
        else if (message.kind === "unusable") reject(new UsageError(message.message));
      };
      const noteError = (error: unknown): void => {
        reason = describeEnd(error);
      };
      const noteExit = (): void => {
        this.#worker = undefined;
        this.#tasks = 0;
        settle(reason);
      };
      const settle = (why?: string): void => {
        worker.off("message", hear).off("error", noteError).off("exit", noteExit);
        resolve(why);
      };
      worker.on("message", hear).on("error", noteError).on("exit", noteExit);
      worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Threads.Worker {
    const { Worker } = createRequire(__filename)("node:worker_threads") as typeof Threads;
    return new Worker(join(__dirname, "worker.js"), {
      workerData: this.#settings,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMegabytes(),
        maxYoungGenerationSizeMb: youngMegabytes(),
        stackSizeMb: stackMegabytes,
      },
    });
  }
}

function describeEnd(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error.message;
  return `${heapMegabytes()} MB of memory are not enough. Give it more: NODE_OPTIONS=--max-old-space-size=${2 * heapMegabytes()}`;
}

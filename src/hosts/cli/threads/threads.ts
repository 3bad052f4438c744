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

/** Below this many files a thread of its own is not worth its start. */
const filesWorthAThread = 100;

/** Files without a tsconfig.json go to threads in lots: so many for each thread that all end at about the same time. */
const lotsPerThread = 4;

/** @returns how many threads look at code: none where there is little of it, so that the main one does. By default half of the machine's cores. */
export function codeThreadsFor(files: number, concurrency: number | undefined): number {
  if (files < filesWorthAThread) return 0;
  return concurrency ?? Math.max(1, Math.floor(availableParallelism() / 2));
}

/** Who is told of what the threads find. */
export interface Listener {
  readonly setups: Setups;
  readonly cache: Cache | undefined;
  readonly onPlan: (plan: CodePlan) => void;
  readonly onDone: (report: FileReport) => void;
}

/** A group to check, and how many of its files have been given up. */
interface Job {
  readonly group: CodeGroup;
  readonly lost: number;
  /** Whether its reports go to the cache. The rest of a group after a thread has ended does not show all dependencies. */
  readonly kept: boolean;
}

/**
 * Checks code in other threads, each with the heap of this one: a file or program that needs more memory ends its thread, and not the run. One
 * thread checks a group, as each thread would make the group's program again.
 *
 * @throws UsageError when what is installed is no TypeScript that can be used.
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

/** @returns `undefined` when the thread has ended over it. */
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
  // The cache keeps a group as a whole, and what one thread writes another must not read.
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

/** @returns the job to do next; `undefined` when this one is done, or its rest is given up. */
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

/** Threads get the heap limit of the main one, so that a file that fits into one thread fits into each. */
function heapMegabytes(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / megabyte);
}

/** Of the main thread, as Node sets it; more would let files through that are too deeply nested elsewhere. */
const stackMegabytes = 1.15;

/** Most of what an evaluation makes lives shortly: with the 48 MB that Node sets, collecting it takes a tenth of the time more. */
function youngMegabytes(): number {
  return Math.min(192, Math.ceil(heapMegabytes() / 8));
}

/** A thread that is started when it is needed, and again after it has ended. */
class Thread {
  readonly #settings: ThreadSettings;
  #worker: Threads.Worker | undefined;
  #tasks = 0;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Whether nothing has been checked in it so far. */
  get isFresh(): boolean {
    return this.#tasks === 0;
  }

  /**
   * Does one task.
   *
   * @returns why the thread has ended over it, `undefined` when it has not.
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

import { createRequire } from "node:module";
import type * as CacheModule from "../cache/cache";
import type { Cache } from "../cache/cache";
import type * as CodeRun from "../threads/run";
import { discover } from "./discover";
import { fileTypeOf } from "../../shared/files/file-type";
import type * as ManifestFile from "./manifest-file";
import type { FileOutcome, FileTask } from "./manifest-file";
import { checkInThreads, threadsFor } from "./pool";
import { describeFirstContact, describeGaps } from "./notes";
import { emptyReport, type FileReport, type RunReport } from "./report";
import { type FixScope, rootsOf } from "./roots";
import { type Setup, Setups } from "./setup";
import { Progress } from "../progress";
import { displayName } from "../names";
import { isIgnored } from "../../shared/files/ignored";
import { compareNames } from "../../../text/words";

/** Loads modules synchronously: `import()` would first start Node's other loader, which is slow. */
const load = createRequire(__filename);

export interface CheckOptions {
  readonly cwd: string;
  readonly paths: readonly string[];
  /** A configuration file for every file, in place of the nearest one. */
  readonly configuration?: string | undefined;
  /** `dry`: fixes are shown, not written. */
  readonly fix: boolean | "dry";
  /** The file that keeps reports of earlier runs; if absent, none are kept. */
  readonly cache?: string | undefined;
  /** Whether to check code with the types of its tsconfig.json. */
  readonly types: boolean;
  /** Limit of threads; by default it depends on the machine. */
  readonly concurrency?: number | undefined;
}

/** Checks files, folders and patterns. Never throws for a problem of a file. */
export async function check(options: CheckOptions): Promise<RunReport> {
  const found = discover(options.paths, options.cwd);
  const setups = new Setups(options.configuration);
  const nameOf = (path: string): string => displayName(path, options.cwd);
  const reports: FileReport[] = found.others.map((path) =>
    skippedFile(nameOf(path), "not a type of file that is checked"),
  );
  const manifests: FileTask[] = [];
  const code: string[] = [];
  for (const path of found.files) {
    const type = fileTypeOf(path);
    if (isIgnored(setups.for(path).project, path))
      reports.push(skippedFile(nameOf(path), "ignored by the configuration"));
    else if (type === "yaml" || type === "json")
      manifests.push({ path, file: nameOf(path), language: type, cached: options.cache !== undefined });
    else code.push(path);
  }
  const progress = new Progress("Checking", manifests.length + code.length);
  const onDone = (report: FileReport): void => {
    reports.push(report);
    progress.step();
  };
  let untyped = 0;
  const cache = options.cache === undefined ? undefined : openCache(options.cache);
  const fixWithin = options.fix
    ? { folders: rootsOf(options.paths, options.cwd), isDry: options.fix === "dry" }
    : undefined;
  try {
    await checkManifests(manifests, { ...options, fixWithin }, setups, cache, onDone);
    if (code.length > 0) {
      // Loaded on demand: a run over manifests alone must not pay for TypeScript.
      const { checkCode } = load("../threads/run") as typeof CodeRun;
      const files = { files: code, all: found.files, types: options.types };
      const { cwd, configuration, cache: location, concurrency } = options;
      const run = { cwd, configuration, cache: location, fixWithin, concurrency };
      const names = new Set((await checkCode(files, run, { setups, cache, onDone })).map(nameOf));
      // Files that were left out were not checked, so their missing types do not matter.
      untyped = reports.filter(({ file, checked }) => checked && names.has(file)).length;
    }
    cache?.save();
  } finally {
    progress.end();
  }
  const cacheNotes = cache?.notes ?? [];
  return {
    files: reports.sort((a, b) => compareNames(a.file, b.file)),
    problems: runProblems(found.missing, setups, nameOf),
    notes: [...cacheNotes, ...describeGaps({ reports, untyped })],
    ...(!setups.isConfigured && {
      firstContact: [...describeFirstContact({ reports, untyped }), ...cacheNotes.map((note) => `note: ${note}`)],
    }),
  };
}

function openCache(path: string): Cache {
  const { Cache } = load("../cache/cache") as typeof CacheModule;
  return new Cache(path);
}

function skippedFile(file: string, reason: string): FileReport {
  return { ...emptyReport(file), skipped: [{ line: 1, reason, detail: "" }] };
}

async function checkManifests(
  tasks: readonly FileTask[],
  { fixWithin, ...options }: CheckOptions & { readonly fixWithin: FixScope | undefined },
  setups: Setups,
  cache: Cache | undefined,
  onDone: (report: FileReport) => void,
): Promise<void> {
  if (tasks.length === 0) return;
  const { checkManifestFile } = load("./manifest-file") as typeof ManifestFile;
  // A run with fixes checks every file, because the cache does not keep fixes.
  const known = cache && !options.fix ? tasks.map((task) => ({ ...task, knownKey: cache.keyOf(task.path) })) : tasks;
  const setupOf = (task: FileTask): Setup => setups.for(task.path);
  const onOutcome = (task: FileTask, { key, report, problems }: FileOutcome): void => {
    if (problems) setups.addProblems(problems);
    const result = report ?? cache?.take(task.path, task.file) ?? emptyReport(task.file);
    if (report) cache?.put(task.path, key, report);
    onDone(result);
  };
  const checkHere = (task: FileTask): FileOutcome => checkManifestFile(task, setupOf(task), fixWithin);
  await checkInThreads(
    known,
    threadsFor(tasks.length, options.concurrency),
    { configuration: options.configuration, fixWithin },
    checkHere,
    onOutcome,
  );
}

function runProblems(
  missing: readonly { readonly path: string; readonly message: string }[],
  setups: Setups,
  nameOf: (path: string) => string,
): RunReport["problems"] {
  return [
    ...missing.map(({ path, message }) => ({ file: path, severity: "error" as const, message })),
    ...setups.problems.map((problem) => ({ ...problem, file: nameOf(problem.file) })),
  ];
}

import { relative, sep } from "node:path";
import type TS from "typescript";
import type { Sources } from "../../../evaluator/modules/sources";
import type { CodeRun } from "./code-files";
import { Cache } from "../cache/cache";
import { compareNames, discover } from "./discover";
import { fileTypeOf } from "./file-types";
import type { FileOutcome, FileTask } from "./manifest-file";
import { checkInThreads, threadsFor } from "./pool";
import { describeFirstContact, describeGaps } from "./notes";
import { emptyReport, type FileReport, type RunReport } from "./report";
import { rootsOf } from "./roots";
import { type Setup, Setups } from "./setup";
import { Progress } from "../progress";
import type { CodeGroup } from "../project";
import type { CodeCache } from "../cache/code-cache";
import type { Codebases } from "../../shared/sources/codebases";
import { isIgnored } from "../../shared/ignored";
import { loadTypeScript } from "../typescript";

export interface CheckOptions {
  readonly cwd: string;
  readonly paths: readonly string[];
  /** A configuration file for every file, instead of the nearest one. */
  readonly configuration?: string | undefined;
  readonly fix: boolean;
  /** Where reports of earlier runs are kept; absent: nowhere. */
  readonly cache?: string | undefined;
  /** Check code with the types of its tsconfig.json. */
  readonly types: boolean;
}

/** Checks files, folders and patterns. Never throws for what is wrong with a file. */
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
  const built = await findBuilt(code, found.files);
  for (const [path, source] of built) reports.push(skippedFile(nameOf(path), `built from ${nameOf(source)}`));
  const sources = built.size > 0 ? code.filter((path) => !built.has(path)) : code;
  const progress = new Progress("Checking", manifests.length + sources.length);
  const onDone = (report: FileReport): void => {
    reports.push(report);
    progress.step();
  };
  let untyped = 0;
  const cache = options.cache === undefined ? undefined : new Cache(options.cache);
  const fixWithin = options.fix ? rootsOf(options.paths, options.cwd) : undefined;
  try {
    await checkManifests(manifests, { ...options, fixWithin }, setups, cache, onDone);
    if (sources.length > 0)
      untyped = await checkCode(sources, options.types, cache, { setups, fixWithin, nameOf, onDone });
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

/** @returns a path as people and tools expect it: relative to where the program was started, with forward slashes. */
export function displayName(path: string, cwd: string): string {
  const prefix = cwd.endsWith(sep) ? cwd : cwd + sep;
  const name = path.startsWith(prefix) ? path.slice(prefix.length) : relative(cwd, path);
  return sep === "/" ? name : name.split(sep).join("/");
}

function skippedFile(file: string, reason: string): FileReport {
  return { ...emptyReport(file), skipped: [{ line: 1, reason, detail: "" }] };
}

async function checkManifests(
  tasks: readonly FileTask[],
  { fixWithin, ...options }: CheckOptions & { readonly fixWithin: readonly string[] | undefined },
  setups: Setups,
  cache: Cache | undefined,
  onDone: (report: FileReport) => void,
): Promise<void> {
  if (tasks.length === 0) return;
  const { checkManifestFile } = await import("./manifest-file.js");
  // A run that fixes files has to look at those with something to fix again.
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
    threadsFor(tasks.length),
    { configuration: options.configuration, fixWithin },
    checkHere,
    onOutcome,
  );
}

/** @returns the code files that were made of other files of the run, each with its source. */
async function findBuilt(code: readonly string[], all: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (code.length === 0) return new Map();
  const { findBuiltFiles } = await import("../built-files.js");
  return findBuiltFiles(loadTypeScript(), all);
}

/** @returns how many files there were no declared types for, though they were asked for. */
async function checkCode(
  files: readonly string[],
  types: boolean,
  cache: Cache | undefined,
  run: Omit<CodeRun, "ts" | "codebases" | "cache">,
): Promise<number> {
  // Loaded here and not above: a run over manifests alone must not pay for TypeScript.
  const ts = loadTypeScript();
  const { groupByConfiguration } = await import("../project.js");
  const { checkCodeGroup } = await import("./code-files.js");
  const { Codebases } = await import("../../shared/sources/codebases.js");
  const groups: readonly CodeGroup[] = types ? groupByConfiguration(ts, files) : [{ configuration: undefined, files }];
  const followed = cache && (await followCode(ts, cache, run.setups));
  const codebases = followed?.codebases ?? new Codebases(ts);
  for (const group of groups) checkCodeGroup(group, { ...run, ts, codebases, cache: followed?.cache });
  const untyped = groups.find((group) => group.configuration === undefined)?.files.length ?? 0;
  return types ? untyped : 0;
}

/** @returns the cache of code files, and sources whose answers it sees. */
async function followCode(
  ts: typeof TS,
  cache: Cache,
  setups: Setups,
): Promise<{ readonly codebases: Codebases; readonly cache: CodeCache }> {
  const { CodeCache } = await import("../cache/code-cache.js");
  const { Trail } = await import("../cache/trail.js");
  const { Codebases } = await import("../../shared/sources/codebases.js");
  const trail = new Trail();
  const codebases = new Codebases(ts, (sources) => trail.follow(sources));
  const sourcesOf = (file: string): Sources => codebases.sourcesOf(file);
  const setupKeyOf = (file: string): string => setups.for(file).key;
  return { codebases, cache: new CodeCache(cache, { ts, trail, sourcesOf, setupKeyOf }) };
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

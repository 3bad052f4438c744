import type { Cache } from "../cache/cache";
import { emptyReport, type FileReport } from "../check/report";
import type { Setups } from "../check/setup";
import { displayName } from "../names";
import { loadTypeScript } from "../typescript";
import { makeCodeChecker } from "./checker";
import { type CodeFiles, type CodePlan, findUntyped, planCode } from "./plan";
import { checkInThreads, codeThreadsFor } from "./threads";
import type { ThreadSettings } from "./worker";

/** What a run over code needs. */
export interface CodeRun extends ThreadSettings {
  /** At most so many threads; absent: as many as suit the machine. */
  readonly concurrency: number | undefined;
}

interface Listener {
  readonly setups: Setups;
  readonly cache: Cache | undefined;
  readonly onDone: (report: FileReport) => void;
}

/**
 * Checks files of code: in this thread where they are few, else in others.
 *
 * @returns the files that there were no declared types for, though they were asked for.
 * @throws UsageError when what is installed is no TypeScript that can be used.
 */
export async function checkCode(files: CodeFiles, run: CodeRun, listener: Listener): Promise<readonly string[]> {
  const { concurrency, ...settings } = run;
  let untyped: readonly string[] = [];
  const onPlan = (plan: CodePlan): void => {
    if (files.types) untyped = findUntyped(plan);
    for (const [path, source] of plan.built) {
      const reason = `built from ${displayName(source, run.cwd)}`;
      listener.onDone({ ...emptyReport(displayName(path, run.cwd)), skipped: [{ line: 1, reason, detail: "" }] });
    }
  };
  // Files that are fixed are read by others.
  const threads = codeThreadsFor(files.files.length, run.fixWithin ? 1 : concurrency);
  if (threads > 0) await checkInThreads(files, threads, settings, { ...listener, onPlan });
  else {
    const ts = loadTypeScript();
    const plan = planCode(ts, files);
    onPlan(plan);
    const checker = await makeCodeChecker(ts, listener.setups, listener.cache, run);
    for (const group of plan.groups) checker.check(group, listener);
  }
  return untyped;
}

import type { Cache } from "../cache/cache";
import { emptyReport, type FileReport } from "../check/report";
import type { Setups } from "../check/setup";
import { displayName } from "../names";
import { loadTypeScript } from "../typescript";
import { makeCodeChecker } from "./checker";
import { type CodeFiles, type CodePlan, findUntyped, planCode } from "./plan";
import { checkInThreads, codeThreadsFor } from "./threads";
import type { ThreadSettings } from "./worker";

/** The input of a run over code. */
export interface CodeRun extends ThreadSettings {
  /** Limit of threads; by default it depends on the machine. */
  readonly concurrency: number | undefined;
}

interface Listener {
  readonly setups: Setups;
  readonly cache: Cache | undefined;
  readonly onDone: (report: FileReport) => void;
}

/**
 * Checks code files: a few in this thread, many in others.
 *
 * @returns the files without a tsconfig.json, if types were requested.
 * @throws UsageError if the installed TypeScript cannot be used.
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
  // With fixes, one thread: other groups read the fixed files.
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

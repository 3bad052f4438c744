import { parentPort, workerData } from "node:worker_threads";
import type { ConfigurationProblem } from "../../../contract/configuration/configuration";
import { Cache, type CacheChanges } from "../cache/cache";
import type { FileReport } from "../check/report";
import { Setups } from "../check/setup";
import { UsageError } from "../exit";
import type { CodeGroup } from "../project";
import { loadTypeScript } from "../typescript";
import { type CodeChecker, type CodeSettings, makeCodeChecker } from "./checker";
import { type CodeFiles, type CodePlan, planCode } from "./plan";

/** The data that a thread starts with. Plain data. */
export interface ThreadSettings extends CodeSettings {
  /** A configuration file for every file, in place of the nearest one. */
  readonly configuration: string | undefined;
  /** The file that keeps reports of earlier runs; if absent, none are kept. */
  readonly cache: string | undefined;
}

/** A task for a thread. */
export type Task =
  | { readonly plan: CodeFiles }
  | { readonly group: CodeGroup; /** Whether its reports are cached. */ readonly kept: boolean };

/** A message from a thread. */
export type Message =
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "planned"; readonly plan: CodePlan }
  | { readonly kind: "entered"; readonly path: string }
  | { readonly kind: "done"; readonly report: FileReport }
  | {
      readonly kind: "finished";
      readonly problems: readonly ConfigurationProblem[];
      readonly changes: CacheChanges | undefined;
    };

// Runs in a thread, one task after another.
const settings = workerData as ThreadSettings;
const setups = new Setups(settings.configuration);
let keeping: { readonly cache: Cache; readonly checker: CodeChecker } | undefined;
let forgetting: CodeChecker | undefined;

parentPort?.on("message", (task: Task) => {
  void run(task);
});

async function run(task: Task): Promise<void> {
  try {
    const ts = loadTypeScript();
    if ("plan" in task) say({ kind: "planned", plan: planCode(ts, task.plan) });
    else await check(task.group, task.kept);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say({ kind: "unusable", message: error.message });
  }
}

async function check(group: CodeGroup, kept: boolean): Promise<void> {
  const ts = loadTypeScript();
  let checker: CodeChecker;
  if (kept && settings.cache !== undefined) {
    if (!keeping) {
      const cache = new Cache(settings.cache);
      keeping = { cache, checker: await makeCodeChecker(ts, setups, cache, settings) };
    }
    ({ checker } = keeping);
  } else checker = forgetting ??= await makeCodeChecker(ts, setups, undefined, settings);
  checker.check(group, {
    onEnter: (path) => {
      say({ kind: "entered", path });
    },
    onDone: (report) => {
      say({ kind: "done", report });
    },
  });
  say({ kind: "finished", problems: setups.problems, changes: keeping?.cache.takeChanges() });
}

function say(message: Message): void {
  parentPort?.postMessage(message);
}

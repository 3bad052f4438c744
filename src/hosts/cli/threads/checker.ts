import type TS from "typescript";
import { Codebases } from "../../shared/sources/codebases";
import type { Cache } from "../cache/cache";
import type { CodeCache } from "../cache/code-cache";
import { checkCodeGroup } from "../check/code-files";
import { type FileReport, unreadable } from "../check/report";
import type { FixScope } from "../check/roots";
import type { Setups } from "../check/setup";
import { displayName } from "../names";
import type { CodeGroup } from "../project";

/** Settings for checking code. Plain data: it crosses threads. */
export interface CodeSettings {
  readonly cwd: string;
  /** The files that may be fixed; if absent, none are. */
  readonly fixWithin: FixScope | undefined;
}

/** Callbacks during the check of a group. */
export interface CodeEvents {
  /** Called before a file is analysed; with `fixWithin`, several times. */
  readonly onEnter?: (path: string) => void;
  readonly onDone: (report: FileReport) => void;
}

/** Checks groups of code files in one thread, one after another. */
export interface CodeChecker {
  /** Never throws: an error that ends the work on a group is reported as a problem of its remaining files. */
  check(group: CodeGroup, events: CodeEvents): void;
}

/**
 * From this number of files on, only files on the way from them to a client are followed, not the whole project. With a
 * cache, the whole project is always followed, because a cached report must not depend on the other files of the run.
 */
const manyFiles = 50;

/** @param cache reports of earlier runs; if absent, none are read or kept. */
export async function makeCodeChecker(
  ts: typeof TS,
  setups: Setups,
  cache: Cache | undefined,
  { cwd, fixWithin }: CodeSettings,
): Promise<CodeChecker> {
  const codeCache = cache && (await openCodeCache(ts, cache, setups));
  const ofFew = new Codebases(ts);
  let ofMany: Codebases | undefined;
  const codebasesFor = ({ files }: CodeGroup): Codebases => {
    if (files.length < manyFiles) return ofFew;
    return (ofMany ??= new Codebases(ts, { lookedAt: files }));
  };
  const nameOf = (path: string): string => displayName(path, cwd);
  return {
    check(group, { onEnter, onDone }) {
      const done = new Set<string>();
      const note = (report: FileReport): void => {
        done.add(report.file);
        onDone(report);
      };
      try {
        checkCodeGroup(group, {
          ts,
          setups,
          codebases: codebasesFor(group),
          cache: codeCache,
          fixWithin,
          nameOf,
          onEnter,
          onDone: note,
        });
      } catch (error) {
        const message = `the check of its tsconfig.json crashed: ${error instanceof Error ? error.message : String(error)}`;
        for (const file of group.files.map(nameOf)) if (!done.has(file)) onDone(unreadable(file, { message }));
      }
    },
  };
}

async function openCodeCache(ts: typeof TS, cache: Cache, setups: Setups): Promise<CodeCache> {
  const { CodeCache } = await import("../cache/code-cache.js");
  return new CodeCache(cache, { ts, setupKeyOf: (file) => setups.for(file).key });
}

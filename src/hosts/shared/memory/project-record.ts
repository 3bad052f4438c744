import { relative } from "node:path";
import type { Sources } from "../../../project/sources";
import { AskedFiles } from "../sources/asked";
import { isSearched } from "../sources/declared-members";
import { Reach } from "./parts";
import { askAgain, type RecordData, recordOf } from "./record";
import { isSame, type Walk, walk } from "./walk";

/**
 * Follows marks to requests through a project, unless that was done already.
 *
 * @returns the project's files.
 */
export type Follow = () => Sources;

/**
 * The questions of one run about a project's files, and the questions of earlier runs with answers that are still valid.
 */
export class ProjectRecord {
  readonly asked: AskedFiles;
  /** The questions of earlier runs, if their answers are still valid. */
  readonly before: RecordData | undefined;
  readonly #root: string;
  readonly #walked: Walk;
  /** Participating files that have changed since the earlier runs. */
  readonly #changed: ReadonlySet<string>;
  #reach: Reach | undefined;

  /** @param record the questions of earlier runs. */
  constructor(root: string, walked: Walk, record: RecordData | undefined) {
    this.#root = root;
    this.#walked = walked;
    this.asked = new AskedFiles(root);
    const again = record && askAgain(root, record, walked);
    this.before = again && { ...record, files: again.files };
    this.#changed = again?.changed ?? new Set();
  }

  /**
   * Must be called before a file is analysed.
   *
   * @param configured digest of its configuration.
   */
  enter(path: string, configured: string): void {
    // The content of a test affects only the files that ask for it.
    this.asked.own = { name: path, isApart: !isSearched(relative(this.#root, path)) };
    this.asked.configured = configured;
  }

  /**
   * @param name a file, relative to the project's folder.
   * @param follow called if a change in another file may have affected this one.
   * @returns whether the findings of an unchanged file may have changed.
   */
  isReached(name: string, follow: Follow | undefined): boolean {
    if (!this.before) return true;
    if (this.#changed.size === 0) return false;
    if (this.#changed.has(name)) return true;
    const sources = this.#reach ? undefined : follow?.();
    const { told } = this.asked;
    const before = this.before.parts;
    if (sources && told && before)
      this.#reach = new Reach(this.#root, { before, changed: this.#changed, told }, { sources, asked: this.asked });
    return this.#reach?.has(name) ?? true;
  }

  /** @returns the current files, or `undefined` if one has changed during the run. */
  walkAgain(except: string): Walk | undefined {
    const now = walk(this.#root, except);
    return now && isSame(this.#walked, now) ? now : undefined;
  }

  /**
   * @param now the result of {@link walkAgain}.
   * @param others the questions of runs that ended in the meantime.
   * @returns all questions, or `undefined` if they cannot be repeated.
   */
  recordNow(now: Walk, others: readonly RecordData[] = []): RecordData | undefined {
    return recordOf(this.#root, this.asked, now, [...(this.before ? [this.before] : []), ...others]);
  }
}

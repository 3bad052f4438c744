import { relative } from "node:path";
import type { Sources } from "../../../project/sources";
import { AskedFiles } from "../sources/asked";
import { isSearched } from "../sources/declared-members";
import { Reach } from "./parts";
import { askAgain, type RecordData, recordOf } from "./record";
import { isSame, type Walk, walk } from "./walk";

/** Follows what leads to requests through a project, if nobody has done so yet. @returns the project's files. */
export type Follow = () => Sources;

/** What one run asks of a project's files, and what earlier runs had asked, as long as they would get the same answers. */
export class ProjectRecord {
  readonly asked: AskedFiles;
  /** What was asked before, if it holds. */
  readonly before: RecordData | undefined;
  readonly #root: string;
  readonly #walked: Walk;
  /** The files that take part and have changed since. */
  readonly #changed: ReadonlySet<string>;
  #reach: Reach | undefined;

  /** @param record what earlier runs have asked. */
  constructor(root: string, walked: Walk, record: RecordData | undefined) {
    this.#root = root;
    this.#walked = walked;
    this.asked = new AskedFiles(root);
    const again = record && askAgain(root, record, walked);
    this.before = again && { ...record, files: again.files };
    this.#changed = again?.changed ?? new Set();
  }

  /**
   * To be called before a file is analysed.
   *
   * @param configured what stands for its configuration.
   */
  enter(path: string, configured: string): void {
    // The contents of a test reach no other file that does not ask for them.
    this.asked.own = { name: path, isApart: !isSearched(relative(this.#root, path)) };
    this.asked.configured = configured;
  }

  /**
   * @param name a file below the project's folder.
   * @param follow called where the change of another file may have reached it.
   * @returns whether what was found in the file may be something else now, though the file is the same.
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

  /** @returns the files as they are now; nothing where one was changed during the run. */
  walkAgain(except: string): Walk | undefined {
    const now = walk(this.#root, except);
    return now && isSame(this.#walked, now) ? now : undefined;
  }

  /**
   * @param now of {@link walkAgain}.
   * @param others what other runs have asked meanwhile.
   * @returns all that was asked; nothing where that cannot be asked again.
   */
  recordNow(now: Walk, others: readonly RecordData[] = []): RecordData | undefined {
    return recordOf(this.#root, this.asked, now, [...(this.before ? [this.before] : []), ...others]);
  }
}

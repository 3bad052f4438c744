import { performance } from "node:perf_hooks";

/** Limit in milliseconds: after a longer idle time a person may have changed files. */
const longest = 1_000;

/** Recognises an idle time, after which a person may have changed files, so that results from the disk are read again. */
export class Rest {
  #idle = performance.eventLoopUtilization().idle;

  /** @returns whether the process has been idle since the last call. */
  hasPassed(): boolean {
    const { idle } = performance.eventLoopUtilization();
    const passed = idle - this.#idle > longest;
    this.#idle = idle;
    return passed;
  }
}

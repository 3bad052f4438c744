import { performance } from "node:perf_hooks";

/** After so many milliseconds in which the process had nothing to do, what was found before may have changed: a person has been at work. */
const longest = 1_000;

/** Tells what one run asks of the disk from what is asked after a person may have changed it. */
export class Rest {
  #idle = performance.eventLoopUtilization().idle;

  /** @returns whether the process has rested since this was asked before. */
  hasPassed(): boolean {
    const { idle } = performance.eventLoopUtilization();
    const passed = idle - this.#idle > longest;
    this.#idle = idle;
    return passed;
  }
}

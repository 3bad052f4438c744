/** Some 20 ms of work on a common machine, in steps of about ten microseconds. */
const between = 2_000;

/** Counts steps of work, so that whoever waits for it is asked now and then whether he still does, on each machine after the same work. */
export class Steps {
  /** What it throws ends the work. */
  interrupt: (() => void) | undefined;
  #left = between;

  /** @param count steps of about ten microseconds. */
  take(count = 1): void {
    this.#left -= count;
    if (this.#left > 0) return;
    this.#left = between;
    this.interrupt?.();
  }
}

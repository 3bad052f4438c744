/** Steps of about ten microseconds between two interruptions: some 20 ms on a common machine. */
const between = 2_000;

/** Counts steps of work, and calls `interrupt` after a fixed number of them: on every machine after the same work. */
export class Steps {
  /** May throw, which ends the work. */
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

import { setImmediate } from "node:timers/promises";

/** In milliseconds: so long the process works before it sees what has happened meanwhile. */
const longestWithoutLook = 50;

/** Ends the work on a file; nothing of it is kept. */
class Interrupted extends Error {}

/** Ctrl-C, and what `timeout` and build services send. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** Whether a run is to end before it has looked at everything: after a signal, or when its time is over. A second signal ends the process at once. */
export class Interruption {
  #isAsked = false;
  #lastLook = Date.now();
  readonly #end: number;
  readonly #onSignal = (): void => {
    this.#isAsked = true;
    this.close();
  };

  /** @param seconds absent: there is no bound. */
  constructor(seconds: number | undefined) {
    this.#end = seconds === undefined ? Infinity : Date.now() + seconds * 1_000;
    for (const signal of signals) process.on(signal, this.#onSignal);
  }

  get isOver(): boolean {
    return this.#isAsked || Date.now() > this.#end;
  }

  /** Throws when the run is to end: within work during which no signal comes in. */
  readonly check = (): void => {
    if (this.isOver) throw new Interrupted();
  };

  /** Lets signals come in. */
  async look(): Promise<void> {
    if (Date.now() - this.#lastLook < longestWithoutLook) return;
    await setImmediate();
    this.#lastLook = Date.now();
  }

  close(): void {
    for (const signal of signals) process.off(signal, this.#onSignal);
  }

  static is(error: unknown): boolean {
    return error instanceof Interrupted;
  }
}

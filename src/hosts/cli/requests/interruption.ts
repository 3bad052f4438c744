import { setImmediate } from "node:timers/promises";

/** In milliseconds: the process handles signals at least this often. */
const longestWithoutLook = 50;

/** Thrown to end the analysis of a file. Its results are discarded. */
class Interrupted extends Error {}

/** Sent by Ctrl-C, by `timeout`, and by CI services. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** Whether a run must end early: after a signal or a timeout. A second signal ends the process at once. */
export class Interruption {
  #isAsked = false;
  #lastLook = Date.now();
  readonly #end: number;
  readonly #onSignal = (): void => {
    this.#isAsked = true;
    this.close();
  };

  /** @param seconds the timeout; by default there is none. */
  constructor(seconds: number | undefined) {
    this.#end = seconds === undefined ? Infinity : Date.now() + seconds * 1_000;
    for (const signal of signals) process.on(signal, this.#onSignal);
  }

  get isOver(): boolean {
    return this.#isAsked || Date.now() > this.#end;
  }

  /** Throws if the run must end. For use inside synchronous work, during which signals are not handled. */
  readonly check = (): void => {
    if (this.isOver) throw new Interrupted();
  };

  /** Lets the process handle signals. */
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

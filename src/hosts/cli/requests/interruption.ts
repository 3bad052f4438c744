import { setImmediate } from "node:timers/promises";

/** In milliseconds: so long the process works before it sees what has happened meanwhile. */
const longestWithoutLook = 50;

/** Ends the work on a file of which nothing is kept. */
class Interrupted extends Error {}

/** Whether a run is to end before it has looked at everything: after Ctrl-C, or when its time is over. A second Ctrl-C ends the process at once. */
export class Interruption {
  #isAsked = false;
  #lastLook = Date.now();
  readonly #end: number;
  readonly #onSignal = (): void => {
    this.#isAsked = true;
  };

  /** @param seconds absent: there is no bound. */
  constructor(seconds: number | undefined) {
    this.#end = seconds === undefined ? Infinity : Date.now() + seconds * 1_000;
    process.once("SIGINT", this.#onSignal);
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
    process.off("SIGINT", this.#onSignal);
  }

  static is(error: unknown): boolean {
    return error instanceof Interrupted;
  }
}

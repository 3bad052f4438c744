/** Defers an interruption by the host to the next point at which the work can end without losing its results. */
export class Deferred {
  readonly #interrupt: (() => void) | undefined;
  #stopped: { readonly by: unknown } | undefined;

  /** @param interrupt throws if the work is no longer wanted. */
  constructor(interrupt: (() => void) | undefined) {
    this.#interrupt = interrupt;
  }

  /** Asks the host whether to go on. The host also counts these calls to measure the work. Never throws. */
  readonly ask = (): void => {
    try {
      this.#interrupt?.();
    } catch (error) {
      this.#stopped ??= { by: error };
    }
  };

  /** Whether the host has thrown. */
  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Throws the host's error, if there is one. */
  readonly throwIfStopped = (): void => {
    if (this.#stopped) throw this.#stopped.by;
  };
}

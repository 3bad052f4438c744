/** Defers an interruption by the host to points at which work can end without losing what was done. */
export class Deferred {
  readonly #interrupt: (() => void) | undefined;
  #stopped: { readonly by: unknown } | undefined;

  /** @param interrupt throws if the work is no longer wanted. */
  constructor(interrupt: (() => void) | undefined) {
    this.#interrupt = interrupt;
  }

  /** Asks the host, which also measures the work by these questions. Never throws. */
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

  /** Throws what the host has thrown. */
  readonly throwIfStopped = (): void => {
    if (this.#stopped) throw this.#stopped.by;
  };
}

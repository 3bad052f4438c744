import type TS from "typescript";

/** Facts about callbacks, from the code in which they are written. */
export class Callbacks {
  private readonly inPlace = new Set<TS.Node>();
  /** Those that were added during a run that does not count. */
  private added: Set<TS.Node> | undefined;

  /** Whether a callback has run where it is written. */
  ranInPlace(code: TS.Node): boolean {
    return this.inPlace.has(code);
  }

  noteInPlace(code: TS.Node): void {
    if (!this.inPlace.has(code)) this.added?.add(code);
    this.inPlace.add(code);
  }

  /** Notes that a callback was not entered in one of the places where it would run. */
  noteLeftOut(code: TS.Node): void {
    this.inPlace.delete(code);
  }

  /** Runs something whose requests do not count: the callbacks that it runs still have to run by themselves. */
  apart(run: () => void): void {
    const { added } = this;
    const own = new Set<TS.Node>();
    this.added = own;
    try {
      run();
    } finally {
      this.added = added;
      for (const code of own) this.inPlace.delete(code);
    }
  }
}

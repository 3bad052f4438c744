/** Draws from a seed: equal seeds draw the same on every machine. */
export class Draw {
  #state: number;
  #fresh = 0;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** @returns a number from 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(...options: readonly T[]): T {
    const option = options[Math.floor(this.next() * options.length)];
    if (option === undefined) throw new Error("nothing to pick from");
    return option;
  }

  /** @returns a list of one to `most` results of a function. */
  some<T>(most: number, draw: (index: number) => T): readonly T[] {
    return Array.from({ length: 1 + Math.floor(this.next() * most) }, (_, index) => draw(index));
  }

  /** @returns a unique name. */
  fresh(stem: string): string {
    this.#fresh += 1;
    return `${stem}${this.#fresh}`;
  }
}

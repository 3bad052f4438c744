const width = 24;
const delay = 300;
const interval = 80;

/** A progress bar on a terminal. Prints nothing elsewhere, or if the run ends quickly. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #total: number;
  readonly #label: string;
  #next = Date.now() + delay;
  #done = 0;
  #shown = false;

  constructor(label: string, total: number, stream: NodeJS.WriteStream = process.stderr) {
    this.#label = label;
    this.#total = total;
    this.#stream = stream;
  }

  /** Counts one more item as done. */
  step(): void {
    this.#done += 1;
    if (!this.#stream.isTTY || Date.now() < this.#next) return;
    this.#next = Date.now() + interval;
    this.#shown = true;
    const filled = Math.round((width * this.#done) / Math.max(1, this.#total));
    const bar = "█".repeat(filled) + "░".repeat(width - filled);
    this.#stream.write(`\r${this.#label} ${bar} ${this.#done}/${this.#total}\u001B[K`);
  }

  /** Removes the bar. */
  end(): void {
    if (this.#shown) this.#stream.write("\r\u001B[K");
    this.#shown = false;
  }
}

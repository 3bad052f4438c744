import { Transform, type TransformCallback } from "node:stream";

/** A larger message would be waited for until the memory is full; files of this size are not served. */
const mostBytes = 256 * 1024 * 1024;

const length = /^content-length:[ \t]*(\d+)[ \t]*$/im;
const name = "content-length:";
const blankLine = "\r\n\r\n";

/**
 * Passes on the messages of a client. One whose header does not tell its length cannot be told from what follows, and all that comes after it would be lost
 * too: it is left out, up to the next header that does.
 */
export class Framing extends Transform {
  #waiting: Buffer = Buffer.alloc(0);
  /** How many bytes of the present message have yet to come. */
  #open = 0;
  #isLost = false;

  /** @param report is told once of each place at which the messages cannot be told apart. */
  constructor(readonly report: (message: string) => void) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    while (this.#waiting.length > 0 && this.#step());
    done();
  }

  /** @returns whether something was done, so that more may be. */
  #step(): boolean {
    if (this.#open > 0) {
      const part = this.#take(Math.min(this.#open, this.#waiting.length));
      this.#open -= part.length;
      this.push(part);
      return true;
    }
    return this.#isLost ? this.#find() : this.#header();
  }

  #header(): boolean {
    const end = this.#waiting.indexOf(blankLine);
    if (end < 0) return false;
    const bytes = Number(length.exec(this.#waiting.toString("latin1", 0, end))?.[1] ?? NaN);
    if (bytes <= mostBytes) {
      this.#open = bytes;
      this.push(this.#take(end + blankLine.length));
      return true;
    }
    this.report("A message from the client does not tell its length, and is left out.");
    this.#take(end + blankLine.length);
    this.#isLost = true;
    return true;
  }

  /** Looks for the next header. Its name may have come in part only. */
  #find(): boolean {
    const at = this.#waiting.toString("latin1").toLowerCase().indexOf(name);
    this.#take(at < 0 ? Math.max(0, this.#waiting.length - name.length) : at);
    this.#isLost = at < 0;
    return at >= 0;
  }

  #take(bytes: number): Buffer {
    const part = this.#waiting.subarray(0, bytes);
    this.#waiting = this.#waiting.subarray(bytes);
    return part;
  }
}

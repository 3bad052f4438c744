import { Transform, type TransformCallback } from "node:stream";

/** Limit of a message in bytes: buffering a larger one would fill the memory, and files of this size are not served. */
const mostBytes = 256 * 1024 * 1024;

const length = /^content-length:[ \t]*(\d+)[ \t]*$/im;
const name = "content-length:";
const blankLine = "\r\n\r\n";

/**
 * Passes on the messages of a client. If a header does not state its length, the end of the message is unknown, and
 * everything after it would be lost too: bytes are skipped up to the next header that states a length.
 */
export class Framing extends Transform {
  #waiting: Buffer = Buffer.alloc(0);
  /** Number of missing bytes of the current message. */
  #open = 0;
  #isLost = false;

  /** @param report called once for each place where messages cannot be separated. */
  constructor(readonly report: (message: string) => void) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    while (this.#waiting.length > 0 && this.#step());
    done();
  }

  /** @returns whether progress was made, so that another step may follow. */
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

  /** Searches for the next header. Its name may have arrived only in part. */
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

import type { Range } from "../text/range";

/** What the code reads of the answer to one request. */
export interface Reads {
  /** The body. Elements of arrays are read as the array is (conventions 4.2.5), so there are no indices. */
  readonly body: Read;
  /** The body of a failure is read the same way: the client does not throw for it. */
  readonly failures: boolean;
  /** Where the body as a whole goes to code that is not followed; `undefined` where everything that is read of it is known. */
  readonly escape: Range | undefined;
}

/** What is read of one value. */
export interface Read {
  /** Its key; empty for the body itself. */
  readonly name: string;
  /** All that is in it may be read: it is printed, compared, given to code that is not followed. */
  readonly whole: boolean;
  /** Where it is surely read from this answer, in the file under analysis, and not written before. */
  readonly places: readonly Range[];
  readonly fields: ReadonlyMap<string, Read>;
}

import type TS from "typescript";
import type { Range } from "../text/range";

/** The code's reads of the answer to one request. */
export interface Reads {
  /** The body. Elements of arrays are read as the array is (conventions 4.2.5), so there are no indices. */
  readonly body: Read;
  /** The same code may read the body of a failure, for which the client does not throw. */
  readonly failures: boolean;
  /** The place at which the whole body goes to code that is not followed; `undefined` if all reads are known. */
  readonly escape: Range | undefined;
  /** Functions that return the answer, or parts of it, to callers that are not followed, each with the paths of those. */
  readonly leaves: ReadonlyMap<TS.Node, readonly (readonly string[])[]>;
  /** The calls of the answer's methods that give the body, such as `response.json()`. */
  readonly calls: readonly TS.Node[];
}

/** The reads of one value. */
export interface Read {
  /** Its key; empty for the body itself. */
  readonly name: string;
  /** Everything in it may be read: it is printed, compared, or passed to code that is not followed. */
  readonly whole: boolean;
  /** Unknown code holds the value while it is read, and may add fields. (A caller gets it only after the reads.) */
  readonly changeable: boolean;
  /** The places in the analysed file at which it is surely read from this answer, and not written before. */
  readonly places: readonly Range[];
  /** Where the first of these really stands, which may be in another file. */
  readonly first?: TS.Node | undefined;
  readonly fields: ReadonlyMap<string, Read>;
}

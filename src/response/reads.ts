import type TS from "typescript";
import type { Range } from "../text/range";

/** The reads of a response in code. */
export interface Reads {
  /**
   * The reads of the body. Arrays are transparent (conventions 4.2.5): reads of elements belong to the array, without
   * indices.
   */
  readonly body: Read;
  /** Whether the same code may read the body of a failure, because the client does not throw. */
  readonly failures: boolean;
  /** The range at which the whole body passes to code that is not followed; `undefined` if all reads are known. */
  readonly escape: Range | undefined;
  /** Functions that return the response to unknown callers, wholly or in part, with the paths of the returned parts. */
  readonly leaves: ReadonlyMap<TS.Node, readonly (readonly string[])[]>;
  /** The calls of the response's methods that return the body, such as `response.json()`. */
  readonly calls: readonly TS.Node[];
}

/** The reads of one value. */
export interface Read {
  /** Its key; empty for the body itself. */
  readonly name: string;
  /** Whether everything in it may be read: it is printed, compared, or passed to code that is not followed. */
  readonly whole: boolean;
  /**
   * Whether unknown code has the value while it is read, and may add fields. Callers do not count: they get it only
   * after the reads.
   */
  readonly changeable: boolean;
  /** Ranges in the analysed file at which it is certainly read from this response and was not overwritten before. */
  readonly places: readonly Range[];
  /** The node of the first of these reads, which may be in another file. */
  readonly first?: TS.Node | undefined;
  readonly fields: ReadonlyMap<string, Read>;
}

import type { Range } from "../text/range";

export type Severity = "error" | "warn";

/** A replacement of a range of the text. */
export interface Edit {
  readonly range: Range;
  readonly text: string;
}

/** A change that the user may choose. */
export interface Suggestion {
  readonly message: string;
  readonly edits: readonly Edit[];
}

/** A problem at one place, in the form that all hosts report. */
export interface Finding {
  readonly rule: string;
  readonly messageId: string;
  readonly message: string;
  /** The values of the message's placeholders. */
  readonly data?: Readonly<Record<string, string | number>>;
  readonly severity: Severity;
  /** The request with the problem, with its known parts: `PATCH /orders/{id}`. */
  readonly request?: string;
  readonly range: Range;
  /** The edits of an automatic fix, which must always be correct. */
  readonly fix?: readonly Edit[];
  readonly suggestions: readonly Suggestion[];
  /** Other places in the same file that explain the problem. */
  readonly related: readonly { readonly range: Range; readonly message: string }[];
}

/** A rule that crashed on a file. The file's other findings remain valid, and the run exits with 2. */
export interface Failure {
  readonly rule: string;
  readonly error: Error;
}

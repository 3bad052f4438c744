import type { Range } from "../text/range";

export type Severity = "error" | "warn";

/** One replacement of a piece of the text. */
export interface Edit {
  readonly range: Range;
  readonly text: string;
}

/** A change that a person may choose. */
export interface Suggestion {
  readonly message: string;
  readonly edits: readonly Edit[];
}

/** One problem, at one place, as every host reports it. */
export interface Finding {
  readonly rule: string;
  readonly messageId: string;
  readonly message: string;
  /** The values of the message's placeholders. */
  readonly data?: Readonly<Record<string, string | number>>;
  readonly severity: Severity;
  /** The request that has the problem, as far as it is known: `PATCH /orders/{id}`. */
  readonly request?: string;
  readonly range: Range;
  /** The edits of an automatic fix, which cannot be wrong. */
  readonly fix?: readonly Edit[];
  readonly suggestions: readonly Suggestion[];
  /** Other places of the same file that explain it. */
  readonly related: readonly { readonly range: Range; readonly message: string }[];
}

/** A rule that crashed on a file: the file's other findings stand, and the run exits with 2. */
export interface Failure {
  readonly rule: string;
  readonly error: Error;
}

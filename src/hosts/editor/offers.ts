import type { Range } from "../../text/range";

/** Results that editors show at a place of a file, independent of their protocol. */

/** A completion. */
export interface Offer {
  readonly name: string;
  readonly kind: "field" | "value" | "path" | "parameter" | "header" | "kind";
  /** The range that it replaces. */
  readonly range: Range;
  /** The inserted text, if it differs from the name. */
  readonly text?: string;
  /** The inserted text with placeholders, for editors that support snippets. */
  readonly snippet?: string;
  readonly type?: string | undefined;
  readonly documentation?: string | undefined;
  readonly isOptional?: boolean;
}

/** A hover on a range of a file. */
export interface Explanation {
  readonly range: Range;
  /** A single line. */
  readonly title: string;
  /** Lines of plain text. */
  readonly details: readonly string[];
}

import type { Range } from "../../text/range";

/** What an editor can be told at a place of a file, whatever its protocol. */

/** Something that may be written at a place. */
export interface Offer {
  readonly name: string;
  readonly kind: "field" | "value" | "path" | "parameter" | "header" | "kind";
  /** What it replaces. */
  readonly range: Range;
  /** What is written, where that is not the name. */
  readonly text?: string;
  /** The same with places to fill in, for editors that take snippets. */
  readonly snippet?: string;
  readonly type?: string | undefined;
  readonly documentation?: string | undefined;
  readonly isOptional?: boolean;
}

/** What is known of a piece of a file. */
export interface Explanation {
  readonly range: Range;
  /** One line. */
  readonly title: string;
  /** Lines of plain text. */
  readonly details: readonly string[];
}

import type { Call } from "../usage/usage";

/** What a change may hit: a call of the code, or a document of a kind. */
export interface Site extends Pick<
  Call,
  "client" | "file" | "line" | "column" | "endLine" | "endColumn" | "function" | "through"
> {
  /** The kind of the document, and its name where it has one: `Gadget small`. */
  readonly document?: string;
}

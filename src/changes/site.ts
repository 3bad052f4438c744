import type { Call } from "../usage/usage";

/** A place that a change may affect: a call in code, or a document of a kind. */
export interface Site extends Pick<
  Call,
  "client" | "file" | "line" | "column" | "endLine" | "endColumn" | "function" | "through"
> {
  /** The kind of the document, and its name if it has one: `Gadget small`. */
  readonly document?: string;
}

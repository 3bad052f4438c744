import type { Range } from "../text/range";
import type { ObjectShape } from "../shape/shape";
import type { ObjectValue } from "../value/value";

/** A document, list item or object literal that declares a resource of one of the contract's kinds. */
export interface Manifest {
  /** The kind under which it is judged, `Table`. */
  readonly kind: string;
  /** `a` or `b`, or an imported group's key. */
  readonly group: string;
  readonly apiVersion: { readonly text: string | undefined; readonly range: Range };
  readonly value: ObjectValue;
  readonly shape: ObjectShape;
  /** Items of a `<Kind>List` or a `v1` List may leave out apiVersion and kind. */
  readonly list?: { readonly kind: string; readonly index: number };
  /** Where it is written: quoting and fixes differ. */
  readonly language: "yaml" | "json" | "code";
}

/** A document that is not judged, and why. */
export interface SkippedDocument {
  readonly range: Range;
  readonly reason: "foreign group" | "unknown kind" | "template" | "empty" | "partial" | "not a manifest";
  readonly detail: string;
}

import type { ObjectShape } from "../shape/shape";
import type { Range } from "../text/range";
import type { ObjectValue } from "../value/value";

/** A document, list item or object literal that declares a resource of a known kind. */
export interface Manifest {
  /** The kind by which it is checked: `Table`. */
  readonly kind: string;
  /** The group's key: `a`, `b`, or that of an imported group. */
  readonly group: string;
  /** The configured version of the group. */
  readonly groupVersion?: string;
  readonly apiVersion: { readonly text: string | undefined; readonly range: Range };
  /** The range for a missing top-level field: the key `kind`, otherwise the first key. */
  readonly key: Range;
  readonly value: ObjectValue;
  readonly shape: ObjectShape;
  /** Problems of apiVersion and kind themselves. */
  readonly problems: readonly IdentityProblem[];
  /** Present for items of a `<Kind>List` or `v1` List, which may omit apiVersion and kind. */
  readonly list?: { readonly kind: string; readonly index: number };
  /** Set for a patch or other part of an object, in which no field counts as missing. */
  readonly partial?: true;
  /** The language of the file, on which quoting and fixes depend. */
  readonly language: "yaml" | "json" | "code";
}

/** A problem with the apiVersion or kind of a document that is recognised nevertheless. */
export interface IdentityProblem {
  /**
   * `missing`: the field is absent. `version`: a known kind and group, but another version. `group`: the kind belongs
   * to another known group. `near`: one typo away from a known name. `item`: a list item of another kind than its list.
   */
  readonly kind: "missing" | "version" | "group" | "near" | "item";
  readonly field: "apiVersion" | "kind";
  /** The range of the value; for a missing one, of the key of the object that lacks it. */
  readonly range: Range;
  readonly editable: boolean;
  readonly found: string;
  /** The expected values; empty if the contract does not define them. */
  readonly expected: readonly string[];
}

/** A document that is not checked, with the reason. */
export interface SkippedDocument {
  readonly range: Range;
  readonly reason: SkipReason;
  /** A sentence for `--verbose`. */
  readonly detail: string;
  /** Present if only the configuration could show that the document belongs to the service. */
  readonly unnamed?: UnnamedDocument;
}

/** A document of a known kind's name, in a group that is not configured. */
export interface UnnamedDocument {
  readonly kind: string;
  readonly apiVersion: string;
  /** The key of the kind's group in the contract. */
  readonly group: string;
}

export type SkipReason = "foreign group" | "unknown kind" | "template" | "empty" | "partial" | "not a manifest";

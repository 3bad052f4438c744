import type { ObjectShape } from "../shape/shape";
import type { Range } from "../text/range";
import type { ObjectValue } from "../value/value";

/** A document, list item or object literal that declares a resource of one of the contract's kinds. */
export interface Manifest {
  /** The kind under which it is checked, `Table`. */
  readonly kind: string;
  /** `a` or `b`, or an imported group's key. */
  readonly group: string;
  /** The version of the group in use, where configured. */
  readonly groupVersion?: string;
  readonly apiVersion: { readonly text: string | undefined; readonly range: Range };
  /** Where a field that the whole lacks is reported: the key `kind`, else the first key. */
  readonly key: Range;
  readonly value: ObjectValue;
  readonly shape: ObjectShape;
  /** What is wrong with apiVersion and kind themselves. */
  readonly problems: readonly IdentityProblem[];
  /** Items of a `<Kind>List` or a `v1` List may leave out apiVersion and kind. */
  readonly list?: { readonly kind: string; readonly index: number };
  /** A patch or another part of an object: nothing is reported as missing. */
  readonly partial?: true;
  /** Where it is written: quoting and fixes differ. */
  readonly language: "yaml" | "json" | "code";
}

/** Something wrong with the apiVersion or kind of a document that is ours all the same. */
export interface IdentityProblem {
  /**
   * `missing`: not there. `version`: our kind and group, another version. `group`: the other of our groups. `near`: one typo away from
   * ours. `item`: a list item of another kind than the list's.
   */
  readonly kind: "missing" | "version" | "group" | "near" | "item";
  readonly field: "apiVersion" | "kind";
  /** The value, or for a missing one the key of the object that lacks it. */
  readonly range: Range;
  readonly editable: boolean;
  readonly found: string;
  /** What it should be; empty where the contract does not tell. */
  readonly expected: readonly string[];
}

/** A document that is not checked, and why. */
export interface SkippedDocument {
  readonly range: Range;
  readonly reason: SkipReason;
  /** In words, for `--verbose`. */
  readonly detail: string;
  /** Where nothing but the configuration could show that the document is the service's. */
  readonly unnamed?: UnnamedDocument;
}

/** A document with the name of a known kind, of a group that is not configured. */
export interface UnnamedDocument {
  readonly kind: string;
  readonly apiVersion: string;
  /** The key of the kind's group in the contract. */
  readonly group: string;
}

export type SkipReason = "foreign group" | "unknown kind" | "template" | "empty" | "partial" | "not a manifest";

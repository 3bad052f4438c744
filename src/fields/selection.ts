import type { Range } from "../text/range";

/** One step of a selector: a field's name, or `*` for every child object (conventions 4.2.4). */
export interface Segment {
  readonly name: string;
  readonly range: Range;
}

/** One selector: a path, and what is selected below it. Ranges are in the `fields` text. */
export interface Selector {
  /** At least one segment. */
  readonly path: readonly [Segment, ...Segment[]];
  /** Absent: what the path leads to is selected whole. */
  readonly group?: Group;
  /** A hole hides how it goes on below the path. */
  readonly open?: true;
  readonly range: Range;
}

/** `(a,b)`. */
export interface Group {
  readonly selectors: readonly Selector[];
  /** A hole, or a mistake, hides further selectors. */
  readonly open: boolean;
  /** With both parentheses, as far as they are there. */
  readonly range: Range;
}

/** What is wrong with the syntax of a `fields` text. */
export interface Mistake {
  readonly kind: MistakeKind;
  /** The smallest piece that shows it; empty only for an empty text. */
  readonly range: Range;
}

export type MistakeKind =
  /** There is no selector at all. */
  | "emptyValue"
  /** A comma with nothing before or after it; the range is a comma that is too many. */
  | "emptySelector"
  /** `a()` */
  | "emptyGroup"
  /** A `(` that is never closed. */
  | "unclosedGroup"
  /** A `)` that closes nothing. */
  | "strayParenthesis"
  /** `(a)` without a field before it. */
  | "groupWithoutField"
  /** A slash with no name before or after it. */
  | "straySlash"
  /** `a(b)c`, `a(b)/c`: only `,` or `)` may follow a group. */
  | "textAfterGroup"
  /** `a*`: a wildcard stands for a whole segment. */
  | "mixedWildcard"
  /** `a{b}`, `a[0]`: groups are written in parentheses, and elements of arrays are not numbered. */
  | "otherBrackets"
  /** `a%2Cb`: the value still has percent-escapes once it is decoded. */
  | "encodedTwice";

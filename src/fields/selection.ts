import type { Range } from "../text/range";

/** One step of a selector: a field's name, or `*` for every child object (conventions 4.2.4). */
export interface Segment {
  readonly name: string;
  readonly range: Range;
}

/** One selector: a path and an optional group below it. Ranges refer to the `fields` text. */
export interface Selector {
  /** At least one segment. */
  readonly path: readonly [Segment, ...Segment[]];
  /** Absent: the value at the path is selected as a whole. */
  readonly group?: Group;
  /** A hole hides how the path continues. */
  readonly open?: true;
  readonly range: Range;
}

/** `(a,b)`. */
export interface Group {
  readonly selectors: readonly Selector[];
  /** Whether a hole or a mistake hides further selectors. */
  readonly open: boolean;
  /** Includes both parentheses, if present. */
  readonly range: Range;
}

/** A syntax error in a `fields` text. */
export interface Mistake {
  readonly kind: MistakeKind;
  /** The smallest range that shows it; empty only for an empty text. */
  readonly range: Range;
}

export type MistakeKind =
  /** The text has no selector. */
  | "emptyValue"
  /** A comma without a selector before or after it. The range is a superfluous comma. */
  | "emptySelector"
  /** `a()` */
  | "emptyGroup"
  /** A `(` that is never closed. */
  | "unclosedGroup"
  /** A `)` without a matching `(`. */
  | "strayParenthesis"
  /** `(a)` without a field before it. */
  | "groupWithoutField"
  /** A slash without a name before or after it. */
  | "straySlash"
  /** `a(b)c`, `a(b)/c`: only `,` or `)` may follow a group. */
  | "textAfterGroup"
  /** `a*`: a wildcard must be a whole segment. */
  | "mixedWildcard"
  /** `a{b}`, `a[0]`: groups use parentheses, and arrays are not indexed. */
  | "otherBrackets"
  /** `a%2Cb`: the decoded value still contains percent-escapes. */
  | "encodedTwice";

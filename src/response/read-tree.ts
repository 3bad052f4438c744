import type TS from "typescript";
import type { Range } from "../text/range";
import type { Read } from "./reads";
import { addTo } from "../text/groups";

/** One use of a value in the code. */
export interface Mark {
  readonly node: TS.Node;
  /**
   * `read`: by name. `touched`: only its presence matters. `whole`: all of it may be used and modified. `returned`:
   * unknown callers may use all of it. `written`: another value replaces it.
   */
  readonly kind: "read" | "touched" | "whole" | "returned" | "written";
  /** Whether the used value certainly belongs to this response. */
  readonly sure: boolean;
  /** The range in the analysed file. */
  readonly range: Range;
  /** The calls through which the value reached this use. */
  readonly chain: Chain | undefined;
  /** The read from which the value comes. */
  readonly source: Source | undefined;
}

/** The read of a value from another value. */
export interface Source {
  readonly node: TS.Node;
  readonly chain: Chain | undefined;
  /** The read from which the other value comes. */
  readonly outer: Source | undefined;
}

/** The functions being executed at a use, innermost first, each with the call that entered it. */
export interface Chain {
  readonly code: TS.Node;
  readonly call: TS.Node;
  readonly outer: Chain | undefined;
  readonly depth: number;
  /** Equal for equal chains. */
  readonly id: string;
}

/** The known reads of one value. */
export class ReadTree {
  readonly marks: Mark[] = [];
  readonly fields = new Map<string, ReadTree>();

  constructor(
    readonly name: string,
    /** Unique among the values of one response. */
    readonly id: number,
  ) {}
}

/**
 * @param counts whether a mark counts, and certainly so. Reads after a failure do not count.
 * @returns the reads, or `undefined` if there are none.
 */
export function freezeReads(tree: ReadTree, counts: (mark: Mark) => "yes" | "perhaps" | "no"): Read | undefined {
  return freeze(tree, counts);
}

function freeze(tree: ReadTree, counts: (mark: Mark) => "yes" | "perhaps" | "no", replaced = false): Read | undefined {
  const written = replaced || tree.marks.some(({ kind }) => kind === "written");
  const used = tree.marks.filter((mark) => mark.kind !== "written" && counts(mark) !== "no");
  const changeable = used.some(({ kind }) => kind === "whole");
  const whole = changeable || used.some(({ kind }) => kind === "returned");
  const sure = used.filter((mark) => mark.kind === "read" && mark.sure && !written && counts(mark) === "yes");
  const fields = new Map<string, Read>();
  for (const [name, field] of [...tree.fields].sort(([, a], [, b]) => startOf(a) - startOf(b))) {
    const read = freeze(field, counts, written);
    if (read) fields.set(name, read);
  }
  if (used.length === 0 && fields.size === 0) return undefined;
  return { name: tree.name, whole, changeable, ...placesOf(inOrder(sure)), fields };
}

function placesOf(marks: readonly Mark[]): Pick<Read, "places" | "first"> {
  return { places: marks.map(({ range }) => range), first: marks[0]?.node };
}

/** @returns the offset of a value's first use. */
function startOf({ marks, fields }: ReadTree): number {
  const read = marks.filter(({ kind }) => kind === "read");
  const own = (read.length > 0 ? read : marks).map(({ range }) => range.start);
  const starts = own.length > 0 ? own : [...fields.values()].map(startOf);
  return starts.reduce((first, start) => Math.min(first, start), Infinity);
}

/** @returns marks in order of position, each position once. */
function inOrder(marks: readonly Mark[]): readonly Mark[] {
  const sorted = [...marks].sort(({ range: a }, { range: b }) => a.start - b.start || a.end - b.end);
  return sorted.filter(({ range: { start, end } }, index) => {
    const before = sorted[index - 1]?.range;
    return before?.start !== start || before.end !== end;
  });
}

/** @returns for each key the paths of its values in a tree. */
export function pathsOf<K>(
  root: ReadTree,
  found: ReadonlyMap<K, ReadonlySet<ReadTree>>,
): ReadonlyMap<K, readonly (readonly string[])[]> {
  const paths = new Map<K, (readonly string[])[]>();
  const visit = (tree: ReadTree, path: readonly string[]): void => {
    for (const [key, trees] of found) if (trees.has(tree)) addTo(paths, key, path);
    for (const [name, field] of tree.fields) visit(field, [...path, name]);
  };
  if (found.size > 0) visit(root, []);
  return paths;
}

import type { Value } from "../../../src/value/value";

/** The sources of an array's elements. */
export interface Provenance {
  /** Whether all of it is written in the code: no parameters, answers or unknown values. */
  readonly fresh: boolean;
  /** Ids of the reads that returned its source arrays. */
  readonly reads: ReadonlySet<number>;
}

/**
 * Finds the sources of an array's elements through `[...a]`, `a.map`, `a.filter`, `a.concat` etc.
 *
 * A single value of an answer as an element (`[user.name]`) does not count as a read array; an element of a read array
 * does.
 */
export function provenanceOf(array: Value): Provenance {
  const reads = new Set<number>();
  const fresh = gather(array, reads);
  return { fresh: fresh && reads.size === 0, reads };
}

/** @returns the ids of the reads that a value may come from. */
export function readsOf(value: Value | undefined): ReadonlySet<number> {
  const reads = new Set<number>();
  const add = (each: Value): void => {
    if (each.origin?.response) reads.add(each.origin.response.request);
    if (each.kind === "alternatives") each.options.forEach(add);
    if (each.kind === "string") for (const part of each.parts) if (part.kind === "hole") add(part.value);
  };
  if (value) add(value);
  return reads;
}

function gather(value: Value, reads: Set<number>): boolean {
  const origin = value.origin;
  if (origin?.response) {
    reads.add(origin.response.request);
    return false;
  }
  if (origin?.parameter) return false;
  if (value.kind === "alternatives") return allOf(value.options, (option) => gather(option, reads));
  if (value.kind === "null" || value.kind === "undefined") return true;
  if (value.kind !== "array") return false;
  for (const { value: element } of value.elements) {
    const response = element.origin?.response;
    if (response?.path.includes("*")) reads.add(response.request);
  }
  const sourcesFresh = allOf(value.sources, (source) => gather(source, reads));
  // Elements of unknown origin may have been pushed.
  return sourcesFresh && !(value.open && value.sources.length === 0);
}

/** Like `every`, but visits all values, because each may add to the reads. */
function allOf(values: readonly Value[], test: (value: Value) => boolean): boolean {
  return values.map(test).every(Boolean);
}

/** Milliseconds of work before other events are handled: an editor answers a key within a tenth of a second. */
const longestSlice = 30;

/** Bounds, in milliseconds, of the pause before a project is followed anew. */
const pauses = { shortest: 2000, longest: 15_000 } as const;

/**
 * @param took how long following the project has taken before, in milliseconds.
 * @returns how long nobody must have asked before it is followed anew: as long as that takes, so that an editor in use spends no more than half of its time on it.
 */
export function pauseBeforeSettling(took: number): number {
  return Math.min(Math.max(took, pauses.shortest), pauses.longest);
}

/**
 * Does work in slices, between which the process handles other events.
 *
 * @param pieces pieces of work, each much shorter than a slice.
 * @returns how long it took, in milliseconds.
 * @throws what a piece throws.
 */
export async function inSlices(pieces: Iterable<void>): Promise<number> {
  const start = performance.now();
  const iterator = pieces[Symbol.iterator]();
  for (;;) {
    const end = performance.now() + longestSlice;
    do if (iterator.next().done === true) return performance.now() - start;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

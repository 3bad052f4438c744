/** Milliseconds of work before other events are handled: an editor has to answer a key within a tenth of a second. */
const longestSlice = 30;

/** Bounds, in milliseconds, of the pause before a project is followed again. */
const pauses = { shortest: 2000, longest: 15_000 } as const;

/**
 * @param took milliseconds that following the project took the last time.
 * @returns milliseconds without a question before the project is followed again: as long as following takes, so that an editor in use spends at most half of
 *   its time on it.
 */
export function pauseBeforeSettling(took: number): number {
  return Math.min(Math.max(took, pauses.shortest), pauses.longest);
}

/**
 * Does work in slices. Between two slices, the process handles other events.
 *
 * @param pieces pieces of work, each much shorter than a slice.
 * @returns milliseconds that the work took.
 * @throws the error of a piece.
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

/** Milliseconds of work before other events are handled: an editor answers a key within a tenth of a second. */
const longestSlice = 30;

/**
 * Does work in slices, between which the process handles other events.
 *
 * @param pieces pieces of work, each much shorter than a slice.
 * @throws what a piece throws.
 */
export async function inSlices(pieces: Iterable<void>): Promise<void> {
  const iterator = pieces[Symbol.iterator]();
  for (;;) {
    const end = performance.now() + longestSlice;
    do if (iterator.next().done === true) return;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

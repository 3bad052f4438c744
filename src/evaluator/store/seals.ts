import type { Slot } from "../domain/slots";

/** What a slot held, and what it holds at the end of a path. */
export interface Change {
  readonly slot: Slot<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Where all that paths do to older objects is that some of these escape, with all that they reach, then these have escaped with all that they reach
 * where the paths meet: nothing has to be walked through again.
 *
 * @param since objects that are needed from this time on are no older ones.
 * @returns the run in which they escape; `undefined` where anything else happens to an older object.
 */
export function sealOf(changes: Iterable<Change>, since: number): object | undefined {
  let seal: object | undefined;
  for (const { slot, before, after } of changes) {
    const { seals } = slot.lattice;
    if (!seals || slot.needed >= since || Object.is(before, after)) continue;
    const by = seals.of(before, after);
    if (!by || (seal && by !== seal)) return undefined;
    seal = by;
  }
  return seal;
}

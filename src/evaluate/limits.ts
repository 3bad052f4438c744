/** How far the evaluation goes, and why not further. Beyond a bound a value is unknown, with the bound as its reason; a call site is never lost. */
export const limits = {
  /** More possible values than a reader would list are no knowledge, and every operator goes through each pair of them. */
  alternatives: 8,
  /** Calls within calls: people write far shorter chains of wrappers. */
  depth: 24,
  /** Pieces of a string, those of its holes included: `s += s` doubles it. */
  pieces: 400,
  /** Elements of an array, and members of an object, that are looked at one by one. */
  members: 1_000,
} as const;

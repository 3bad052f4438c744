/**
 * @param usual enough to notice what breaks often, in a moment.
 * @returns how many cases a property is tried on: `RESTRAINT_RUNS` sets another number for all properties.
 */
export function runsOf(usual: number): number {
  return Number(process.env.RESTRAINT_RUNS ?? usual);
}

/** Whether all cases run, and not a part of them: `npm run campaign`. */
export const isCampaign = process.env.RESTRAINT_CAMPAIGN !== undefined;

/** The seed by which parts are drawn. A test run prints it; `RESTRAINT_SEED` with the same value repeats the run. */
export const seed = Number(process.env.RESTRAINT_SEED ?? 0);

/**
 * The week, by which expensive tests take turns. The seed stays fixed where a list of known failures needs the same
 * cases in each run. `RESTRAINT_WEEK` selects another week.
 */
export const week = Number(process.env.RESTRAINT_WEEK ?? seed);

/**
 * @param full the number of cases in a campaign.
 * @param part the share in other runs: below 1 if a case takes long.
 * @returns the number of cases for a property. `RESTRAINT_RUNS` sets one number for all properties.
 */
export function runsOf(full: number, part = 1): number {
  return Number(process.env.RESTRAINT_RUNS ?? (isCampaign ? full : Math.ceil(full * part)));
}

/** @returns the part of a list to run: all in a campaign, otherwise a share drawn by the seed, evenly spread. */
export function partOf<T>(all: readonly T[], part: number): T[] {
  return drawnBy(seed, all, part);
}

/** @returns the part of a list to run: all in a campaign, otherwise a share by week. */
export function partOfWeek<T>(all: readonly T[], part: number): T[] {
  return drawnBy(week, all, part);
}

function drawnBy<T>(turn: number, all: readonly T[], part: number): T[] {
  const step = isCampaign ? 1 : Math.round(1 / part);
  return all.filter((_, index) => index % step === turn % step);
}

/**
 * Whether to run a slow case: always in a campaign, otherwise if the seed draws it.
 *
 * @param place distinguishes cases that should be drawn independently.
 */
export function isDrawn(part: number, place = 0): boolean {
  const step = isCampaign ? 1 : Math.round(1 / part);
  return place % step === seed % step;
}

/**
 * Whether to run a slow case: always in a campaign, otherwise in one of several weeks.
 *
 * @param place distinguishes cases that should not share a week: a number, or a name from which one is derived.
 */
export function isItsTurn(weeks: number, place: number | string): boolean {
  const number =
    typeof place === "number" ? place : Array.from(place).reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);
  return isCampaign || number % weeks === week % weeks;
}

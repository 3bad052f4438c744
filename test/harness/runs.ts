/** Whether all cases are tried, and not a part of them: `npm run campaign`. */
export const isCampaign = process.env.RESTRAINT_CAMPAIGN !== undefined;

/** What parts are drawn by. A run of the tests prints it; with the same one in `RESTRAINT_SEED`, the next run tries the same. */
export const seed = Number(process.env.RESTRAINT_SEED ?? 0);

/**
 * The week, by which what starts many processes takes turns: the seed stays the same where a list of known failures needs the same cases in each run.
 * With `RESTRAINT_WEEK` a run takes the turn of another one.
 */
export const week = Number(process.env.RESTRAINT_WEEK ?? seed);

/**
 * @param full what a campaign tries.
 * @param part what other runs try of it: less than all where a case takes long.
 * @returns how many cases a property is tried on: `RESTRAINT_RUNS` sets one number for all properties.
 */
export function runsOf(full: number, part = 1): number {
  return Number(process.env.RESTRAINT_RUNS ?? (isCampaign ? full : Math.ceil(full * part)));
}

/** @returns the part of a list that this run tries: a campaign all, other runs what their seed draws, evenly spread. */
export function partOf<T>(all: readonly T[], part: number): T[] {
  return drawnBy(seed, all, part);
}

/** @returns the part of a list whose turn it is: a campaign tries all, other runs in one of so many weeks. */
export function partOfWeek<T>(all: readonly T[], part: number): T[] {
  return drawnBy(week, all, part);
}

function drawnBy<T>(turn: number, all: readonly T[], part: number): T[] {
  const step = isCampaign ? 1 : Math.round(1 / part);
  return all.filter((_, index) => index % step === turn % step);
}

/**
 * Whether this run tries a case that takes long: a campaign always does, other runs where their seed draws it.
 *
 * @param place tells cases apart that are better drawn by different seeds.
 */
export function isDrawn(part: number, place = 0): boolean {
  const step = isCampaign ? 1 : Math.round(1 / part);
  return place % step === seed % step;
}

/**
 * Whether it is the turn of a case that takes long: a campaign always tries it, other runs in one of so many weeks.
 *
 * @param place tells cases apart that have better not the same week: a number, or a name of which one is made.
 */
export function isItsTurn(weeks: number, place: number | string): boolean {
  const number =
    typeof place === "number" ? place : Array.from(place).reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);
  return isCampaign || number % weeks === week % weeks;
}

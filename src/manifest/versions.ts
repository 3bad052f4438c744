/**
 * Compares two versions of a group, `v0.5.0`, by their numbers. A pre-release counts as its release: what it has already is not told.
 *
 * @returns whether `version` comes before `since`; false where one of them is no version.
 */
function isOlder(version: string, since: string): boolean {
  const left = getNumbers(version);
  const right = getNumbers(since);
  if (left === undefined || right === undefined) return false;
  for (const [index, number] of left.entries()) {
    const other = right[index] ?? 0;
    if (number !== other) return number < other;
  }
  return false;
}

/** @returns whether the version of a group that is in use has what came with another; where it is not known, it has everything. */
export function isReleasedIn(version: string | undefined): (since: string) => boolean {
  return (since) => version === undefined || !isOlder(version, since);
}

function getNumbers(version: string): readonly number[] | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+].*)?$/.exec(version.trim());
  return match === null ? undefined : [1, 2, 3].map((index) => Number(match[index] ?? 0));
}

/**
 * Compares two versions of a group, such as `v0.5.0`, by number. A pre-release counts as its release, because its
 * content is not known.
 *
 * @returns whether `version` precedes `since`; false if either is not a version.
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

/**
 * @returns a function that tells whether the version in use contains what another version introduced. If the version is
 * not known, it contains everything.
 */
export function isReleasedIn(version: string | undefined): (since: string) => boolean {
  return (since) => version === undefined || !isOlder(version, since);
}

function getNumbers(version: string): readonly number[] | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+].*)?$/.exec(version.trim());
  return match === null ? undefined : [1, 2, 3].map((index) => Number(match[index] ?? 0));
}
